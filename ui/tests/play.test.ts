import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { board, cell, eventually, playMove, solved, status, view } from './actions';
import { launch, leave, picture, visit } from './browser';

let browser: Browser;
beforeAll(async () => {
  browser = await launch();
});
afterAll(() => browser.close());

describe('playing', () => {
  it('shows every move with its outcome and the turns to the end, on the board and in the list', async () => {
    const visited = await visit(browser, '#/tic-tac-toe/play');
    const { page } = visited;
    await solved(page);
    await cell(page, '1 1').click();
    await cell(page, '2 2, empty, mark 2 2: draw in 8').waitFor();
    await cell(page, '3 3, empty, mark 3 3: loss in 6').waitFor();
    expect(await board(page).locator('.cell.draw').count()).toBe(1);
    expect(await board(page).locator('.cell.loss').count()).toBe(7);
    expect(await board(page).locator('.cell.loss .badge b').first().innerText()).toBe('−');
    await page
      .getByRole('list', { name: 'Moves' })
      .getByRole('button', { name: /draw in 8 .*mark 2 2/ })
      .waitFor();
    await picture(page, 'play');
    await page.getByRole('checkbox', { name: 'Show what each move leads to' }).uncheck();
    expect(await board(page).locator('.badge').count()).toBe(0);
    expect(await page.locator('.chip').count()).toBe(0);
    await leave(visited);
  });

  it('goes back and forth by buttons and arrow keys, and shares a position by link', async () => {
    const visited = await visit(browser, '#/tic-tac-toe/play');
    const { page } = visited;
    await solved(page);
    await playMove(page, 'mark 2 2');
    await playMove(page, 'mark 1 2');
    const pieces = () => board(page).locator('.piece').count();
    await expect.poll(pieces).toBe(2);
    const link = page.url();
    await page.keyboard.press('ArrowLeft');
    await expect.poll(pieces).toBe(1);
    await page.keyboard.press('ArrowRight');
    await expect.poll(pieces).toBe(2);
    await page.getByRole('button', { name: 'Undo' }).click();
    await page.getByRole('button', { name: 'Forward' }).click();
    await expect.poll(pieces).toBe(2);
    await page.getByRole('button', { name: 'Restart' }).click();
    await expect.poll(pieces).toBe(0);
    const other = await visit(browser, link.slice(link.indexOf('#')));
    await expect.poll(() => board(other.page).locator('.piece').count()).toBe(2);
    await leave(other);
    await leave(visited);
  });

  it('lets machines play each other, step by step or running, and judges the game', async () => {
    const visited = await visit(browser, '#/tic-tac-toe/play');
    const { page } = visited;
    await solved(page);
    await page.getByRole('button', { name: 'Step' }).click();
    await expect.poll(() => board(page).locator('.piece').count()).toBe(1);
    await page.getByLabel('x', { exact: true }).selectOption('perfect');
    await page.getByLabel('o', { exact: true }).selectOption('random');
    const run = page.getByRole('button', { name: 'Run' });
    if (await run.isVisible()) await run.click();
    await page.getByRole('heading', { name: 'The game, move by move' }).waitFor();
    await page.getByText(/x: 0 mistakes/).waitFor();
    expect(await status(page).innerText()).not.toContain('o wins');
    await leave(visited);
  });

  it('lets a strategy play a side', async () => {
    const visited = await visit(browser, '#/tic-tac-toe/build');
    const { page } = visited;
    await solved(page, false);
    const text =
      '(role x)\n=> (mark 2 2)\n(cell 1 3 o) (cell 3 2 blank) => (mark 1 2)\n(not (cell 3 2 o)) => (mark 1 2)\n(cell 3 3 x) => (mark 1 1)\n(cell 1 2 x) => (mark 1 1)\n';
    await page.getByText('More', { exact: true }).click();
    await page
      .getByLabel('Open a file')
      .setInputFiles({ name: 'five.strategy', mimeType: 'text/plain', buffer: Buffer.from(text) });
    await page.getByText('Nothing is missing').waitFor();
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await page.getByRole('button', { name: 'Saved' }).waitFor();
    await view(page, 'Play');
    await page.getByLabel('o', { exact: true }).selectOption('random');
    await page.getByLabel('x', { exact: true }).selectOption({ label: 'Strategy “five”' });
    await page.getByText(/x: 0 mistakes/).waitFor();
    expect(await status(page).innerText()).not.toContain('o wins');
    await leave(visited);
  });

  it('shows the mistake of a played game, what was better, and goes there', async () => {
    const moves = ['(mark 1 1)', '(mark 2 1)', '(mark 2 2)', '(mark 3 1)', '(mark 3 3)'];
    const visited = await visit(browser, `#/tic-tac-toe/play?${new URLSearchParams({ moves: moves.join(';') })}`);
    const { page } = visited;
    await page.getByText('o: 1 mistake').waitFor();
    await page.getByText('Better: mark 2 2').waitFor();
    await picture(page, 'review');
    await page.getByRole('button', { name: /mark 2 1/ }).click();
    await eventually(async () => expect(await board(page).locator('.piece').count()).toBe(1));
    await leave(visited);
  });

  it('moves pieces by clicking where from and where to', async () => {
    const puts = ['(put 2 2)', '(put 1 1)', '(put 2 3)', '(put 2 1)', '(put 3 1)', '(put 1 3)'];
    const visited = await visit(browser, `#/three-mens-morris/play?${new URLSearchParams({ moves: puts.join(';') })}`);
    const { page } = visited;
    await solved(page);
    const from = board(page).getByRole('button', { name: /^2 2,/ });
    await from.click();
    expect(await from.getAttribute('aria-pressed')).toBe('true');
    await picture(page, 'morris-from-to');
    await board(page).getByRole('button', { name: /^3 2,/ }).click();
    await status(page).getByText('black').waitFor();
    await leave(visited);
  });

  it('is operable by keyboard alone', async () => {
    const visited = await visit(browser, '#/tic-tac-toe/play');
    const { page } = visited;
    await solved(page);
    await cell(page, '1 1').focus();
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await status(page).getByText('o', { exact: true }).waitFor();
    expect(
      await board(page)
        .getByRole('img', { name: /^2 2, x/ })
        .count(),
    ).toBe(1);
    await leave(visited);
  });

  it('shows any game, with cells, counters or facts', async () => {
    for (const game of [
      'chomp:4x3',
      'kalah:3x2',
      'lights-out:3x3',
      'peg-solitaire',
      'hex:3',
      'krk-endgame:4',
      'sim:5',
      'hanoi:3',
      'blocks-world:7',
      'cubi-cup:5',
      'dots-and-boxes:2x2',
      'catch-a-mouse',
    ]) {
      const visited = await visit(browser, `#/${encodeURIComponent(game)}/play`);
      await page_shows(visited.page);
      await picture(visited.page, `game-${game.replace(/\W/g, '-')}`);
      await leave(visited);
    }

    async function page_shows(page: import('playwright-core').Page): Promise<void> {
      await page.getByRole('list', { name: 'Moves' }).getByRole('button').first().waitFor();
    }
  });
});
