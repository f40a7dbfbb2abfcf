export { applyDrug } from './apply-drug.ts';
export { chooseDrugPlace } from './choose-drug-place.ts';
export { drugApplications } from './drug-applications.ts';
export { giveUpDrugPlace } from './give-up-drug-place.ts';
export { specialDrugs } from './special-drugs.ts';
export { supplementDrug } from './supplement-drug.ts';
export { withdrawDrug } from './withdraw-drug.ts';
