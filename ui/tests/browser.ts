/** A browser for the tests: pages that note every error and every foreign request, screenshots, accessibility. */

import { mkdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import axe from 'axe-core';
import { type Browser, type BrowserContextOptions, chromium, type Page } from 'playwright-core';
import { afterAll, beforeAll, expect, inject } from 'vitest';

const FLAGS = [
  '--headless',
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];
const ARTEFACTS = 'artefacts';
const axeSource = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

export const DESKTOP = { width: 1280, height: 820 };
/** Tall enough for a whole view in a picture. */
export const TALL = { width: 1280, height: 1080 };
export const PHONE = { width: 360, height: 740 };

/** The widths at which views are looked at: a phone, a laptop, a desk. */
export const WIDTHS = [
  { width: 390, height: 844 },
  { width: 1280, height: 820 },
  { width: 1440, height: 900 },
];

/** One browser for the tests of a file. */
let browser: Browser;
beforeAll(async () => {
  browser = await chromium.launch({ executablePath: process.env['CHROMIUM'] ?? '/usr/bin/chromium', args: FLAGS });
});
afterAll(() => browser.close());

export interface Visit {
  page: Page;
  /** What the page complained about, and requests that left the server. */
  complaints: string[];
}

/** A page of its own, with nothing remembered from others. */
export async function visit(hash: string, options: BrowserContextOptions = {}): Promise<Visit> {
  const context = await browser.newContext({ viewport: DESKTOP, reducedMotion: 'reduce', ...options });
  const page = await context.newPage();
  page.setDefaultTimeout(30_000);
  const complaints: string[] = [];
  const address = inject('address');
  page.on('console', (message) => {
    // The text of a failed request does not say which.
    if (message.type() === 'error') complaints.push(`${message.text()} ${message.location().url}`);
  });
  page.on('pageerror', (error) => complaints.push(error.message));
  page.on('request', (request) => {
    if (!request.url().startsWith(address) && !request.url().startsWith('blob:'))
      complaints.push(`foreign request: ${request.url()}`);
  });
  await page.goto(`${address}/${hash}`);
  return { page, complaints };
}

export async function leave({ page, complaints }: Visit): Promise<void> {
  await page.context().close();
  expect(complaints).toEqual([]);
}

/** Tabs on until something has the focus, as somebody without a mouse would. */
export async function tabTo(page: Page, selector: string): Promise<void> {
  for (let tabs = 0; tabs < 60; tabs += 1) {
    await page.keyboard.press('Tab');
    if (await page.evaluate((wanted) => document.activeElement?.matches(wanted) ?? false, selector)) return;
  }
  throw new Error(`no number of tabs leads to ${selector}`);
}

/** A picture kept for people to look at. */
export async function picture(page: Page, name: string): Promise<void> {
  mkdirSync(ARTEFACTS, { recursive: true });
  await page.screenshot({ path: join(ARTEFACTS, `${name}.png`), fullPage: true });
}

/** The pictures that README shows. */
const README = new Set([
  'tic-tac-toe-play',
  'tic-tac-toe-build',
  'connect-four-play',
  'nim-play',
  'three-mens-morris-strategy',
]);

/**
 * A picture of the newcomer's way, as a reader would see it. Those of README are written anew only when README_PICTURES
 * asks for it, since no two machines draw the same pixels.
 */
export async function wayPicture(page: Page, name: string): Promise<void> {
  const target = process.env['README_PICTURES'] && README.has(name) ? '../docs/screenshots' : ARTEFACTS;
  mkdirSync(target, { recursive: true });
  await page.mouse.move(0, 0);
  await page.evaluate(() => scrollTo(0, 0));
  // As high as what is there, so that no picture ends in empty paper.
  const bottom = await page.evaluate(() =>
    Math.max(...[...document.querySelectorAll('main *')].map((element) => element.getBoundingClientRect().bottom)),
  );
  const height = Math.min(TALL.height, Math.ceil(bottom) + 32);
  await page.screenshot({ path: join(target, `${name}.png`), clip: { x: 0, y: 0, width: TALL.width, height } });
}

/** No violation of the rules of the Web Content Accessibility Guidelines that a program can find. */
export async function checkAccessibility(page: Page): Promise<void> {
  await page.evaluate(axeSource);
  const result = await page.evaluate(() =>
    (globalThis as unknown as { axe: typeof axe }).axe.run(document, {
      runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'],
    }),
  );
  const found = result.violations.map(
    ({ id, nodes }) =>
      `${id}: ${nodes.map((node) => `${node.target.join(' ')} ${node.failureSummary ?? ''}`).join(' | ')}`,
  );
  expect(found).toEqual([]);
}

/** Nothing sticks out to the right on a phone. */
export async function fitsWidth(page: Page): Promise<void> {
  const [content, view] = await page.evaluate(() => [document.documentElement.scrollWidth, innerWidth]);
  expect(content).toBeLessThanOrEqual(view ?? 0);
}
