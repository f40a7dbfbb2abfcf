export { approvedMidYear } from './mid-year-store.ts';
