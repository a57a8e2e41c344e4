import { describe, expect, it } from 'vitest';
import type { Page } from 'playwright-core';
import { board, eventually, solved, status, view } from './actions';
import { checkAccessibility, fitsWidth, leave, picture, tabTo, visit, WIDTHS } from './browser';

const found = (page: Page) => page.locator('.results [role="status"]');
const thumbnails = (page: Page) => page.getByRole('list', { name: 'Positions' }).getByRole('link');
const says = (page: Page, text: string) => found(page).getByText(text, { exact: true }).waitFor();

/** The explorer of a game that is solved. */
async function explore(game: string): Promise<Awaited<ReturnType<typeof visit>>> {
  const visited = await visit(`#/${encodeURIComponent(game)}/play`);
  await solved(visited.page);
  await view(visited.page, 'Explore');
  return visited;
}

describe('the explorer', () => {
  it('counts positions and shows the longest wins first, and each can be played from', async () => {
    const visited = await explore('tic-tac-toe');
    const { page } = visited;
    await says(page, '5,478 positions');
    expect(await thumbnails(page).count()).toBe(24);
    await page.getByLabel('Result with best play').selectOption('won for the player to move');
    await eventually(async () => expect(await thumbnails(page).first().innerText()).toContain('win in 5'));
    await thumbnails(page).first().click();
    await status(page).getByText('win in 5').waitFor();
    await page.getByText('This line begins at a given position').waitFor();
    const before = await board(page).locator('.piece').count();
    await page.getByRole('list', { name: 'Moves' }).getByRole('button').first().click();
    await eventually(async () => expect(await board(page).locator('.piece').count()).toBe(before + 1));
    // The link holds where the line begins.
    await page.reload();
    await eventually(async () => expect(await board(page).locator('.piece').count()).toBe(before + 1));
    await page.getByRole('button', { name: 'To the start of the game' }).click();
    await eventually(async () => expect(await board(page).locator('.piece').count()).toBe(0));
    await leave(visited);
  });

  it('says that games with expected rewards cannot be explored', async () => {
    const visited = await visit('#/pig%3A5/explore');
    await visited.page.getByText('This game has chance or simultaneous moves').waitFor();
    expect(await thumbnails(visited.page).count()).toBe(0);
    await leave(visited);
  });

  it('filters by a click on a layer, a length and a result, and clears', async () => {
    const visited = await explore('tic-tac-toe');
    const { page } = visited;
    await page.getByRole('button', { name: 'Layer 4: 756 positions' }).click();
    await says(page, '756 positions');
    await page
      .getByRole('list', { name: 'Results' })
      .getByRole('button', { name: /x wins/ })
      .click();
    expect(page.url()).toContain('layer=4');
    await page.getByRole('button', { name: /^3 moves: / }).click();
    await eventually(async () => expect(await thumbnails(page).first().innerText()).toContain('win in 3'));
    await page.reload();
    await eventually(async () => expect(await thumbnails(page).first().innerText()).toContain('win in 3'));
    await page.getByRole('button', { name: 'Clear' }).click();
    await says(page, '5,478 positions');
    await leave(visited);
  });

  it('finds positions with one good move only, random ones, and others', async () => {
    const visited = await explore('tic-tac-toe');
    const { page } = visited;
    await page.getByLabel('One good move only').check();
    await page.getByLabel('Layer', { exact: true }).fill('1');
    await says(page, '4 positions');
    await page.getByLabel('Layer', { exact: true }).fill('4');
    await page.getByLabel(/^Show/).selectOption('Random positions');
    const links = () => thumbnails(page).evaluateAll((all) => all.map((each) => each.getAttribute('href')));
    await eventually(async () => expect((await links()).length).toBe(24));
    const before = await links();
    await page.getByRole('button', { name: 'Others' }).click();
    await eventually(async () => expect(await links()).not.toEqual(before));
    await thumbnails(page).first().click();
    await status(page).locator('.chip').waitFor();
    await leave(visited);
  });

  it('says what is wrong with a condition', async () => {
    const visited = await explore('tic-tac-toe');
    const { page, complaints } = visited;
    await page.getByRole('textbox', { name: 'Moves to the end' }).fill('many');
    await page.getByRole('alert').getByText('“many” is not a distance').waitFor();
    await page.getByRole('textbox', { name: 'Moves to the end' }).fill('9');
    await says(page, '1 position');
    complaints.length = 0;
    await leave(visited);
  });

  it('is operable by keyboard', async () => {
    const visited = await explore('tic-tac-toe');
    const { page } = visited;
    await says(page, '5,478 positions');
    await tabTo(page, '[aria-label="Layer 1: 9 positions"]');
    await page.keyboard.press('Enter');
    await says(page, '9 positions');
    await tabTo(page, '.positions a');
    await page.keyboard.press('Enter');
    await status(page).waitFor();
    await leave(visited);
  });

  it('works for counters, points and one player, and asks to solve other games first', async () => {
    for (const game of ['nim:1,2,3', 'hanoi:3', 'three-mens-morris']) {
      const visited = await explore(game);
      await thumbnails(visited.page).first().waitFor();
      await picture(visited.page, `explore-${game.replace(/\W/g, '-')}`);
      await leave(visited);
    }
    const unsolved = await visit('#/connect-four%3A6x7/explore');
    await unsolved.page.getByText('can be explored once it is').waitFor();
    await leave(unsolved);
  });

  it('shows the first thumbnails at once', async () => {
    const visited = await explore('connect-four:4x4');
    const { page } = visited;
    await thumbnails(page).first().waitFor();
    await page.reload();
    await thumbnails(page).first().waitFor();
    const took = await page.evaluate(async () => {
      const button = document.querySelector<HTMLElement>('[aria-label^="Layer 8"]');
      const list = document.querySelector('.positions');
      const start = performance.now();
      const changed = new Promise<void>((resolve) => {
        if (list)
          new MutationObserver(() => resolve()).observe(list, { childList: true, subtree: true, attributes: true });
      });
      button?.click();
      await changed;
      return performance.now() - start;
    });
    console.log(`thumbnails ${Math.round(took)} ms after the click`);
    await page.getByRole('button', { name: /^Layer 8: /, pressed: true }).waitFor();
    expect(await thumbnails(page).count()).toBe(24);
    await leave(visited);
  });

  for (const colorScheme of ['light', 'dark'] as const)
    for (const viewport of WIDTHS)
      it(`is accessible and fits, ${colorScheme}, ${viewport.width}`, async () => {
        const first = await visit('#/tic-tac-toe/play');
        await solved(first.page);
        await leave(first);
        const visited = await visit('#/tic-tac-toe/explore?layer=4', { colorScheme, viewport });
        const { page } = visited;
        await thumbnails(page).first().waitFor();
        await page.getByText('More conditions').click();
        await picture(page, `explore-${colorScheme}-${viewport.width}`);
        await checkAccessibility(page);
        await fitsWidth(page);
        await leave(visited);
      });
});
