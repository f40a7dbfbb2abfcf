import { failedChecksSentence } from '@huimin/domain/publishing';
import type { Query } from '../../db/database.ts';
import { NotPossible } from '../staff/index.ts';
import type { EditionDeskDependencies } from './desk-deps.ts';
import { draftChecks } from './draft-checks.ts';
import { type Draft, liveEdition } from './draft-store.ts';

/** What keeps a draft from going live now, as a sentence that names every check; null when nothing does. */
export async function whyNotPublishable(
  deps: EditionDeskDependencies,
  query: Query,
  draft: Draft,
): Promise<string | null> {
  const live = await liveEdition(query, draft.edition_code);
  if ((live?.config_version ?? null) !== draft.base_version) return '线上已经换过一版，这份草稿不能再发，请丢弃后重做';
  const checks = await draftChecks(deps, query, draft.document, live?.document ?? null, draft.end_announced_on);
  return failedChecksSentence(checks.map(({ label, problems }) => ({ label, problem: problems[0]?.message ?? null })));
}

/** Ends the transaction with what keeps the draft from going live. */
export async function refuseUnlessPublishable(
  deps: EditionDeskDependencies,
  query: Query,
  draft: Draft,
): Promise<void> {
  const why = await whyNotPublishable(deps, query, draft);
  if (why !== null) throw new NotPossible('staff-rule', why);
}
