// npm run ledger:check, npm run reconcile, npm run import:issues, npm run import:claims, npm run claims:check, npm run partner:key …: commands beside the program, on its database.
import { join } from 'node:path';
import { checkNodeVersion, ensureInstalled, root, run, runtimeNode, serverProgram } from './prepare.mjs';

const [name, ...args] = process.argv.slice(2);
// 1 is a verdict of the verifier: what keeps it from running, or ends it by a signal, has another code.
const notRun = name === 'verify-evidence' ? 70 : 1;
let code = null;
process.on('exit', () => {
  process.exitCode = code ?? notRun;
});
checkNodeVersion();
ensureInstalled();
const file = join(root, 'apps', 'server', 'src', 'commands', `${name}.ts`);
const env = { ...serverProgram().env, ...process.env };
code = run(runtimeNode(), [file, ...args], { env }, notRun);
