import type { ConsoleCalls } from '@huimin/contract/console';
import { beijingDateTime, beijingMs, parseDate } from '@huimin/domain/date';
import { documentChecks } from '@huimin/domain/page-versions';
import { failedChecksSentence, whyNoAgreement, whyNoDecision, whyNoSchedule } from '@huimin/domain/publishing';
import type { Query } from '../../db/database.ts';
import { fail, ok } from '../../http/handler.ts';
import { barredWords } from '../sharing/index.ts';
import { type ConsoleHandler, type ConsoleRequest, NotPossible } from '../staff/index.ts';
import { editionFor, type PageDependencies, unlessImpossible } from './page-deps.ts';
import {
  clearPageAgreements,
  heldPage,
  insertPageAgreement,
  insertPageDraft,
  movePageDraft,
  type PageDraft,
  type PageName,
  pageAgreements,
  pageStatusAfter,
  removePageDraft,
  updatePageDraft,
  versionsOf,
} from './page-store.ts';
import { parsedSource } from './page-text.ts';
import { reviewedPage } from './reviewed-page.ts';

type Handler<N extends keyof ConsoleCalls> = (deps: PageDependencies) => ConsoleHandler<ConsoleCalls[N]>;

async function seenPage(
  query: Query,
  input: PageName & { readonly revision: number },
  request: ConsoleRequest,
): Promise<PageDraft> {
  await editionFor(query, input.edition, request);
  return heldPage(query, input, input.revision);
}

export const pageSubject = ({
  edition_code: edition,
  document_key: key,
  version,
}: Pick<PageDraft, 'edition_code' | 'document_key' | 'version'>): string => `${edition} ${key} v${version}`;

const saved = (draft: Pick<PageDraft, 'revision' | 'saved_at'>) =>
  ok({ revision: draft.revision, savedAt: beijingDateTime(draft.saved_at) });

export const beginPageDraft: Handler<'beginPageDraft'> = (deps) => (name, request) =>
  unlessImpossible(
    deps.database.transaction(async (query) => {
      const edition = await editionFor(query, name.edition, request);
      const [live] = await versionsOf(query, name);
      const [base] = live ? [live] : await versionsOf(query, { ...name, edition: edition.copied_from ?? name.edition });
      const nowMs = deps.clock.now();
      const written = base ?? parsedSource('= ');
      const version = (live?.version ?? 0) + 1;
      await insertPageDraft(query, name, { ...written, version }, request.member, nowMs);
      const subject = pageSubject({ edition_code: name.edition, document_key: name.key, version });
      await request.note(
        { subject, detail: base ? `从 ${base.edition_code} v${base.version} 开始` : '从空白开始' },
        query,
      );
      return ok({ revision: 1, savedAt: beijingDateTime(nowMs) });
    }),
  );

export const savePageDraft: Handler<'savePageDraft'> = (deps) => (input, request) =>
  unlessImpossible(
    deps.database.transaction(async (query) => {
      const draft = await seenPage(query, input, request);
      pageStatusAfter(draft, 'Changed');
      const nowMs = deps.clock.now();
      const written = parsedSource(input.source);
      const change = { ...written, reason: input.changeReason.trim(), by: request.member.id, nowMs };
      await updatePageDraft(query, draft, change);
      await request.note({ subject: pageSubject(draft), detail: `SHA-256 ${written.sha256.slice(0, 8)}` }, query);
      return saved({ revision: draft.revision + 1, saved_at: nowMs });
    }),
  );

export const discardPageDraft: Handler<'discardPageDraft'> = (deps) => (input, request) =>
  unlessImpossible(
    deps.database.transaction(async (query) => {
      const draft = await seenPage(query, input, request);
      pageStatusAfter(draft, 'Discarded');
      await removePageDraft(query, draft);
      await request.note({ subject: pageSubject(draft) }, query);
      return ok({});
    }),
  );

export const submitPageDraft: Handler<'submitPageDraft'> = (deps) => (input, request) =>
  unlessImpossible(
    deps.database.transaction(async (query) => {
      const draft = await seenPage(query, input, request);
      if (draft.reason.length < 4) throw new NotPossible('staff-rule', '请先写为什么改，4 到 200 个字');
      const [live] = await versionsOf(query, input);
      if (live?.sha256 === draft.sha256) throw new NotPossible('staff-rule', '和线上一字不差，不用再发一版');
      const status = pageStatusAfter(draft, 'Submitted');
      await refuseUnlessSound(query, draft);
      await movePageDraft(query, draft, status);
      await request.note({ subject: pageSubject(draft), detail: draft.reason }, query);
      return saved(draft);
    }),
  );

export const decidePageDraft: Handler<'decidePageDraft'> = (deps) => (input, request) => {
  const note = input.note?.trim() || null;
  if (!input.agree && (note === null || note.length < 4)) {
    return Promise.resolve(fail('staff-rule', '退回要写清楚改什么，4 到 200 个字'));
  }
  return unlessImpossible(
    deps.database.transaction(async (query) => {
      const { member } = request;
      const draft = await seenPage(query, input, request);
      const reviewed = reviewedPage(draft, await pageAgreements(query, draft));
      const problem = input.agree ? whyNoAgreement(reviewed, member) : whyNoDecision(reviewed, member);
      if (problem !== null) throw new NotPossible('staff-rule', problem);
      if (!input.agree) {
        await clearPageAgreements(query, draft);
        await movePageDraft(query, draft, pageStatusAfter(draft, 'Returned'), { note });
        await request.note({ subject: pageSubject(draft), detail: `退回修改：${note}` }, query);
        return saved(draft);
      }
      const second = draft.status === 'second';
      if (second) await refuseUnlessSound(query, draft);
      await insertPageAgreement(query, draft, member, note, deps.clock.now());
      await movePageDraft(query, draft, pageStatusAfter(draft, second ? 'SecondAgreed' : 'FirstAgreed'));
      await request.note({ subject: pageSubject(draft), detail: second ? '二审通过' : '一审通过' }, query);
      return saved(draft);
    }),
  );
};

export const schedulePage: Handler<'schedulePage'> = (deps) => (input, request) => {
  const { at } = input;
  if (at !== null && parseDate(at) === null) return Promise.resolve(fail('bad-input', '没有这个时间，请重新选'));
  return unlessImpossible(
    deps.database.transaction(async (query) => {
      const draft = await seenPage(query, input, request);
      if (at === null) {
        await movePageDraft(query, draft, pageStatusAfter(draft, 'Unscheduled'));
        await request.note({ subject: pageSubject(draft), detail: '取消定时' }, query);
        return saved(draft);
      }
      const atMs = beijingMs(at);
      const problem = whyNoSchedule(draft.status, atMs, deps.clock.now());
      if (problem !== null) throw new NotPossible('staff-rule', problem);
      await refuseUnlessSound(query, draft);
      await movePageDraft(query, draft, pageStatusAfter(draft, 'Scheduled'), { publishAtMs: atMs });
      await request.note({ subject: pageSubject(draft), detail: `定时 ${at} 发布` }, query);
      return saved(draft);
    }),
  );
};

async function refuseUnlessSound(query: Query, draft: PageDraft): Promise<void> {
  const why = await whyNotSound(query, draft);
  if (why !== null) throw new NotPossible('staff-rule', why);
}

/** What a draft lacks, as a sentence that names every check; null when nothing. */
export async function whyNotSound(
  query: Query,
  { document_key: key, title, blocks }: PageDraft,
): Promise<string | null> {
  return failedChecksSentence(documentChecks({ key, title, blocks }, await barredWords(query)));
}
