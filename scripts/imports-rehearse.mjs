// npm run imports:rehearse -- --rows 100000: a big file through the console of a real server that is killed in the middle.
import { runProgram } from './run-program.mjs';

runProgram('tests/imports-rehearsal/main.ts', { pages: 'all' });
