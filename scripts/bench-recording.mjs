// npm run bench:recording: what the record of a purchase weighs, costs and takes to play, in a real browser against the real server. Arguments go on.
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
process.exit(run(node, [join(root, 'bench', 'recording.ts'), ...process.argv.slice(2)], { env }));
