// npm run seed:orders: invented orders for a development database, as many as wanted, and how fast their lists are.
import { join } from 'node:path';
import { checkNodeVersion, ensureInstalled, root, run, runtimeNode } from './prepare.mjs';

checkNodeVersion();
ensureInstalled();
process.exit(run(runtimeNode(), [join(root, 'bench', 'seed-orders.ts'), ...process.argv.slice(2)]));
