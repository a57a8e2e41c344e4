import { svelte } from '@sveltejs/vite-plugin-svelte';
import { defineConfig } from 'vitest/config';

/** Where `backsolve serve` listens while the page is developed with `npm run dev`. */
const server = process.env.BACKSOLVE_SERVER ?? 'http://127.0.0.1:7070';

/** The server refuses requests of foreign origin, so the proxy speaks in the server's own name. */
const proxy = {
  '/api': { target: server, changeOrigin: true, headers: { origin: server } },
};

export default defineConfig({
  plugins: [svelte()],
  base: './',
  server: { proxy },
  // As strict as the server, so that what it would refuse shows before.
  preview: { proxy, headers: { 'content-security-policy': "default-src 'self'; img-src 'self' blob:" } },
  build: {
    // The module preload helper would be an extra script for browsers that can't run the page anyway.
    modulePreload: { polyfill: false },
    // Data addresses would need a wider content security policy.
    assetsInlineLimit: 0,
    target: 'es2022',
  },
  test: { include: ['src/**/*.test.ts'] },
});
