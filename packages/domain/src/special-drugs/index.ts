export { type CoPay, type CoPayFacts, coPayOf } from './co-pay.ts';
export {
  DRUG_APPLICATION_STATUS_TABLE,
  DRUG_REVIEW_WORKING_DAYS,
  type DrugApplicationEvent,
  type DrugApplicationStatus,
  drugApplicationStatusLabel,
} from './drug-application-status.ts';
export {
  DRUG_COLUMNS,
  drugCells,
  drugProblems,
  PHARMACY_COLUMNS,
  type Pharmacy,
  pharmacyCells,
  pharmacyProblems,
  readDrugRow,
  readPharmacyRow,
  type SpecialDrug,
} from './drug-files.ts';
export { type DrugScope, findDrugs, markedParts } from './find-drugs.ts';
export { DRUG_PAPERS, type DrugPaperKind, missingDrugPapers } from './papers.ts';
