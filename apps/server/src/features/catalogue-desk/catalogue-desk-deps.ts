import { type StaffScope, seesEverything, withinScope } from '@huimin/domain/staff';
import type { ServiceDependencies } from '../health-services/index.ts';
import type { StaffDependencies, StaffMember } from '../staff/index.ts';
import { type AnyCatalogue, CATALOGUES } from './catalogues.ts';

export interface CatalogueDeskDependencies extends ServiceDependencies {
  readonly approvals: StaffDependencies['approvals'];
}

type Editions = Pick<ServiceDependencies, 'editions'>;

/** The editions that somebody works for, the one on sale first. */
export function editionsInScope({ editions }: Editions, scope: StaffScope) {
  return editions
    .all()
    .filter(({ document }) => withinScope(scope, { insurers: document.insuranceCompany.map(({ name }) => name) }))
    .sort((one, other) => Number(other.isDefault) - Number(one.isDefault) || (one.code < other.code ? 1 : -1));
}

/** What belongs to no city and no channel is changed by those who have all of them. */
export const seesAllPlaces = ({ cities, channels }: StaffScope): boolean =>
  seesEverything({ insurers: null, cities, channels });

/** Two people of one name are two. */
export const signerOf = ({ name, account }: Pick<StaffMember, 'name' | 'account'>) => `${name}（${account}）`;

/** One list of one edition; `''` is the edition of lists that have none. */
export interface OpenedCatalogue {
  readonly catalogue: AnyCatalogue;
  readonly edition: string;
  /** In requests and in the audit log. */
  readonly subject: string;
}

interface Wish {
  readonly list: keyof typeof CATALOGUES;
  readonly edition?: string;
}

/** A list within the scope of whoever asks; everything else is absent. */
export function openCatalogue(deps: Editions, { list, edition }: Wish, scope: StaffScope): OpenedCatalogue | null {
  const catalogue = CATALOGUES[list];
  if (!catalogue.ofEdition) return { catalogue, edition: '', subject: catalogue.label };
  const found = editionsInScope(deps, scope).find(({ code }) => edition === undefined || code === edition);
  return found ? { catalogue, edition: found.code, subject: `${catalogue.label} ${found.code}` } : null;
}

/** Whether somebody decides about a row: outlets by their city, what has none by all places. */
export function mayChangeRow({ catalogue }: OpenedCatalogue, row: unknown, scope: StaffScope): boolean {
  if (scope.channels !== null) return false;
  const city = catalogue.cityOf(row);
  return city === null ? seesAllPlaces(scope) : withinScope(scope, { city });
}

/** Whether somebody sees a row; lists of an edition are the same everywhere. */
export function seesRow({ catalogue }: OpenedCatalogue, row: unknown, scope: StaffScope): boolean {
  const city = catalogue.cityOf(row);
  return city === null || withinScope(scope, { city });
}

export const NO_LIST = '没有这份目录';
