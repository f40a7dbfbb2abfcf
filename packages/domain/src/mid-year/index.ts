export {
  MID_YEAR_STATUS_TABLE,
  type MidYearEvent,
  type MidYearStatus,
  midYearStatusLabel,
} from './mid-year-status.ts';
