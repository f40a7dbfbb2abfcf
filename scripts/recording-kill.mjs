// npm run recording:kill: a server killed again and again under load; nothing that it answered for may be lost.
import { runProgram } from './run-program.mjs';

runProgram('tests/recording-kill/main.ts', { pages: 'all' });
