export { queryUpgrade } from './query-upgrade.ts';
export { saveUpgrade } from './save-upgrade.ts';
