import { describe, expect, it } from 'vitest';
import { view } from './actions';
import { leave, picture, visit } from './browser';
import { playSheet, STUCK } from './sheets';

describe('solving', () => {
  it('is watched live, stopped and resumed', async () => {
    const visited = await visit('#/connect-four%3A5x5/solve');
    const { page } = visited;
    const form = page.getByRole('form', { name: 'Solve' });
    await page.getByRole('button', { name: 'Solve', exact: true }).click();
    await page.locator('.bars .bar').nth(3).waitFor();
    await page.locator('.uplot').first().waitFor();
    await picture(page, 'solving');
    await page.getByRole('button', { name: 'Stop' }).click();
    await page.getByRole('status').getByText('Stopped').waitFor();
    const figure = async (name: string) => {
      const shown = page.locator('.figures div').filter({ has: page.locator('dt', { hasText: name }) });
      return Number((await shown.locator('dd').innerText()).replace(/[^\d.]/g, ''));
    };
    const [found, time] = [await figure('States found'), await figure('Time')];
    expect(found).toBeGreaterThan(0);
    await form.getByRole('button', { name: 'Resume' }).click();
    await page.getByRole('status').getByText('Solving', { exact: true }).waitFor();
    // It goes on counting: states are committed layer by layer, and what was being made is made again.
    await expect.poll(() => figure('States found')).toBeGreaterThanOrEqual(found);
    expect(await figure('Time')).toBeGreaterThanOrEqual(time);
    await page.getByRole('button', { name: 'Stop' }).click();
    await form.getByRole('button', { name: 'Resume' }).waitFor();
    await leave(visited);
  });

  it('is started from the header, which says the same as the button below', async () => {
    const visited = await visit('#/connect-four%3A5x6/play');
    const { page } = visited;
    const header = page.locator('.standing');
    await header.getByRole('button', { name: 'Solve it' }).click();
    await page.getByRole('status').getByText('Solving', { exact: true }).waitFor();
    await page.locator('.bars .bar').nth(3).waitFor();
    const counted: number[] = [];
    for (let look = 0; look < 3; look += 1) {
      const layers = page.locator('.figures div').filter({ has: page.locator('dt', { hasText: 'Layers' }) });
      counted.push(Number(/^\d+/.exec(await layers.locator('dd').innerText())?.[0]));
      await page
        .locator('.bars .bar')
        .nth(5 + look)
        .waitFor();
    }
    expect(counted).toEqual([...counted].sort((a, b) => a - b));
    await page.getByRole('button', { name: 'Stop' }).click();
    await page.getByRole('button', { name: 'Resume' }).first().waitFor();
    await header.getByText('Partly solved.').waitFor();
    expect(await page.getByRole('button', { name: 'Resume' }).count()).toBe(2);
    await page.reload();
    await header.getByRole('button', { name: 'Resume' }).click();
    await page.getByRole('status').getByText('Solving', { exact: true }).waitFor();
    await page.getByRole('button', { name: 'Stop' }).click();
    await header.getByRole('button', { name: 'Resume' }).waitFor();
    await leave(visited);
  });

  it('stops at once while the rules are analysed', async () => {
    const visited = await visit('#/kalah%3A6x4/solve');
    const { page } = visited;
    const solve = page.getByRole('button', { name: 'Solve', exact: true });
    await solve.waitFor({ timeout: 80_000 });
    await solve.click();
    await page.getByRole('button', { name: 'Stop' }).click();
    await page.getByRole('status').getByText('Stopped', { exact: true }).waitFor();
    await leave(visited);
  });

  it('is not tried again and again where it can’t succeed', async () => {
    const visited = await visit('#/new');
    const { page } = visited;
    await playSheet(page, 'Nobody takes the last of all', STUCK);
    const failed = page.getByText('Could not be solved: ');
    await failed.waitFor();
    expect(await failed.innerText()).not.toContain('(heap');
    await page.reload();
    await failed.waitFor();
    await view(page, 'Solve');
    await page.getByRole('alert').waitFor();
    expect(await page.locator('.bars, .uplot, .figures').count()).toBe(0);
    await picture(page, 'not-solved');
    await page.getByRole('link', { name: 'Jobs' }).click();
    const jobs = page.getByRole('list', { name: 'Jobs' }).getByRole('listitem');
    await jobs.first().waitFor();
    expect(await jobs.filter({ hasText: 'Solve Nobody takes the last of all' }).count()).toBe(1);
    await leave(visited);
  });

  it('ends with value, sizes and shares of outcomes', async () => {
    const visited = await visit('#/clobber%3A3x3/solve');
    const { page } = visited;
    await page.getByText('With best play', { exact: true }).waitFor();
    await page.getByText('States per layer').waitFor();
    expect(await page.locator('.bars .bar').count()).toBeGreaterThan(3);
    await picture(page, 'solved');
    await leave(visited);
  });

  it('asks before it deletes what took long', async () => {
    const visited = await visit('#/nim%3A2%2C3/solve');
    const { page } = visited;
    const ask = page.getByRole('button', { name: 'Delete this database' });
    await ask.click();
    await page.getByText('With best play', { exact: true }).waitFor();
    await page.keyboard.press('Escape');
    await ask.click();
    await page.getByRole('button', { name: /^Delete this database\?/ }).click();
    await page.getByText('Not solved yet').waitFor();
    await leave(visited);
  });

  it('is listed among the jobs, from where it is stopped and forgotten', async () => {
    const visited = await visit('#/connect-four%3A6x5/solve');
    const { page } = visited;
    await page.getByRole('button', { name: 'Solve', exact: true }).click();
    await page.getByRole('status').getByText('Solving', { exact: true }).waitFor();
    await page.getByRole('link', { name: 'Jobs' }).click();
    const job = page
      .getByRole('list', { name: 'Jobs' })
      .getByRole('listitem')
      .filter({ hasText: 'Solve Connect Four 6x5' });
    await job.getByText('running').waitFor();
    await picture(page, 'jobs');
    await job.getByRole('button', { name: /^Stop/ }).click();
    await job.getByText('stopped').waitFor();
    await job.getByRole('button', { name: 'Clear', exact: true }).click();
    await job.getByRole('button', { name: /^Clear (it|this)/ }).click();
    await expect.poll(() => job.count()).toBe(0);
    // Finished jobs are cleared together.
    const done = page.getByRole('list', { name: 'Jobs' }).getByText(/^done,/);
    expect(await done.count()).toBeGreaterThan(1);
    await page.getByRole('button', { name: 'Clear finished jobs' }).click();
    await page.getByRole('button', { name: /^Clear \d+ jobs\?$/ }).click();
    await expect.poll(() => done.count()).toBe(0);
    await page.goto(`${page.url().split('#')[0]}#/`);
    await page
      .getByText(/started, .* states found/)
      .first()
      .waitFor();
    await leave(visited);
  });
});
