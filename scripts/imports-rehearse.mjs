// npm run imports:rehearse -- --rows 100000: a big file through the console of a real server that is killed in the middle.
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
process.exit(run(node, [join(root, 'tests', 'imports-rehearsal', 'main.ts'), ...process.argv.slice(2)]));
