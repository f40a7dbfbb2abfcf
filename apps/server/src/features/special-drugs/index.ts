import type { HandlerTable } from '../../http/handler.ts';
import {
  applyDrug,
  chooseDrugPlace,
  drugApplications,
  giveUpDrugPlace,
  supplementDrug,
  withdrawDrug,
} from './drug-calls.ts';
import type { DrugDependencies } from './drug-deps.ts';
import { specialDrugs } from './drug-lists.ts';

export {
  ANSWER_SEAL as DRUG_ANSWER_SEAL,
  CASE_SEAL as DRUG_CASE_SEAL,
  type DrugAnswer,
  type DrugCase,
  type DrugDependencies,
  type DrugPlace,
  PLACE_SEAL as DRUG_PLACE_SEAL,
} from './drug-deps.ts';
export { DRUG_LIST, drugListView, PHARMACY_LIST } from './drug-lists.ts';
export {
  coPaysOfDrugApplication,
  type DrugDecision,
  decideDrugApplication,
  paperOfDrugApplication,
  sweepDrugApplications,
  tellDrugNews,
  wholeDrugApplication,
} from './drug-review.ts';

/** The calls of this topic, by name. */
export function drugHandlers(deps: DrugDependencies) {
  return {
    specialDrugs: specialDrugs(deps),
    drugApplications: drugApplications(deps),
    applyDrug: applyDrug(deps),
    supplementDrug: supplementDrug(deps),
    withdrawDrug: withdrawDrug(deps),
    chooseDrugPlace: chooseDrugPlace(deps),
    giveUpDrugPlace: giveUpDrugPlace(deps),
  } satisfies HandlerTable;
}
