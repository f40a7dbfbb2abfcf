// npm run simulate: the money simulation, any number of seeds. Arguments go on; --help tells them.
import { join } from 'node:path';
import { checkNodeVersion, ensureInstalled, root, run, runtimeNode } from './prepare.mjs';

checkNodeVersion();
ensureInstalled();
process.exit(run(runtimeNode(), [join(root, 'tests', 'simulation', 'main.ts'), ...process.argv.slice(2)]));
