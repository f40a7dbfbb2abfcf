// npm run verify:tamper: damages sealed recordings; every damage must be found and named. Arguments go on; --help tells them.
import { join } from 'node:path';
import { checkNodeVersion, ensureInstalled, root, run, runtimeNode } from './prepare.mjs';

checkNodeVersion();
ensureInstalled();
process.exit(run(runtimeNode(), [join(root, 'tests', 'tamper', 'main.ts'), ...process.argv.slice(2)]));
