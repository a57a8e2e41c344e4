import { describe, expect, it } from 'vitest';
import { eventually, playMove, solved, status, view } from './actions';
import { leave, picture, visit } from './browser';
import { playSheet, POINTS, THREE } from './sheets';

describe('points', () => {
  it('are shown where rewards say more than who wins: in the header, on moves, in the review and in charts', async () => {
    const visited = await visit('#/new');
    const { page } = visited;
    await playSheet(page, 'Two ways', POINTS);
    await solved(page);
    await page.getByText('With best play: a 55, b 45.').waitFor();
    expect(await status(page).innerText()).toContain('55 points in 2');
    const moves = page.getByRole('list', { name: 'Moves' });
    await moves.getByRole('button', { name: '55 points in 2 go up' }).waitFor();
    await moves.getByRole('button', { name: '40 points in 2 go down' }).waitFor();
    await picture(page, 'points-moves');
    await playMove(page, 'go down');
    await playMove(page, 'turn left');
    await page.getByText('55 → 40, mistake').waitFor();
    await eventually(async () => expect(await status(page).innerText()).toBe('a 40, b 60'));
    await picture(page, 'points-review');
    await view(page, 'Solve');
    await page.getByText('by the points of a').waitFor();
    await page.getByRole('list', { name: 'Shares of states' }).getByText('a 55, b 45').waitFor();
    await picture(page, 'points-charts');
    await leave(visited);
  });

  it('are shown between three players, none of whom has simply lost', async () => {
    const visited = await visit('#/new');
    const { page } = visited;
    await playSheet(page, 'Three ways', THREE);
    await solved(page);
    await page.getByText('With best play: a 50, b 30, c 20.').waitFor();
    const moves = page.getByRole('list', { name: 'Moves' });
    await moves.getByRole('button', { name: '20 points in 3 go some' }).waitFor();
    await moves.getByRole('button', { name: '0 points in 3 go none' }).waitFor();
    await picture(page, 'points-three');
    await leave(visited);
  });

  it('give way to signs where a game is only won, drawn and lost', async () => {
    const visited = await visit('#/tic-tac-toe/play');
    const { page } = visited;
    await solved(page);
    await page.getByText('With best play: a draw.').waitFor();
    expect(await status(page).innerText()).toContain('draw in 9');
    await leave(visited);
  });
});
