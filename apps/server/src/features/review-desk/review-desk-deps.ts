import type { Core } from '../../core.ts';
import type { EditionStore } from '../configuration/index.ts';
import type { PreExistingDependencies } from '../pre-existing/index.ts';
import type { DrugDependencies } from '../special-drugs/index.ts';
import type { StaffDependencies } from '../staff/index.ts';

export interface ReviewDeskDependencies extends Core {
  readonly editions: EditionStore;
  readonly drugs: DrugDependencies;
  readonly preExisting: PreExistingDependencies;
  readonly approvals: StaffDependencies['approvals'];
}

export const NO_REVIEW = '没有这一件';
