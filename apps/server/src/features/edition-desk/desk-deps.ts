import { withinScope } from '@huimin/domain/staff';
import type { Core } from '../../core.ts';
import { fail, type Reply } from '../../http/handler.ts';
import type { EditionDocument, EditionStore } from '../configuration/index.ts';
import type { EvidenceLog } from '../evidence/index.ts';
import { type ConsoleRequest, NotPossible } from '../staff/index.ts';

export interface EditionDeskDependencies extends Core {
  readonly editions: EditionStore;
  readonly evidence: Pick<EvidenceLog, 'published'>;
}

export const NO_EDITION = '没有这个产品版本';

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
