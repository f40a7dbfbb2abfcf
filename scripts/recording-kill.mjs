// npm run recording:kill: a server killed again and again under load; nothing that it answered for may be lost.
import { join } from 'node:path';
import {
  checkNodeVersion,
  ensureConsole,
  ensureInstalled,
  ensureStorefront,
  root,
  run,
  runtimeNode,
} from './prepare.mjs';

checkNodeVersion();
ensureInstalled();
const node = runtimeNode();
// The server does not start without its pages.
ensureStorefront(node);
ensureConsole(node);
process.exit(run(node, [join(root, 'tests', 'recording-kill', 'main.ts'), ...process.argv.slice(2)]));
