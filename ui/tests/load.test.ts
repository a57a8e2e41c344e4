import { describe, expect, it } from 'vitest';
import { leave, visit } from './browser';

describe('the first load', () => {
  it('is small, in few requests', async () => {
    const visited = await visit('#/');
    await visited.page.getByRole('heading', { name: 'Start here' }).waitFor();
    const loaded = await visited.page.evaluate(() => {
      const entries = [
        ...performance.getEntriesByType('navigation'),
        ...performance.getEntriesByType('resource'),
      ] as PerformanceResourceTiming[];
      return entries.map(({ name, encodedBodySize, responseEnd }) => ({ name, encodedBodySize, responseEnd }));
    });
    const bytes = loaded.reduce((sum, { encodedBodySize }) => sum + encodedBodySize, 0);
    const ready = Math.max(...loaded.map(({ responseEnd }) => responseEnd));
    console.log(`${loaded.length} requests, ${bytes} bytes as sent, last answer after ${Math.round(ready)} ms`);
    expect(bytes).toBeLessThan(250_000);
    expect(loaded.length).toBeLessThan(12);
    await leave(visited);
  });

  it('can switch between light and dark and remembers it', async () => {
    const visited = await visit('#/', { colorScheme: 'light' });
    const { page } = visited;
    const background = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
    const light = await background();
    await page.getByLabel('Colours').selectOption('dark');
    const dark = await background();
    expect(dark).not.toBe(light);
    await page.reload();
    expect(await background()).toBe(dark);
    await leave(visited);
  });
});
