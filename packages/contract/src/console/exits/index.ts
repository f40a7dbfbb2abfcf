export { askExitChange } from './ask-exit-change.ts';
export { closeExit } from './close-exit.ts';
export { listExits } from './list-exits.ts';
