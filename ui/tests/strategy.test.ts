import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { board, eventually, status } from './actions';
import { launch, leave, picture, visit } from './browser';

let browser: Browser;
beforeAll(async () => {
  browser = await launch();
});
afterAll(() => browser.close());

describe('watching a strategy', () => {
  it('finds one, marks the rule that fires and its move, and plays to the end against any reply', async () => {
    const visited = await visit(browser, '#/tic-tac-toe/strategy');
    const { page } = visited;
    const another = page.getByText('Find another');
    await another
      .or(page.getByRole('button', { name: 'Find a strategy' }))
      .first()
      .waitFor();
    if (await another.isVisible()) await another.click();
    await page.getByRole('button', { name: 'Find a strategy' }).click();
    await page.getByRole('heading', { name: 'Rules for x' }).waitFor();
    const firing = page.locator('li[aria-current="step"]');
    await firing.waitFor();
    await page.getByText(/Rule \d+ fires/).waitFor();
    expect(await board(page).locator('.cell.strategy').count()).toBeGreaterThan(0);
    await page.getByText('Plays perfectly.').waitFor();
    await page.locator('summary', { hasText: 'decides' }).first().click();
    await page.getByText('Here it fires.').first().waitFor();
    await picture(page, 'strategy');
    const step = page.getByRole('button', { name: 'Step', exact: true });
    const pieces = () => board(page).locator('.piece').count();
    await page.getByLabel('Replies').selectOption('random');
    for (let ply = 1; await step.isEnabled(); ply += 1) {
      await step.click();
      await eventually(async () => expect(await pieces()).toBe(ply));
      await page
        .getByText(/fires|over|turn|any move/)
        .first()
        .waitFor();
    }
    expect(await status(page).innerText()).not.toContain('o wins');
    await leave(visited);
  });
});
