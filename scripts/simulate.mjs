// npm run simulate: the money simulation, any number of seeds. Arguments go on; --help tells them.
import { runProgram } from './run-program.mjs';

runProgram('tests/simulation/main.ts');
