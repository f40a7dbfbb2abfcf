export {
  addDays,
  addYears,
  type BeijingDay,
  beijingDate,
  beijingDateTime,
  beijingMs,
  daysInMonth,
  EARLIEST_DAY,
  endOfDayMs,
  isRealDay,
  parseDate,
  writtenDay,
} from './beijing-time.ts';
export { formatDateTime, formatDotDate, formatDotRange, spokenDay } from './date-text.ts';
export { type HoursOfDay, nextInHours } from './hours-of-day.ts';
export { type Deadline, deadlineAfter, deadlineAt, formatDeadline, isWorkingDay } from './working-days.ts';
