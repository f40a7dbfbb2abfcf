// npm run verify:tamper: damages sealed recordings; every damage must be found and named. Arguments go on; --help tells them.
import { runProgram } from './run-program.mjs';

runProgram('tests/tamper/main.ts');
