export { MID_YEAR_STATUS_TABLE } from './mid-year-status.ts';
