// npm run bench:peers: paid orders a second and processor time of an order beside Vendure and Medusa. Arguments go on.
import { runProgram } from './run-program.mjs';

runProgram('bench/peers.ts', { pages: 'all' });
