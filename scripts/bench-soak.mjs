// npm run bench:soak: what a server keeps in memory of what it has done. Arguments go on.
import { runProgram } from './run-program.mjs';

runProgram('bench/soak.ts', { pages: 'all' });
