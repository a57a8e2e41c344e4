/** Starts the server that the browser tests drive, with an empty data directory, and ends it afterwards. */

import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { createInterface } from 'node:readline';
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

/** The server says where it listens in its first line. */
function addressOf(server: ChildProcess, binary: string): Promise<string> {
  return new Promise((resolve, reject) => {
    server.once('error', (reason) => reject(new Error(`${binary} does not start: ${reason.message}`)));
    server.once('exit', (code) =>
      reject(new Error(`${binary} ended with code ${code} before it said where it listens`)),
    );
    if (!server.stdout) return reject(new Error('the server has no output'));
    createInterface({ input: server.stdout }).once('line', (line) => {
      resolve((JSON.parse(line) as { address: string }).address);
    });
  });
}
