export { continueInsureFlag } from './continue-insure-flag.ts';
export { oldYearPolicy } from './old-year-policy.ts';
export { queryOldPolicy } from './query-old-policy.ts';
export { takeFormerPeople } from './take-former-people.ts';
