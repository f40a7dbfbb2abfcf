import { type StaffScope, withinScope } from '@huimin/domain/staff';
import type { Core } from '../../core.ts';
import type { EditionStore } from '../configuration/index.ts';
import type { StaffMember } from '../staff/index.ts';

export interface ContentDeskDependencies extends Core {
  readonly editions: EditionStore;
}

export const NO_CONTENT = '没有这项分享内容';

/** Whether somebody works for one of the insurers of an edition; null where there is no such edition. */
export function editionInScope({ editions }: ContentDeskDependencies, code: string, { scope }: StaffMember) {
  const edition = editions.edition(code);
  const insurers = edition?.document.insuranceCompany.map(({ name }) => name) ?? [];
  return edition !== null && withinScope(scope, { insurers }) ? edition : null;
}

/** Words are barred in every edition: only whoever has them all decides about them. */
export const seesAll = ({ insurers, cities, channels }: StaffScope) =>
  insurers === null && cities === null && channels === null;

/** Who did something with a piece: two people of one name are two. */
export const signerOf = ({ name, account }: StaffMember) => `${name}（${account}）`;
