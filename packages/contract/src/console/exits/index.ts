export { keepExit } from './keep-exit.ts';
export { listExits } from './list-exits.ts';
