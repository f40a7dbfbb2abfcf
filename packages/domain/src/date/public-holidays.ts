/** What a year's arrangement of public holidays changes, each day as `MM-DD`. */
export interface HolidayYear {
  /** First and last day of each holiday, weekends inside it included. */
  readonly off: readonly (readonly [first: string, last: string])[];
  /** Saturdays and Sundays on which everybody works instead. */
  readonly workedWeekends: readonly string[];
}

/**
 * The State Council's arrangement of each year, as published (usually in November of the year before). A year that is
 * not here is not published yet, or nobody needs it any more.
 */
export const PUBLIC_HOLIDAYS: Readonly<Record<string, HolidayYear>> = {
  // 国务院办公厅关于2026年部分节假日安排的通知, 4 November 2025
  '2026': {
    off: [
      ['01-01', '01-03'],
      ['02-15', '02-23'],
      ['04-04', '04-06'],
      ['05-01', '05-05'],
      ['06-19', '06-21'],
      ['09-25', '09-27'],
      ['10-01', '10-07'],
    ],
    workedWeekends: ['01-04', '02-14', '02-28', '05-09', '09-20', '10-10'],
  },
};
