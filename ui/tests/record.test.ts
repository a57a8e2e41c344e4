import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import type { Page } from 'playwright-core';
import { board, eventually, playMove, solved, status } from './actions';
import { checkAccessibility, fitsWidth, leave, picture, tabTo, visit, WIDTHS } from './browser';

const MISTAKE = ['(mark 1 1)', '(mark 2 1)', '(mark 2 2)', '(mark 3 1)', '(mark 3 3)'];
const link = (moves: string[]) => `#/tic-tac-toe/play?${new URLSearchParams({ moves: moves.join(';') })}`;
const record = (page: Page) => page.locator('section[aria-labelledby="record"]');
const graph = (page: Page) => page.getByRole('slider', { name: 'Value over the game' });
const pieces = (page: Page) => board(page).locator('.piece').count();
const open = (page: Page) => page.getByText('Open and save').click();

/** What a click on a button saves: the name of the file, and its content. */
async function saved(page: Page, button: string): Promise<[string, Buffer]> {
  const downloading = page.waitForEvent('download');
  await page.getByRole('button', { name: button, exact: true }).click();
  const download = await downloading;
  return [download.suggestedFilename(), readFileSync(await download.path())];
}

describe('the record of a game', () => {
  it('is there from the first move, with the value of each', async () => {
    const visited = await visit('#/tic-tac-toe/play');
    const { page } = visited;
    await solved(page);
    expect(await record(page).count()).toBe(0);
    await playMove(page, 'mark 1 1');
    await record(page)
      .getByRole('button', { name: /1 x mark a1 perfect/ })
      .waitFor();
    await playMove(page, 'mark 2 1');
    await record(page)
      .getByRole('button', { name: /2 o mark b1 .*mistake/ })
      .waitFor();
    await leave(visited);
  });

  it('tells what a choice costs in expected points, without a graph', async () => {
    const visited = await visit('#/pig%3A5/play');
    const { page } = visited;
    await solved(page, false);
    const rolled = page.getByRole('group', { name: /^Moves of/ }).or(page.locator('.status').getByText(/wins/));
    await rolled.first().waitFor();
    await page.getByLabel('random', { exact: true }).selectOption('human');
    await page.getByRole('button', { name: 'Restart' }).click();
    await playMove(page, 'die 3');
    const moves = (role: string) => page.getByRole('group', { name: `Moves of ${role}` });
    await moves('first').getByRole('button', { name: /^hold/ }).click();
    await moves('random')
      .getByRole('button', { name: /^die 5/ })
      .click();
    await record(page)
      .getByText(/first −\d+\.\d\d, mistake/)
      .waitFor();
    await record(page).getByText('Better: roll').waitFor();
    await record(page).getByText('first: 1 mistake · second: 0 mistakes').waitFor();
    expect(await graph(page).count()).toBe(0);
    await page.getByText('Open and save').click();
    expect(await page.getByRole('button', { name: 'Analysis as a page' }).count()).toBe(0);
    await page.getByRole('checkbox', { name: 'Show what each move promises' }).uncheck();
    await record(page).getByText('mistake').first().waitFor({ state: 'detached' });
    expect(await record(page).innerText()).not.toMatch(/mistake|optimal|Better/);
    await picture(page, 'record-expected');
    await leave(visited);
  });

  it('gives nothing away while values are hidden', async () => {
    const visited = await visit(link(MISTAKE.slice(0, 2)));
    const { page } = visited;
    await graph(page).waitFor();
    await page.getByRole('checkbox', { name: 'Show the outcome of each move' }).uncheck();
    await graph(page).waitFor({ state: 'detached' });
    expect(await record(page).innerText()).not.toMatch(/mistake|perfect|Better/);
    await leave(visited);
  });

  it('has a graph of the value, on which one clicks and goes by keys', async () => {
    const visited = await visit(link(MISTAKE));
    const { page } = visited;
    await graph(page).waitFor();
    expect(await graph(page).getAttribute('aria-valuetext')).toBe('5. mark c3: x wins');
    const mistake = graph(page).locator('.mistake');
    expect(await mistake.count()).toBe(1);
    await mistake.locator('circle').click();
    await eventually(async () => expect(await pieces(page)).toBe(2));
    expect(await graph(page).getAttribute('aria-valuetext')).toBe('2. mark b1, mistake: x wins');
    await tabTo(page, '[role="slider"]');
    await page.keyboard.press('ArrowRight');
    await eventually(async () => expect(await pieces(page)).toBe(3));
    await page.keyboard.press('Home');
    await eventually(async () => expect(await pieces(page)).toBe(0));
    await page.keyboard.press('End');
    await eventually(async () => expect(await pieces(page)).toBe(5));
    await leave(visited);
  });

  it('goes to the start and the end of the game by keys', async () => {
    const visited = await visit(link(MISTAKE));
    const { page } = visited;
    await eventually(async () => expect(await pieces(page)).toBe(5));
    await page.keyboard.press('Home');
    await eventually(async () => expect(await pieces(page)).toBe(0));
    await page.keyboard.press('End');
    await eventually(async () => expect(await pieces(page)).toBe(5));
    await leave(visited);
  });

  it('keeps variations, over a reload too, and deletes them or makes one the main line', async () => {
    const visited = await visit(link(MISTAKE.slice(0, 3)));
    const { page } = visited;
    await solved(page);
    await record(page)
      .getByRole('button', { name: /Better|mark b2/ })
      .first()
      .waitFor();
    // The better move is shown as a variation, which goes on like any line.
    await record(page).getByTitle('Show this instead').click();
    const variation = page.getByRole('list', { name: 'Variation' });
    await variation.getByRole('button', { name: /^2 .*mark b2/ }).waitFor();
    await playMove(page, 'mark 1 2');
    await variation.getByRole('button', { name: /^3 .*mark a2/ }).waitFor();
    expect(
      await record(page)
        .getByRole('button', { name: /^2 .*mark b1/ })
        .count(),
    ).toBe(1);
    await picture(page, 'variation');
    await page.reload();
    await variation.getByRole('button', { name: /^3 .*mark a2/ }).waitFor();
    await page.getByRole('button', { name: 'Main line', exact: true }).click();
    await eventually(async () => expect(await record(page).locator('[aria-current]').innerText()).toContain('mark b2'));
    await page.getByRole('button', { name: 'Make the variation with mark b2 the main line' }).click();
    await variation.getByRole('button', { name: /mark b1.*mistake/ }).waitFor();
    await page.getByRole('button', { name: 'Delete mark b1 and what follows' }).click();
    await eventually(async () => expect(await variation.count()).toBe(0));
    await record(page)
      .getByRole('button', { name: /mark a2/ })
      .waitFor();
    await page.getByRole('button', { name: 'New game' }).click();
    await eventually(async () => expect(await record(page).count()).toBe(0));
    expect(await pieces(page)).toBe(0);
    await leave(visited);
  });
});

