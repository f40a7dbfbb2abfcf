export { type ComparedRow, compareLists, type ListedRow, type RowChange } from './compare-lists.ts';
