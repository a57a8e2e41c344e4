import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { launch, leave, picture, visit } from './browser';

let browser: Browser;
beforeAll(async () => {
  browser = await launch();
});
afterAll(() => browser.close());

describe('solving', () => {
  it('is watched live, stopped and resumed', async () => {
    const visited = await visit(browser, '#/connect-four%3A5x5/solve');
    const { page } = visited;
    await page.getByRole('button', { name: 'Solve', exact: true }).click();
    await page.locator('.bars .bar').nth(3).waitFor();
    await page.locator('.uplot').first().waitFor();
    await picture(page, 'solving');
    await page.getByRole('button', { name: 'Stop' }).click();
    await page.getByRole('status').getByText('Stopped').waitFor();
    await page.getByRole('button', { name: 'Resume' }).click();
    await page.getByRole('status').getByText('Solving', { exact: true }).waitFor();
    await page.getByRole('button', { name: 'Stop' }).click();
    await page.getByRole('button', { name: 'Resume' }).waitFor();
    await leave(visited);
  });

  it('ends with value, sizes and shares of outcomes', async () => {
    const visited = await visit(browser, '#/clobber%3A3x3/solve');
    const { page } = visited;
    await page.getByText('With best play', { exact: true }).waitFor();
    await page.getByText('States per layer').waitFor();
    expect(await page.locator('.bars .bar').count()).toBeGreaterThan(3);
    await picture(page, 'solved');
    await leave(visited);
  });
});
