import { connect, createServer } from 'node:net';
import { StartupProblem } from '../startup-problem.ts';

/** How long a program that is just ending may still hold its port. */
const leavingMs = 3_000;

/**
 * Refuses a port that something else listens on.
 * A port held by a run that is ending is waited for.
 */
export async function requireFreePort(port: number, setting: 'PORT' | 'SANDBOX_PORT'): Promise<void> {
  const pauseMs = 100;
  for (let waitedMs = 0; ; waitedMs += pauseMs) {
    const problem = await tryListen(port);
    if (problem === null) return;
    if (problem !== 'EADDRINUSE') throw cannotListen(port, setting, problem);
    if (waitedMs >= leavingMs) throw portInUse(port, setting);
    await new Promise((resolve) => setTimeout(resolve, pauseMs));
  }
}

/** The reason why nothing can listen on the port, or null. */
function tryListen(port: number): Promise<string | null> {
  return new Promise((done) => {
    const probe = createServer();
    probe.once('error', (error: NodeJS.ErrnoException) => done(error.code ?? error.message));
    probe.listen(port, () => probe.close(() => done(null)));
  });
}

export function portInUse(port: number, setting: 'PORT' | 'SANDBOX_PORT'): StartupProblem {
  const other = port + 10;
  return new StartupProblem(
    `端口 ${port} 已被别的程序占用。Port ${port} is already in use.`,
    `请停止那个程序（lsof -i :${port} 可查看），或换一个端口：${setting}=${other} npm start。Stop that program, or choose another port: ${setting}=${other} npm start`,
  );
}

/** One port was given for both. */
export function samePorts(port: number): StartupProblem {
  const other = port + 100;
  return new StartupProblem(
    `PORT 和 SANDBOX_PORT 都是 ${port}。PORT and SANDBOX_PORT are both ${port}.`,
    `请给沙箱另一个端口：SANDBOX_PORT=${other} npm start。Give the sandbox another port: SANDBOX_PORT=${other} npm start`,
  );
}

function cannotListen(port: number, setting: string, code: string): StartupProblem {
  return new StartupProblem(
    `不能使用端口 ${port}（${code}）。Port ${port} cannot be used.`,
    `请用 ${setting} 换一个 1024 以上的端口。Choose a port above 1024 with ${setting}.`,
  );
}

/** Resolves when something on this machine takes connections on the port; false when `timeoutMs` have passed. */
export async function waitForListener(port: number, timeoutMs: number, given: () => boolean): Promise<boolean> {
  const pauseMs = 25;
  for (let waitedMs = 0; waitedMs < timeoutMs && given(); waitedMs += pauseMs) {
    if (await canConnect(port)) return true;
    await new Promise((resolve) => setTimeout(resolve, pauseMs));
  }
  return false;
}

function canConnect(port: number): Promise<boolean> {
  return new Promise((done) => {
    const socket = connect({ port, host: 'localhost' });
    socket.once('connect', () => {
      socket.destroy();
      done(true);
    });
    socket.once('error', () => done(false));
  });
}
