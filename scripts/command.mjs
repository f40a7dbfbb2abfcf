// npm run ledger:check, npm run reconcile, npm run import:issues, npm run import:claims, npm run claims:check, npm run partner:key …: commands beside the program, on its database.
import { join } from 'node:path';
import { checkNodeVersion, ensureInstalled, root, run, runtimeNode } from './prepare.mjs';

const [name, ...args] = process.argv.slice(2);
checkNodeVersion();
ensureInstalled();
const file = join(root, 'apps', 'server', 'src', 'commands', `${name}.ts`);
process.exit(run(runtimeNode(), [file, ...args]));
