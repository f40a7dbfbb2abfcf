// npm run bench:web: how fast the residents' pages show, in a real browser against the real server. Arguments go on.
import { join } from 'node:path';
import { ensureChromium } from './find-chromium.mjs';
import { checkNodeVersion, ensureInstalled, ensureStorefront, root, run, runtimeNode } from './prepare.mjs';

checkNodeVersion();
ensureInstalled();
const node = runtimeNode();
ensureStorefront(node);
const env = { ...process.env, CHROMIUM_PATH: ensureChromium() };
process.exit(run(node, [join(root, 'bench', 'web.ts'), ...process.argv.slice(2)], { env }));
