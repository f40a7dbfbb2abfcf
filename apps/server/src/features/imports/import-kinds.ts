import { SERVICE_LIST } from '../health-services/index.ts';
import { DRUG_LIST, PHARMACY_LIST } from '../special-drugs/index.ts';
import type { ImportKind } from './import-kind.ts';
import type { ImportsCore } from './imports-deps.ts';
import { claimsKind } from './kinds/claims-kind.ts';
import { editionListKind } from './kinds/edition-list-kind.ts';
import { issuesKind } from './kinds/issues-kind.ts';
import { outletsKind } from './kinds/outlets-kind.ts';
import { settlementsKind } from './kinds/settlements-kind.ts';

/** Everything that can be imported, in the order of the page. */
export function importKinds(deps: ImportsCore): readonly ImportKind[] {
  return [
    claimsKind(deps),
    settlementsKind(deps),
    issuesKind(deps),
    outletsKind(),
    editionListKind(deps, DRUG_LIST, 'drugs', ({ brandName, genericName }) => `${genericName}（${brandName}）`),
    editionListKind(deps, PHARMACY_LIST, 'pharmacies', ({ name }) => name),
    editionListKind(deps, SERVICE_LIST, 'health-services', ({ name }) => name),
  ];
}
