export { askRight } from './ask-right.ts';
export { closeAccount } from './close-account.ts';
export { exportOwnData } from './export-own-data.ts';
export { liftRestriction } from './lift-restriction.ts';
export { sendOwnDataCode } from './send-own-data-code.ts';
export { showOwnData } from './show-own-data.ts';
export { withdrawRight } from './withdraw-right.ts';
