import type { ConsoleCalls } from '@huimin/contract/console';
import { beijingDateTime, beijingMs, parseDate } from '@huimin/domain/date';
import { whyNoAgreement, whyNoDecision, whyNoSchedule } from '@huimin/domain/publishing';
import { fail, ok } from '../../http/handler.ts';
import { unlessImpossible } from '../page-versions/index.ts';
import { type ConsoleHandler, NotPossible } from '../staff/index.ts';
import { seenDraft, subjectOf } from './change-draft.ts';
import type { EditionDeskDependencies } from './desk-deps.ts';
import { draftChecks } from './draft-checks.ts';
import {
  agreementsOf,
  clearAgreements,
  type Draft,
  insertAgreement,
  liveEdition,
  moveDraft,
  statusAfter,
} from './draft-store.ts';
import { reviewedOf } from './show-edition.ts';

const MOST_NOTE = 200;

export function decideEditionDraft(deps: EditionDeskDependencies): ConsoleHandler<ConsoleCalls['decideEditionDraft']> {
  return (input, request) => {
    const note = input.note?.trim() || null;
    if (!input.agree && (note === null || note.length < 4 || note.length > MOST_NOTE)) {
      return Promise.resolve(fail('staff-rule', '退回要写清楚改什么，4 到 200 个字'));
    }
    const { member } = request;
    return unlessImpossible(
      deps.database.transaction(async (query) => {
        const draft = await seenDraft(query, input, request);
        const answer = ok({ revision: draft.revision, savedAt: beijingDateTime(draft.saved_at) });
        const reviewed = reviewedOf(draft, await agreementsOf(query, draft));
        const problem = input.agree ? whyNoAgreement(reviewed, member) : whyNoDecision(reviewed, member);
        if (problem !== null) throw new NotPossible('staff-rule', problem);
        if (!input.agree) {
          await clearAgreements(query, draft.edition_code);
          await moveDraft(query, draft.edition_code, statusAfter(draft, 'Returned'), { note });
          await request.note({ subject: subjectOf(draft), detail: `退回修改：${note}` }, query);
          return answer;
        }
        const second = draft.status === 'second';
        if (second) await refuseUnlessPublishable(deps, query, draft);
        await insertAgreement(query, draft, member, note, deps.clock.now());
        await moveDraft(query, draft.edition_code, statusAfter(draft, second ? 'SecondAgreed' : 'FirstAgreed'));
        await request.note({ subject: subjectOf(draft), detail: second ? '二审通过' : '一审通过' }, query);
        return answer;
      }),
    );
  };
}

async function refuseUnlessPublishable(
  deps: EditionDeskDependencies,
  query: EditionDeskDependencies['database']['query'],
  draft: Draft,
): Promise<void> {
  const why = await whyNotPublishable(deps, query, draft);
  if (why !== null) throw new NotPossible('staff-rule', why);
}

/** What keeps a draft from going live now, as a sentence; null when nothing does. */
export async function whyNotPublishable(
  deps: EditionDeskDependencies,
  query: EditionDeskDependencies['database']['query'],
  draft: Draft,
): Promise<string | null> {
  const live = await liveEdition(query, draft.edition_code);
  if ((live?.config_version ?? null) !== draft.base_version) return '线上已经换过一版，这份草稿不能再发，请丢弃后重做';
  const checks = await draftChecks(deps, draft.document, live?.document ?? null, draft.end_announced_on);
  const failed = checks.filter(({ problems }) => problems.length > 0);
  if (failed.length === 0) return null;
  return `发布检查还有 ${failed.length} 项没过：${failed[0]?.problems[0]?.message ?? ''}`;
}

export function scheduleEdition(deps: EditionDeskDependencies): ConsoleHandler<ConsoleCalls['scheduleEdition']> {
  return (input, request) => {
    if (parseDate(input.at) === null) return Promise.resolve(fail('bad-input', '没有这个时间，请重新选'));
    const atMs = beijingMs(input.at);
    return unlessImpossible(
      deps.database.transaction(async (query) => {
        const draft = await seenDraft(query, input, request);
        const problem = whyNoSchedule(draft.status, atMs, deps.clock.now());
        if (problem !== null) throw new NotPossible('staff-rule', problem);
        await refuseUnlessPublishable(deps, query, draft);
        await moveDraft(query, draft.edition_code, statusAfter(draft, 'Scheduled'), { publishAtMs: atMs });
        await request.note({ subject: subjectOf(draft), detail: `定时 ${input.at} 发布` }, query);
        return ok({ revision: draft.revision, savedAt: beijingDateTime(draft.saved_at) });
      }),
    );
  };
}
