import { type ChildProcess, spawn } from 'node:child_process';
import { serverProgram } from '../scripts/prepare.mjs';
import { cpuMs, stopChild } from './child-server.ts';
import { serverEnvironment } from './http-fixture.ts';
import { median } from './measure.ts';

const STARTS = 5;
const PORT = 3_299;
const LOOK_EVERY_MS = 5;
const PATIENCE_MS = 60_000;

/**
 * From the beginning of a server's process to its first `/readyz` that says yes, over a database that has its schema and whose edition was
 * seeded before; and the processor's time until then, which hangs less on what else the machine does. Medians.
 */
export async function takeColdStart(
  databaseUrl: string,
  evidenceDir: string,
): Promise<{ readyMs: number; cpuMs: number }> {
  const program = serverProgram();
  const environment = { ...program.env, ...serverEnvironment(PORT, databaseUrl, evidenceDir) };
  const starts: { readyMs: number; cpuMs: number }[] = [];
  for (let start = 0; start < STARTS; start++) {
    const startedAt = performance.now();
    const server = spawn(process.execPath, program.args, {
      env: { PATH: process.env.PATH, ...environment },
      stdio: ['ignore', 'ignore', 'inherit'],
    });
    try {
      await untilReady(server);
      starts.push({ readyMs: performance.now() - startedAt, cpuMs: cpuMs([server.pid as number]) });
    } finally {
      await stopChild(server);
    }
  }
  return { readyMs: median(starts.map((one) => one.readyMs)), cpuMs: median(starts.map((one) => one.cpuMs)) };
}

async function untilReady(server: ChildProcess): Promise<void> {
  const until = performance.now() + PATIENCE_MS;
  while (performance.now() < until) {
    if (server.exitCode !== null) throw new Error(`the server ended with ${server.exitCode}`);
    const isReady = await fetch(`http://127.0.0.1:${PORT}/readyz`).then(
      ({ ok }) => ok,
      () => false,
    );
    if (isReady) return;
    await new Promise((resolve) => setTimeout(resolve, LOOK_EVERY_MS));
  }
  throw new Error('the server did not become ready');
}
