// npm run bench: speeds as ratios against a limit of the same PostgreSQL in the same run. Arguments go on.
import { join } from 'node:path';
import { checkNodeVersion, ensureInstalled, root, run, runtimeNode } from './prepare.mjs';

checkNodeVersion();
ensureInstalled();
process.exit(run(runtimeNode(), [join(root, 'bench', 'bench.ts'), ...process.argv.slice(2)]));
