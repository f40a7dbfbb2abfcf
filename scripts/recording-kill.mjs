// npm run recording:kill: a server killed again and again under load; nothing that it answered for may be lost.
import { join } from 'node:path';
import { checkNodeVersion, ensureInstalled, root, run, runtimeNode } from './prepare.mjs';

checkNodeVersion();
ensureInstalled();
process.exit(run(runtimeNode(), [join(root, 'tests', 'recording-kill', 'main.ts'), ...process.argv.slice(2)]));
