export { billBalance, depositLeftFen, type GroupDeposit } from './group-money.ts';
export {
  GROUP_PERSON_STATUS_TABLE,
  type GroupPersonEvent,
  type GroupPersonStatus,
  groupPersonLabel,
} from './group-person-status.ts';
export { type GroupSale, groupSaleProblems } from './group-sale.ts';
export {
  GROUP_STATUS_TABLE,
  GROUP_STEPS,
  type GroupEvent,
  type GroupStatus,
  groupStatusLabel,
  nextGroupStatus,
} from './group-status.ts';
export {
  MOST_ROSTER_ROWS,
  problemAndFix,
  ROSTER_EXAMPLE,
  ROSTER_HEADINGS,
  type RosterColumns,
  type RosterProblem,
  type RosterRow,
  rosterColumns,
  rosterRow,
} from './roster.ts';
