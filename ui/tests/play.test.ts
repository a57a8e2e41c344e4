import { describe, expect, it } from 'vitest';
import { board, cell, eventually, focusedName, playMove, solved, status, view } from './actions';
import { leave, PHONE, picture, tabTo, visit } from './browser';
import { AT_ONCE, playSheet, STUCK } from './sheets';

describe('playing', () => {
  it('shows every move with its outcome and the turns to the end, on the board and in the list', async () => {
    const visited = await visit('#/tic-tac-toe/play');
    const { page } = visited;
    await solved(page);
    await cell(page, 'a1').click();
    await cell(page, 'b2, empty, mark b2: draw in 8').waitFor();
    await cell(page, 'c3, empty, mark c3: loss in 6').waitFor();
    expect(await board(page).locator('.cell.draw').count()).toBe(1);
    expect(await board(page).locator('.cell.loss').count()).toBe(7);
    expect(await board(page).locator('.cell.loss .badge b').first().innerText()).toBe('−');
    await page
      .getByRole('list', { name: 'Moves' })
      .getByRole('button', { name: /draw in 8 .*mark b2/ })
      .waitFor();
    await picture(page, 'play');
    await page.getByRole('checkbox', { name: 'Show the outcome of each move' }).uncheck();
    expect(await board(page).locator('.badge').count()).toBe(0);
    expect(await page.locator('.chip').count()).toBe(0);
    await leave(visited);
  });

  it('gives nothing away where values are hidden: moves stand in board order, and nothing plays the best one', async () => {
    // After 1 1 and 1 2 only five moves win, and the server gives them first.
    const visited = await visit('#/tic-tac-toe/play?moves=%28mark+1+1%29%3B%28mark+1+2%29');
    const { page } = visited;
    await solved(page);
    const list = page.getByRole('list', { name: 'Moves', exact: true });
    const order = () =>
      list.locator('button').evaluateAll((all) => all.map((each) => (each as HTMLElement).dataset['move']));
    const reading = ['2 1', '3 1', '2 2', '3 2', '1 3', '2 3', '3 3'].map((cell) => `mark ${cell}`);
    expect(await order()).not.toEqual(reading);
    await page.getByRole('checkbox', { name: 'Show the outcome of each move' }).uncheck();
    expect(await order()).toEqual(reading);
    expect(await list.locator('.advised').count()).toBe(0);
    // The keyboard goes through the board as one reads it, too.
    await tabTo(page, '[data-cell]');
    const labels: (string | null)[] = [];
    for (let cell = 0; cell < reading.length; cell += 1) {
      labels.push(await focusedName(page));
      await page.keyboard.press('Tab');
    }
    expect(labels.map((label) => label?.slice(0, 2))).toEqual(['b1', 'c1', 'b2', 'c2', 'a3', 'b3', 'c3']);
    expect(await page.getByRole('button', { name: 'Step' }).isDisabled()).toBe(true);
    await leave(visited);
  });

  it('has Undo in reach on a low window', async () => {
    for (const game of ['sim%3A5', 'dots-and-boxes%3A2x2', 'pancakes%3A6', 'tic-tac-toe']) {
      const visited = await visit(`#/${game}/play`, { viewport: { width: 1280, height: 640 } });
      const undo = visited.page.getByRole('button', { name: 'Undo' });
      await undo.waitFor();
      const box = await undo.boundingBox();
      expect((box?.y ?? Infinity) + (box?.height ?? 0), game).toBeLessThanOrEqual(640);
      await leave(visited);
    }
  });

  it('tells stones and lines apart without colours', async () => {
    const stones = await visit('#/hex%3A3/play?moves=%28place+1+1%29%3B%28place+2+2%29');
    await expect.poll(() => board(stones.page).locator('.piece.blue .dot').count()).toBe(1);
    expect(await board(stones.page).locator('.piece.red .dot').count()).toBe(0);
    await leave(stones);
    const lines = await visit('#/sim%3A5/play');
    const moves = lines.page.getByRole('list', { name: 'Moves' }).getByRole('button');
    await moves.first().click();
    await expect.poll(() => board(lines.page).locator('line.red').count()).toBe(1);
    await moves.first().click();
    await expect.poll(() => board(lines.page).locator('line.blue.dashed').count()).toBe(1);
    await leave(lines);
  });

  it('hides none of nine moves on a phone', async () => {
    const visited = await visit('#/tic-tac-toe/play', { viewport: PHONE });
    const { page } = visited;
    await solved(page);
    const hidden = await page
      .getByRole('list', { name: 'Moves' })
      .evaluate((list) => list.scrollHeight - list.clientHeight);
    expect(hidden).toBeLessThanOrEqual(1);
    await leave(visited);
  });

  it('goes back and forth by buttons and arrow keys, and shares a position by link', async () => {
    const visited = await visit('#/tic-tac-toe/play');
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
    const other = await visit(link.slice(link.indexOf('#')));
    await expect.poll(() => board(other.page).locator('.piece').count()).toBe(2);
    await leave(other);
    await leave(visited);
  });

  it('lets machines play each other, step by step or running, and judges the game', async () => {
    const visited = await visit('#/tic-tac-toe/play');
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
    const visited = await visit('#/tic-tac-toe/build');
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
    const visited = await visit(`#/tic-tac-toe/play?${new URLSearchParams({ moves: moves.join(';') })}`);
    const { page } = visited;
    await page.getByText('o: 1 mistake').waitFor();
    await page.getByText('Better: mark b2').waitFor();
    await picture(page, 'review');
    const mistake = page.getByRole('button', { name: /mark b1.*mistake/ });
    await mistake.click();
    await eventually(async () => expect(await board(page).locator('.piece').count()).toBe(2));
    // The record stays, and shows where in the game one is.
    expect(await mistake.getAttribute('aria-current')).toBe('step');
    const record = page.locator('section[aria-labelledby="record"]');
    await record.getByRole('button', { name: /mark c1/ }).click();
    await eventually(async () => expect(await board(page).locator('.piece').count()).toBe(4));
    await leave(visited);
  });

  it('moves pieces by clicking where from and where to', async () => {
    const puts = ['(put 2 2)', '(put 1 1)', '(put 2 3)', '(put 2 1)', '(put 3 1)', '(put 1 3)'];
    const visited = await visit(`#/three-mens-morris/play?${new URLSearchParams({ moves: puts.join(';') })}`);
    const { page } = visited;
    await solved(page);
    const from = board(page).getByRole('button', { name: /^b2,/ });
    await from.click();
    expect(await from.getAttribute('aria-pressed')).toBe('true');
    // Another man may be taken instead, or none.
    const other = board(page).getByRole('button', { name: /^b3,/ });
    await other.click();
    expect(await board(page).locator('[aria-pressed="true"] .visually-hidden').innerText()).toMatch(/^b3,/);
    await page.keyboard.press('Escape');
    expect(await board(page).locator('[aria-pressed="true"]').count()).toBe(0);
    await from.click();
    await picture(page, 'morris-from-to');
    await board(page).getByRole('button', { name: /^c2,/ }).click();
    await status(page).getByText('black').waitFor();
    await leave(visited);
  });

  it('is operable by keyboard alone', async () => {
    const visited = await visit('#/tic-tac-toe/play');
    const { page } = visited;
    await solved(page);
    await tabTo(page, '[aria-label="Board"] button[data-cell]');
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await status(page).getByText('o', { exact: true }).waitFor();
    expect(
      await board(page)
        .getByRole('img', { name: /^b2, x/ })
        .count(),
    ).toBe(1);
    // The focus is still where the move was made, and arrows walk over the board as before.
    const focused = () => focusedName(page);
    await expect.poll(focused).toMatch(/^b2, x/);
    expect(await page.evaluate(() => document.activeElement?.matches(':focus-visible'))).toBe(true);
    await page.keyboard.press('ArrowLeft');
    expect(await focused()).toMatch(/^a2, empty/);
    await page.keyboard.press('Enter');
    await status(page).getByText('x', { exact: true }).waitFor();
    await page.keyboard.press('ArrowUp');
    expect(await focused()).toMatch(/^a1, empty/);
    expect(await board(page).locator('.piece').count()).toBe(2);
    await leave(visited);
  });

  it('keeps the focus on a heap, and walks from heap to heap', async () => {
    const visited = await visit('#/nim%3A1%2C2%2C4%2C5/play');
    const { page } = visited;
    await solved(page);
    await board(page).getByRole('button', { name: 'take heap 4 down to 0: loss in 8', exact: true }).waitFor();
    await tabTo(page, '[data-object="3-4"]');
    await page.keyboard.press('Enter');
    await status(page).getByText('second', { exact: true }).waitFor();
    const focused = () => page.evaluate(() => document.activeElement?.getAttribute('data-object'));
    await expect.poll(focused).toBe('3-4');
    await page.keyboard.press('ArrowLeft');
    expect(await focused()).toBe('3-3');
    await page.keyboard.press('ArrowUp');
    expect(await focused()).toBe('2-3');
    await leave(visited);
  });

  it('drops a piece wherever in its column one clicks', async () => {
    const visited = await visit('#/connect-four%3A4x4/play');
    const { page } = visited;
    await solved(page);
    await board(page).getByRole('img', { name: 'c4, empty' }).click();
    await board(page)
      .getByRole('img', { name: /^c1, red/ })
      .waitFor();
    await picture(page, 'column');
    await leave(visited);
  });

  it('keeps players over a reload, and takes back to one’s own last choice', async () => {
    const visited = await visit('#/tic-tac-toe/play');
    const { page } = visited;
    await solved(page);
    await page.getByLabel('o', { exact: true }).selectOption('perfect');
    const pieces = () => board(page).locator('.piece').count();
    await cell(page, 'b2').click();
    await expect.poll(pieces).toBe(2);
    await page.reload();
    await expect.poll(pieces).toBe(2);
    expect(await page.getByLabel('o', { exact: true }).inputValue()).toBe('perfect');
    await board(page).locator('button').first().click();
    await expect.poll(pieces).toBe(4);
    await page.getByRole('button', { name: 'Undo' }).click();
    await expect.poll(pieces).toBe(2);
    await status(page).getByText('x', { exact: true }).waitFor();
    await page.getByRole('button', { name: 'Forward' }).click();
    await expect.poll(pieces).toBe(4);
    await leave(visited);
  });

  it('counts points where one plays alone, on towers and on stacks', async () => {
    const visited = await visit('#/hanoi%3A3/play');
    const { page } = visited;
    await solved(page);
    await status(page).getByText('100 points in 7').waitFor();
    expect(await page.locator('main').innerText()).not.toMatch(/\b(win|draw|loss)\b/);
    expect(await board(page).locator('.peg').first().locator('.disc').count()).toBe(3);
    await board(page)
      .getByRole('button', { name: /^peg 3, disc 1/ })
      .click();
    await expect.poll(() => board(page).locator('.peg').nth(2).locator('span.disc').count()).toBe(1);
    await page.goto(`${page.url().split('#')[0]}#/blocks-world%3A7/play`);
    await solved(page);
    const block = (name: string) =>
      cell(page, name).or(board(page).getByRole('img', { name: new RegExp(`^${name},`) }));
    const top = async (name: string) => (await block(name).boundingBox())?.y ?? 0;
    expect(await top('c')).toBeLessThan(await top('a'));
    expect(await top('a')).toBe(await top('b'));
    await picture(page, 'stacks');
    await leave(visited);
  });

  it('draws squares inside each other, and what cells are', async () => {
    const visited = await visit('#/nine-mens-morris%3A2x3/play');
    const { page } = visited;
    await board(page).locator('line').first().waitFor({ state: 'attached' });
    expect(await board(page).locator('line').count()).toBe(12);
    await picture(page, 'rings');
    await page.goto(`${page.url().split('#')[0]}#/catch-a-mouse/play`);
    await board(page)
      .getByRole('img', { name: /^f1, hole/ })
      .waitFor();
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
      const visited = await visit(`#/${encodeURIComponent(game)}/play`);
      await visited.page.getByRole('list', { name: 'Moves' }).getByRole('button').first().waitFor();
      await picture(visited.page, `game-${game.replace(/\W/g, '-')}`);
      await leave(visited);
    }
  });

  it('draws lines between points, which are clicked', async () => {
    const visited = await visit('#/dots-and-boxes%3A2x2/play');
    const { page } = visited;
    await solved(page);
    expect(await board(page).locator('line').count()).toBe(12);
    await cell(page, 'vertical 2 1').click();
    await expect.poll(() => board(page).locator('line.drawn').count()).toBe(1);
    await status(page).getByText('second').waitFor();
    await leave(visited);
  });

  it('leads from a link that is wrong to the start', async () => {
    const visited = await visit(`#/tic-tac-toe/play?${new URLSearchParams({ moves: '(mark 9 9)' })}`);
    const { page } = visited;
    await page.getByRole('alert').getByText('is not legal').waitFor();
    await page.getByRole('button', { name: 'Go to the start' }).click();
    await status(page).getByText('x', { exact: true }).waitFor();
    await leave(visited);
  });

  it('leads from a size that there is not to one that there is', async () => {
    const visited = await visit('#/connect-four%3A99x99/play');
    const { page, complaints } = visited;
    const alert = page.getByRole('alert');
    await alert.waitFor();
    expect(await alert.innerText()).not.toContain('`');
    await page.getByRole('link', { name: 'All games' }).waitFor();
    await picture(page, 'wrong-size');
    await page.getByRole('link', { name: 'Default size' }).click();
    await status(page).getByText('red', { exact: true }).waitFor();
    // The browser notes the refusal, which is what is looked at here.
    complaints.length = 0;
    await leave(visited);
  });

  it('lets everybody choose only for oneself where roles choose at once', async () => {
    const visited = await visit('#/new');
    const { page } = visited;
    await playSheet(page, 'Signs', AT_ONCE);
    await page.getByText('This game has simultaneous moves').waitFor();
    await status(page).getByText('a and b choose simultaneously').waitFor();
    await picture(page, 'at-once');
    const moves = (role: string) => page.getByRole('group', { name: `Moves of ${role}` });
    await moves('a').getByRole('button', { name: 'paper' }).click();
    await moves('b').getByRole('button', { name: 'rock' }).click();
    await status(page).getByText('a wins').waitFor();
    await page.getByText('a: paper · b: rock').waitFor();
    await page.getByRole('button', { name: 'Restart' }).click();
    await page.getByLabel('b', { exact: true }).selectOption('random');
    await moves('a').getByRole('button', { name: 'rock' }).waitFor();
    expect(await moves('b').count()).toBe(0);
    expect(await page.getByRole('option', { name: /Perfect player/ }).count()).toBe(0);
    await moves('a').getByRole('button', { name: 'rock' }).click();
    await page.getByText(/a: rock · b: (rock|paper)/).waitFor();
    // What can't be solved is not offered to be.
    await view(page, 'Solve');
    await page.getByText('not solved').waitFor();
    expect(await page.getByRole('button', { name: 'Solve' }).count()).toBe(0);
    await leave(visited);
  });

  it('rolls dice or takes them by hand, and shows what moves promise', async () => {
    const visited = await visit('#/pig%3A5/play');
    const { page } = visited;
    await solved(page, false);
    // The first player can only roll, and the page rolls by itself.
    const rolled = page.getByRole('group', { name: /^Moves of/ }).or(status(page).getByText(/wins/));
    await rolled.first().waitFor();
    await page.getByLabel('random', { exact: true }).selectOption('human');
    await page.getByRole('button', { name: 'Restart' }).click();
    const dice = page.getByRole('list', { name: 'Moves', exact: true });
    await dice.getByRole('button', { name: '16.7 % die 3' }).waitFor();
    await playMove(page, 'die 3');
    await status(page).getByText('first to move').waitFor();
    const moves = (role: string) => page.getByRole('group', { name: `Moves of ${role}` });
    await moves('first').getByRole('button', { name: /^hold/ }).getByText('0 %').waitFor();
    await moves('first').getByRole('button', { name: /^roll/ }).getByText('100 %').waitFor();
    await picture(page, 'dice');
    await moves('first').getByRole('button', { name: /^roll/ }).click();
    await moves('random')
      .getByRole('button', { name: /^die 5/ })
      .click();
    await status(page).getByText('first wins').waitFor();
    await page.getByText('first: 0 mistakes · second: 0 mistakes').waitFor();
    await leave(visited);
  });

  it('shows the matrix where two roles choose at once, and plays against the mixed strategy', async () => {
    const visited = await visit('#/morra%3A2/play');
    const { page } = visited;
    await solved(page, false);
    await page.getByText('With best play: odd 50.08, even 49.92').waitFor();
    const matrix = page.getByRole('region', { name: 'Matrix' });
    await matrix.waitFor();
    expect(await matrix.locator('tbody td').count()).toBe(4);
    await page.getByLabel('even', { exact: true }).selectOption('perfect');
    const button = page.getByRole('group', { name: 'Moves of odd' }).getByRole('button').first();
    await button.getByText('58.3 %').waitFor();
    await picture(page, 'matrix');
    await page.getByRole('checkbox', { name: 'Show what each move promises' }).uncheck();
    expect(await matrix.count()).toBe(0);
    expect(await page.getByText('58.3 %').count()).toBe(0);
    await button.click();
    await status(page)
      .getByText(/^odd \d+, even \d+$/)
      .waitFor();
    await leave(visited);
  });

  it('tells a state without a move from the end of the game', async () => {
    const visited = await visit('#/new');
    const { page } = visited;
    await playSheet(page, 'Nobody takes the last', STUCK);
    await playMove(page, 'take');
    await status(page).getByText('b', { exact: true }).waitFor();
    await playMove(page, 'take');
    await status(page).getByText('a has no legal move').waitFor();
    await status(page).getByText('a defect of the rules').waitFor();
    expect(await status(page).innerText()).not.toContain('The end');
    await leave(visited);
  });
});
