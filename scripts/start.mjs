// npm start: from a fresh clone to a running shop.
import { spawnSync } from 'node:child_process';
import {
  checkNodeVersion,
  ensureConsole,
  ensureInstalled,
  ensureServer,
  ensureStorefront,
  runtimeNode,
  runUntilStopped,
  serverProgram,
} from './prepare.mjs';

checkNodeVersion();
ensureInstalled();
const node = runtimeNode();
ensureStorefront(node);
ensureConsole(node);
ensureServer(node);
const { args, env } = serverProgram();
const server = runUntilStopped(node, args, { env: { ...env, ...process.env } });

// npm starts us through a shell. When npm itself is killed without warning nobody tells us, so we look.
if (process.env.npm_lifecycle_event) {
  const parent = process.ppid;
  const described = spawnSync('ps', ['-o', 'ppid=,comm=', '-p', String(parent)], { encoding: 'utf8' }).stdout ?? '';
  const [, grandparent, command] = /^\s*(\d+)\s+(.*)$/m.exec(described) ?? [];
  const watched = /(^|\/)(sh|bash|dash|zsh)$/.test(command ?? '') ? [parent, Number(grandparent)] : [parent];
  setInterval(() => {
    for (const pid of watched) {
      try {
        process.kill(pid, 0);
      } catch (error) {
        if (error.code === 'ESRCH') server.kill('SIGTERM');
      }
    }
  }, 500).unref();
}
