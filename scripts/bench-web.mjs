// npm run bench:web: how fast the residents' pages show, in a real browser against the real server. Arguments go on.
import { runProgram } from './run-program.mjs';

runProgram('bench/web.ts', { pages: 'residents', chromium: true });
