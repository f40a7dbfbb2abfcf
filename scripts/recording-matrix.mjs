// npm run recording:kill-matrix: pages ended in every way; what they recorded must be there after the next visit. Arguments go on.
import { join } from 'node:path';
import { ensureChromium } from './find-chromium.mjs';
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
ensureStorefront(node);
ensureConsole(node);
const env = { ...process.env, CHROMIUM_PATH: ensureChromium() };
process.exit(run(node, [join(root, 'tests', 'recording-matrix', 'main.ts'), ...process.argv.slice(2)], { env }));
