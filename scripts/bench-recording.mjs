// npm run bench:recording: what the record of a purchase weighs, costs and takes to play, in a real browser against the real server. Arguments go on.
import { runProgram } from './run-program.mjs';

runProgram('bench/recording.ts', { pages: 'all', chromium: true });
