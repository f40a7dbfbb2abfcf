// npm run dev: the server restarts and the page reloads when a file changes.
// The page is served by Vite on PORT; everything else goes through to the server on the port above it that is not the sandbox's.
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { checkNodeVersion, ensureConsole, ensureInstalled, ensureStorefront, root, runtimeNode } from './prepare.mjs';

checkNodeVersion();
ensureInstalled();
const node = runtimeNode();
// The landing page's HTML is made from the build, so the server needs one even here.
ensureStorefront(node);
ensureConsole(node);

const port = Number(process.env.PORT || 3000);
const above = port + 1 === Number(process.env.SANDBOX_PORT || 3100) ? port + 2 : port + 1;
const serverPort = Number(process.env.DEV_SERVER_PORT || above);
const children = [
  spawn(node, ['--watch', '--watch-preserve-output', join('apps', 'server', 'src', 'main.ts')], {
    cwd: root,
    stdio: 'inherit',
    env: {
      ...process.env,
      PORT: String(serverPort),
      PUBLIC_ORIGIN: process.env.PUBLIC_ORIGIN || `http://localhost:${port}`,
    },
  }),
  spawn(node, [join(root, 'node_modules', 'vite', 'bin', 'vite.js'), '--port', String(port), '--strictPort'], {
    cwd: join(root, 'apps', 'storefront'),
    stdio: 'inherit',
    env: { ...process.env, DEV_SERVER: `http://localhost:${serverPort}` },
  }),
];

let stopping = false;
function stopAll(code) {
  if (!stopping) for (const child of children) child.kill('SIGTERM');
  stopping = true;
  process.exitCode = code;
}
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => stopAll(0));
for (const child of children) child.on('exit', (code) => stopAll(code ?? 0));
