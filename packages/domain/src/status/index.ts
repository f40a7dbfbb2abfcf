export {
  labelMapOf,
  nextStatus,
  type StatusEntry,
  type StatusRow,
  type StatusTable,
  type StatusTone,
  statusEntryOf,
} from './status-table.ts';
export { statusTableProblems } from './status-table-problems.ts';
