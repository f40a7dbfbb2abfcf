export {
  labelMapOf,
  moveOf,
  nextStatus,
  type StatusEntry,
  type StatusRow,
  type StatusTable,
  type StatusTone,
  statusEntryOf,
  statusesBefore,
} from './status-table.ts';
export { statusTableProblems } from './status-table-problems.ts';
