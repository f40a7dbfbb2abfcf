// npm run seed:orders: invented orders for a development database, as many as wanted, and how fast their lists are.
import { runProgram } from './run-program.mjs';

runProgram('bench/seed-orders.ts');
