import { describe, expect, it } from 'vitest';
import { board, cell, playMove, solved, view } from './actions';
import { leave, picture, visit } from './browser';
import { playSheet, TOWNS } from './sheets';

describe('pictures', () => {
  it('of queens have a board to click on', async () => {
    const visited = await visit('#/queens%3A5/play');
    const { page } = visited;
    await solved(page);
    expect(await board(page).locator('[data-cell]').count()).toBe(25);
    await cell(page, 'a3').click();
    await expect.poll(() => board(page).locator('.piece').count()).toBe(1);
    expect(await page.locator('main').innerText()).not.toContain('none');
    await picture(page, 'drawing-queens');
    await leave(visited);
  });

  it('of pancakes have a number of steps and no heap of them', async () => {
    const visited = await visit('#/pancakes%3A4/play');
    const { page } = visited;
    await solved(page);
    const step = board(page)
      .locator('.counter')
      .filter({ has: page.getByText('step', { exact: true }) });
    expect(await step.locator('.object').count()).toBe(0);
    expect(await step.locator('.count').innerText()).toBe('0');
    expect(await board(page).locator('.counter .object').count()).toBe(16);
    await picture(page, 'drawing-pancakes');
    await leave(visited);
  });

  it('of Hex have edges in the colours of the players', async () => {
    const visited = await visit('#/hex%3A3/play');
    const { page } = visited;
    await solved(page);
    expect(await board(page).locator('polyline.red').count()).toBe(2);
    expect(await board(page).locator('polyline.blue').count()).toBe(2);
    await picture(page, 'drawing-hex');
    await leave(visited);
  });

  it('of Domineering have whole dominoes', async () => {
    const visited = await visit('#/domineering%3A4x4/play');
    const { page } = visited;
    await solved(page);
    await playMove(page, 'place 1 1 2 1');
    await playMove(page, 'place 4 3 4 4');
    await expect.poll(() => board(page).locator('rect.block').count()).toBe(4);
    const box = async (index: number) =>
      (await board(page).locator('rect.block').nth(index).boundingBox()) ?? { y: 0, height: 0 };
    const [upper, lower] = [await box(0), await box(1)];
    expect(upper.y + upper.height).toBeGreaterThan(lower.y);
    expect(await board(page).innerText()).not.toMatch(/vertical|horizontal|full/);
    await picture(page, 'drawing-domineering');
    await leave(visited);
  });

  it('of a graph are as its sheet says', async () => {
    const visited = await visit('#/new');
    const { page } = visited;
    await playSheet(page, 'Towns', TOWNS);
    await solved(page);
    expect(await board(page).locator('.lines line').count()).toBe(4);
    const top = async (name: RegExp) =>
      (await board(page).getByLabel(name).or(board(page).getByRole('button', { name })).boundingBox())?.y ?? 0;
    expect(await top(/^bonn/)).toBeLessThan(await top(/^ulm/));
    expect(await top(/^ulm/)).toBe(await top(/^jena/));
    await cell(page, 'bonn').click();
    await expect.poll(() => cell(page, 'jena').count()).toBe(1);
    await picture(page, 'drawing-graph');
    await leave(visited);
  });

  it('that cannot be read are reported with the rules', async () => {
    const visited = await visit('#/new');
    const { page } = visited;
    await playSheet(page, 'Towns without a drawing', TOWNS.replace('{"graph"', '{graph'));
    await solved(page);
    await view(page, 'Rules');
    await page.getByRole('alert').getByText('is not a JSON object').waitFor();
    await leave(visited);
  });
});
