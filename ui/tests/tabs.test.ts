import { describe, expect, it } from 'vitest';
import { leave, visit } from './browser';

/** More than the connections that a browser has to a server. */
const TABS = 8;

describe('many tabs', () => {
  it('follow a running job together and leave connections for everything else', async () => {
    const hash = '#/connect-four%3A6x6/solve';
    const visited = await visit(hash);
    const { page } = visited;
    await page.getByRole('button', { name: 'Solve', exact: true }).click();
    await page.getByRole('status').getByText('Solving', { exact: true }).waitFor();
    const tabs = [page];
    while (tabs.length < TABS) {
      const tab = await page.context().newPage();
      await tab.goto(page.url());
      await tab.getByRole('status').getByText('Solving', { exact: true }).waitFor();
      tabs.push(tab);
    }
    for (const tab of tabs) {
      const status = await tab.evaluate(async () => (await fetch('/api/status')).status);
      expect(status).toBe(200);
    }
    // All of them hear of the end.
    await page.getByRole('button', { name: 'Stop' }).click();
    for (const tab of tabs) await tab.getByRole('status').getByText('Stopped', { exact: true }).waitFor();
    await leave(visited);
  });
});
