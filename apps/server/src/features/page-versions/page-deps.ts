import { withinScope } from '@huimin/domain/staff';
import type { Core } from '../../core.ts';
import type { Query } from '../../db/database.ts';
import { fail, type Reply } from '../../http/handler.ts';
import type { EditionDocument, EditionStore } from '../configuration/index.ts';
import type { EvidenceLog } from '../evidence/index.ts';
import { type ConsoleRequest, NotPossible } from '../staff/index.ts';

export interface PageDependencies extends Core {
  readonly editions: EditionStore;
  readonly evidence: EvidenceLog;
}

export const NO_PAGE = '没有这个页面';

/** Whether somebody works for one of the edition's insurers. */
export function seesEdition({ member }: Pick<ConsoleRequest, 'member'>, document: EditionDocument): boolean {
  return withinScope(member.scope, { insurers: document.insuranceCompany.map(({ name }) => name) });
}

/** Answers what a transaction ended with instead of writing. */
export async function unlessImpossible<T>(work: Promise<Reply<T>>): Promise<Reply<T>> {
  try {
    return await work;
  } catch (problem) {
    if (problem instanceof NotPossible) return fail(problem.failure, problem.message);
    throw problem;
  }
}

export interface NamedEdition {
  readonly code: string;
  readonly is_default: boolean;
  readonly copied_from: string | null;
  readonly document: EditionDocument;
}

/** Every edition that this person works for, those that are still drafts too, the newest year first. */
export async function editionsFor(query: Query, request: Pick<ConsoleRequest, 'member'>): Promise<NamedEdition[]> {
  const rows = await query<NamedEdition>(
    `select code, is_default, null as copied_from, document from editions
     union all
     select edition_code, false, copied_from, document from edition_drafts d
     where not exists (select 1 from editions e where e.code = d.edition_code)`,
  );
  return rows
    .filter(({ document }) => seesEdition(request, document))
    .sort((a, b) => b.document.editionYear - a.document.editionYear || a.code.localeCompare(b.code));
}

/** The edition, or ends the transaction with that there is none. */
export async function editionFor(query: Query, code: string, request: Pick<ConsoleRequest, 'member'>) {
  const found = (await editionsFor(query, request)).find((one) => one.code === code);
  if (!found) throw new NotPossible('not-found', NO_PAGE);
  return found;
}