describe('games in and out', () => {
  it('reads pasted moves and says what is wrong with others', async () => {
    const visited = await visit('#/tic-tac-toe/play');
    const { page } = visited;
    await solved(page);
    await open(page);
    const text = page.getByLabel('Moves, a match record, or the facts of a position');
    await text.fill('a1\nmark b1\nb2\nc1\nc3');
    await page.getByRole('button', { name: 'Read', exact: true }).click();
    await page.getByText('o: 1 mistake').waitFor();
    expect(await status(page).innerText()).toContain('x wins');
    await text.fill('a1 a1');
    await page.getByRole('button', { name: 'Read', exact: true }).click();
    await page.getByRole('alert').getByText('not legal').waitFor();
    expect(await text.inputValue()).toBe('a1 a1');
    visited.complaints.length = 0;
    await leave(visited);
  });

  it('saves a match record and the moves, and reads them back from a file and from a drop', async () => {
    const visited = await visit(link(MISTAKE));
    const { page } = visited;
    await page.getByText('o: 1 mistake').waitFor();
    await open(page);
    const [name, match] = await saved(page, 'Match record');
    expect(name).toBe('Tic-Tac-Toe.json');
    expect(JSON.parse(match.toString())).toMatchObject({
      gameRoleNames: ['x', 'o'],
      moves: [
        ['(mark 1 1)', 'noop'],
        ['noop', '(mark 2 1)'],
        ['(mark 2 2)', 'noop'],
        ['noop', '(mark 3 1)'],
        ['(mark 3 3)', 'noop'],
      ],
      goalValues: [100, 0],
      isCompleted: true,
    });
    const [, moves] = await saved(page, 'Moves');
    expect(moves.toString()).toBe('mark a1\nmark b1\nmark b2\nmark c1\nmark c3\n');
    await page.getByRole('button', { name: 'New game' }).click();
    await eventually(async () => expect(await pieces(page)).toBe(0));
    await page.getByLabel('Open a file').setInputFiles({ name: 'a.json', mimeType: 'application/json', buffer: match });
    await eventually(async () => expect(await pieces(page)).toBe(5));
    await page.getByRole('button', { name: 'New game' }).click();
    await eventually(async () => expect(await pieces(page)).toBe(0));
    const dropped = await page.evaluateHandle((text) => {
      const transfer = new DataTransfer();
      transfer.items.add(new File([text], 'moves.txt', { type: 'text/plain' }));
      return transfer;
    }, moves.toString());
    await page.locator('main').dispatchEvent('drop', { dataTransfer: dropped });
    await eventually(async () => expect(await pieces(page)).toBe(5));
    await leave(visited);
  });

  it('saves a position as facts and begins at pasted ones, unless they contradict each other', async () => {
    const visited = await visit(link(MISTAKE.slice(0, 3)));
    const { page } = visited;
    await solved(page);
    await open(page);
    const [name, facts] = await saved(page, 'Facts');
    expect(name).toBe('Tic-Tac-Toe-position.txt');
    expect(facts.toString()).toContain('(cell 2 2 x)\n');
    await page.getByRole('button', { name: 'New game' }).click();
    await eventually(async () => expect(await pieces(page)).toBe(0));
    const text = page.getByLabel('Moves, a match record, or the facts of a position');
    const read = page.getByRole('button', { name: 'Read', exact: true });
    await text.fill(facts.toString());
    await read.click();
    await eventually(async () => expect(await pieces(page)).toBe(3));
    await status(page).getByText('loss in 4').waitFor();
    // Two crosses and no nought: nobody can get there.
    await text.fill(facts.toString().replace('(cell 2 1 o)', '(cell 2 1 b)'));
    await read.click();
    await page.getByRole('alert').waitFor();
    await text.fill(facts.toString().replace('(cell 2 1 o)', '(cell 2 1 x)'));
    await read.click();
    await page.getByText('cannot be reached from the start').waitFor();
    await text.fill(`${facts.toString()}(cell 2 2 o)`);
    await read.click();
    await page.getByRole('alert').getByText('several facts hold').waitFor();
    visited.complaints.length = 0;
    await leave(visited);
  });

  it('saves the analysis as a page that needs nothing else', async () => {
    const visited = await visit(link(MISTAKE));
    const { page } = visited;
    await page.getByText('o: 1 mistake').waitFor();
    await open(page);
    const [name, text] = await saved(page, 'Analysis as a page');
    expect(name).toBe('Tic-Tac-Toe.html');
    const alone = await visit('#/');
    await alone.page.setContent(text.toString());
    await alone.page.getByRole('heading', { name: 'Value over the game' }).waitFor();
    await alone.page.getByText('made 1 mistake and lost 50 points').waitFor();
    await alone.page.getByRole('img', { name: 'value over the game' }).waitFor();
    await picture(alone.page, 'saved-analysis');
    // The page of the server forbids styles within it, which a file of its own does not know.
    alone.complaints.length = 0;
    await leave(alone);
    await leave(visited);
  });

  for (const game of [
    'tic-tac-toe',
    'hex:3',
    'nim:1,2,3',
    'hanoi:3',
    'dots-and-boxes:2x2',
    'three-mens-morris',
    'krk-endgame:4',
  ])
    it(`draws a position of ${game} as SVG and PNG, with the values shown`, async () => {
      const visited = await visit(`#/${encodeURIComponent(game)}/play`, { colorScheme: 'dark' });
      const { page } = visited;
      await solved(page);
      await open(page);
      const [, svg] = await saved(page, 'SVG');
      const [name, png] = await saved(page, 'PNG');
      expect(name).toMatch(/\.png$/);
      expect(png.subarray(1, 4).toString()).toBe('PNG');
      const drawn = svg.toString();
      expect(drawn).toMatch(/^<svg [^>]*viewBox/);
      expect(drawn).not.toMatch(/class=|NaN|var\(|foreignObject/);
      // As many shapes as the board has places, at least, and the values in words or signs.
      const badges = await board(page).locator('.badge b').allInnerTexts();
      for (const badge of badges) expect(drawn).toContain(`>${badge}</text>`);
      const shown = await visit('#/', { colorScheme: 'light' });
      await shown.page.setContent(drawn);
      await picture(shown.page, `svg-${game.replace(/\W/g, '-')}`);
      await leave(shown);
      await leave(visited);
    });

  for (const colorScheme of ['light', 'dark'] as const)
    for (const viewport of WIDTHS)
      it(`is accessible and fits, ${colorScheme}, ${viewport.width}`, async () => {
        const visited = await visit(link(MISTAKE), { colorScheme, viewport });
        const { page } = visited;
        await graph(page).waitFor();
        await record(page).getByTitle('Show this instead').click();
        await page.getByRole('list', { name: 'Variation' }).waitFor();
        await open(page);
        await picture(page, `record-${colorScheme}-${viewport.width}`);
        await checkAccessibility(page);
        await fitsWidth(page);
        await leave(visited);
      });
});
