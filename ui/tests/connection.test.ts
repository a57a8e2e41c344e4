import { describe, expect, it } from 'vitest';
import { board, cell, solved } from './actions';
import { leave, picture, visit } from './browser';

describe('a server that is away', () => {
  it('is told of once, asked again, and what was shown comes back by itself', async () => {
    const visited = await visit('#/tic-tac-toe/play');
    const { page, complaints } = visited;
    await solved(page);
    await cell(page, 'b2').click();
    await expect.poll(() => board(page).locator('.piece').count()).toBe(1);
    await page.route('**/api/**', (route) => route.abort());
    await cell(page, 'a1').click();
    const alert = page.getByRole('alert');
    await alert.getByText('The server does not answer').waitFor();
    expect(await alert.count()).toBe(1);
    // Nothing was played, so no cell is marked as if it had been.
    await expect.poll(() => board(page).locator('.cell.last').getAttribute('aria-label')).toMatch(/^b2/);
    await page.getByRole('button', { name: 'Try again' }).click();
    await alert.waitFor();
    await picture(page, 'server-away');
    await page.getByRole('link', { name: 'Games', exact: true }).click();
    await page.getByText('Loading').waitFor();
    await page.goBack();
    await page.unroute('**/api/**');
    await alert.waitFor({ state: 'detached' });
    await expect.poll(() => board(page).locator('.piece').count()).toBe(1);
    await page.getByRole('link', { name: 'Games', exact: true }).click();
    await page.getByRole('heading', { name: 'Tic-Tac-Toe', exact: true }).waitFor();
    // The browser notes each request that failed, which is what is looked at here.
    complaints.length = 0;
    await leave(visited);
  });
});
