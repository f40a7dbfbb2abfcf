export { prepareChange } from './prepare-change.ts';
export { prepareChangeCheck } from './prepare-change-check.ts';
export { queryChanges } from './query-changes.ts';
export { sendChangeCode } from './send-change-code.ts';
export { supplementPapers } from './supplement-papers.ts';
export { updateInsurant } from './update-insurant.ts';
export { updatePolicyholder } from './update-policyholder.ts';
export { withdrawChange } from './withdraw-change.ts';
