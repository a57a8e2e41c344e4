import { describe, expect, it } from 'vitest';
import { board, cell, eventually, focusedName, solved, status } from './actions';
import { checkAccessibility, fitsWidth, leave, picture, tabTo, visit, type Visit, WIDTHS } from './browser';

/** The editor of a game that is solved, at the start. */
async function edit(game: string, options = {}): Promise<Visit> {
  const visited = await visit(`#/${encodeURIComponent(game)}/play`, options);
  const { page } = visited;
  await solved(page);
  await page.getByText('Open and save').click();
  await page.getByRole('link', { name: 'Edit', exact: true }).click();
  await page.getByRole('heading', { name: 'As facts' }).waitFor();
  return visited;
}

describe('the position editor', () => {
  it('puts pieces, changes the turn only when asked, says what a position is worth, and plays from it', async () => {
    const visited = await edit('tic-tac-toe');
    const { page } = visited;
    await page.getByRole('radio', { name: 'x', exact: true }).check();
    await cell(page, 'a1').click();
    // One cross, and still the turn of x: nobody gets there.
    await page.getByText('cannot be reached from the start').waitFor();
    const turn = page.getByLabel(/control/);
    expect(await turn.inputValue()).toBe('(control x)');
    await turn.selectOption('(control o)');
    await status(page).getByText('draw in 8').waitFor();
    await page.getByRole('radio', { name: 'o', exact: true }).check();
    await cell(page, 'b1').click();
    await turn.selectOption('(control x)');
    await status(page).getByText('win in 5').waitFor();
    await picture(page, 'edit');
    await page.getByRole('link', { name: 'Play from here' }).click();
    await page.getByText('This line begins at a given position').waitFor();
    await eventually(async () => expect(await board(page).locator('.piece').count()).toBe(2));
    await leave(visited);
  });

  it('takes pieces away, and goes back to the start', async () => {
    const visited = await edit('tic-tac-toe');
    const { page } = visited;
    await page.getByRole('radio', { name: 'x', exact: true }).check();
    await cell(page, 'b2').click();
    await eventually(async () => expect(await board(page).locator('.piece').count()).toBe(1));
    await cell(page, 'b2').click();
    await eventually(async () => expect(await board(page).locator('.piece').count()).toBe(0));
    await cell(page, 'b2').click();
    await page.getByRole('button', { name: 'Start position' }).click();
    await status(page).getByText('draw in 9').waitFor();
    await leave(visited);
  });

  it('takes facts and says which contradict each other', async () => {
    const visited = await edit('tic-tac-toe');
    const { page } = visited;
    const text = page.getByLabel('Facts of a position');
    const use = page.getByRole('button', { name: 'Use these facts' });
    await text.fill('(cell 1 1 x) (cell 1 1 o)');
    await use.click();
    await page.getByRole('alert').getByText('not a state of the game').waitFor();
    await leave(visited);
  });

  it('edits heaps and towers, and says that an unsolved game has no values', async () => {
    const heaps = await edit('nim:1,2,3');
    await heaps.page.getByLabel(/heap 3/).selectOption({ index: 0 });
    await status(heaps.page).locator('.chip').waitFor();
    await leave(heaps);
    const unsolved = await visit('#/connect-four%3A6x7/edit');
    await unsolved.page.getByText('is unknown: the game is not solved').waitFor();
    await leave(unsolved);
  });

  it('is operable by keyboard', async () => {
    const visited = await edit('tic-tac-toe');
    const { page } = visited;
    await tabTo(page, '[data-cell]');
    expect(await focusedName(page)).toMatch(/^a1, empty, put/);
    await page.keyboard.press('Enter');
    await eventually(async () => expect(await board(page).locator('.piece').count()).toBe(1));
    await leave(visited);
  });

  for (const colorScheme of ['light', 'dark'] as const)
    for (const viewport of WIDTHS)
      it(`is accessible and fits, ${colorScheme}, ${viewport.width}`, async () => {
        const visited = await edit('tic-tac-toe', { colorScheme, viewport });
        const { page } = visited;
        await status(page).locator('.chip').waitFor();
        await picture(page, `edit-${colorScheme}-${viewport.width}`);
        await checkAccessibility(page);
        await fitsWidth(page);
        await leave(visited);
      });
});
