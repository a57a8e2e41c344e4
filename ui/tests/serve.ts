/**
 * Starts the server that the browser tests drive, with an empty data directory, and ends it afterwards. With
 * BACKSOLVE_ADDRESS the tests drive a page that is served already, such as that of `npm run dev`.
 */

import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import type { TestProject } from 'vitest/node';

declare module 'vitest' {
  export interface ProvidedContext {
    address: string;
  }
}

export default async function serve(project: TestProject): Promise<() => Promise<void>> {
  const running = process.env['BACKSOLVE_ADDRESS'];
  if (running) {
    project.provide('address', running);
    return () => Promise.resolve();
  }
  const binary = resolve(process.env['BACKSOLVE'] ?? '../target/release/backsolve');
  const data = mkdtempSync(join(tmpdir(), 'backsolve-page-'));
  const server = spawn(binary, ['serve', '--port', '0', '--json', '--data', data], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  project.provide('address', await addressOf(server, binary));
  return async () => {
    const gone = new Promise((done) => server.once('exit', done));
    server.kill();
    await gone;
    rmSync(data, { recursive: true, force: true });
  };
}

/** The server says where it listens in a JSON object, before anything else. */
function addressOf(server: ChildProcess, binary: string): Promise<string> {
  return new Promise((resolve, reject) => {
    server.once('error', (reason) => reject(new Error(`${binary} does not start: ${reason.message}`)));
    server.once('exit', (code) =>
      reject(new Error(`${binary} ended with code ${code} before it said where it listens`)),
    );
    let said = '';
    server.stdout?.setEncoding('utf8').on('data', (text: string) => {
      said += text;
      if (said.trimEnd().endsWith('}')) resolve((JSON.parse(said) as { address: string }).address);
    });
  });
}
