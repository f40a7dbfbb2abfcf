// npm run bench: speeds as ratios against a limit of the same PostgreSQL in the same run. Arguments go on.
import { runProgram } from './run-program.mjs';

runProgram('bench/bench.ts', { pages: 'all' });
