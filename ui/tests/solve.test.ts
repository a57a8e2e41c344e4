import { describe, expect, it } from 'vitest';
import { leave, picture, visit } from './browser';

describe('solving', () => {
  it('is watched live, stopped and resumed', async () => {
    const visited = await visit('#/connect-four%3A5x5/solve');
    const { page } = visited;
    await page.getByRole('button', { name: 'Solve', exact: true }).click();
    await page.locator('.bars .bar').nth(3).waitFor();
    await page.locator('.uplot').first().waitFor();
    await picture(page, 'solving');
    await page.getByRole('button', { name: 'Stop' }).click();
    await page.getByRole('status').getByText('Stopped').waitFor();
    await page.getByRole('button', { name: 'Resume' }).click();
    await page.getByRole('status').getByText('Solving', { exact: true }).waitFor();
    await page.getByRole('button', { name: 'Stop' }).click();
    await page.getByRole('button', { name: 'Resume' }).waitFor();
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
    await page.getByRole('button', { name: /^Delete it for good/ }).click();
    await page.getByText('Not solved yet').waitFor();
    await leave(visited);
  });

  it('is listed among the jobs, from where it is stopped and forgotten', async () => {
    const visited = await visit('#/connect-four%3A6x5/solve');
    const { page } = visited;
    await page.getByRole('button', { name: 'Solve', exact: true }).click();
    await page.getByRole('status').getByText('Solving', { exact: true }).waitFor();
    await page.getByRole('link', { name: 'Jobs' }).click();
    const job = page.getByRole('list', { name: 'Jobs' }).getByRole('listitem').filter({ hasText: '6x5' });
    await job.getByText('running').waitFor();
    await picture(page, 'jobs');
    await job.getByRole('button', { name: /^Stop/ }).click();
    await job.getByText('stopped').waitFor();
    await job.getByRole('button', { name: 'Forget' }).click();
    await job.getByRole('button', { name: /^Forget it/ }).click();
    await expect.poll(() => job.count()).toBe(0);
    await page.goto(`${page.url().split('#')[0]}#/`);
    await page
      .getByText(/begun, .* states found/)
      .first()
      .waitFor();
    await leave(visited);
  });
});
