// npm run bench:console: how long every list and page of the console takes at a million orders. Arguments go on.
import { runProgram } from './run-program.mjs';

runProgram('bench/console.ts', { pages: 'all' });
