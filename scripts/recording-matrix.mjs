// npm run recording:kill-matrix: pages ended in every way; what they recorded must be there after the next visit. Arguments go on.
import { runProgram } from './run-program.mjs';

runProgram('tests/recording-matrix/main.ts', { pages: 'all', chromium: true });
