import { DOCUMENT_KEYS, REQUIRED_DOCUMENT_KEYS } from '@huimin/contract';
import type { ConsoleCalls, PageDeskValue } from '@huimin/contract/console';
import { beijingDateTime, beijingMs, formatDateTime, parseDate } from '@huimin/domain/date';
import { documentChecks } from '@huimin/domain/page-versions';
import { REVIEW_STATUS_TABLE, whyNoAgreement, whyNoDecision } from '@huimin/domain/publishing';
import { mayStaff, STAFF_ROLE_LABELS } from '@huimin/domain/staff';
import { statusEntryOf } from '@huimin/domain/status';
import type { Query } from '../../db/database.ts';
import { fail, ok } from '../../http/handler.ts';
import { barredWords } from '../sharing/index.ts';
import { type ConsoleHandler, type ConsoleRequest, namesOf } from '../staff/index.ts';
import { pagesWaitingFor } from './count-reviews.ts';
import { editionFor, editionsFor, NO_PAGE, type PageDependencies, unlessImpossible } from './page-deps.ts';
import {
  draftsOf,
  logKeyOf,
  newestOf,
  type PageAgreement,
  type PageDraft,
  type PageName,
  type PublishedPage,
  pageAgreements,
  pageDraft,
  versionsOf,
} from './page-store.ts';
import { linesOf, sourceOf } from './page-text.ts';
import { reviewedPage } from './reviewed-page.ts';

export function listPages(deps: PageDependencies): ConsoleHandler<ConsoleCalls['listPages']> {
  return async ({ edition: wanted }, request) => {
    const { query } = deps.database;
    const editions = await editionsFor(query, request);
    const waiting = await pagesWaitingFor(query, request.member);
    // Whoever is called here by a number beside the menu begins where that is.
    const called = editions.find(({ code }) => waiting.has(code)) ?? editions.find((one) => one.is_default);
    const chosen = editions.find(({ code }) => code === wanted) ?? called ?? editions[0];
    if (!chosen || (wanted !== undefined && chosen.code !== wanted)) return fail('not-found', NO_PAGE);
    const [published, drafts, titles] = [
      await newestOf(query, chosen.code),
      await draftsOf(query, chosen.code),
      await query<{ value: string; label: string }>(`select value, label from dictionaries where code = 'document'`),
    ];
    const builds = await query<{ key: string; appended_at: number }>(
      `select key, appended_at from log_entries where key like 'build/%' order by appended_at desc limit 5`,
    );
    return ok({
      edition: chosen.code,
      editions: editions.map(({ code, document }) => ({
        ...{ edition: code, name: document.proName, waiting: waiting.get(code) ?? 0 },
      })),
      pages: DOCUMENT_KEYS.map((key) => {
        const live = published.find((one) => one.document_key === key);
        const draft = drafts.find((one) => one.document_key === key);
        const known = titles.find(({ value }) => value === key)?.label ?? key;
        return {
          key,
          title: live?.title ?? draft?.title ?? known,
          liveVersion: live?.version ?? null,
          sha256: live?.sha256 ?? '',
          draft: draft ? { version: draft.version, state: stateOf(draft), sha256: draft.sha256 } : null,
        };
      }),
      builds: builds.map(({ key, appended_at: at }) => ({
        build: key.slice('build/'.length),
        registeredAt: beijingDateTime(at),
      })),
    });
  };
}

/** How far an edition's documents are that somebody writes, in words, by their keys. */
export async function pagesUnderway(query: Query, edition: string): Promise<Map<string, string>> {
  return new Map(
    (await draftsOf(query, edition)).map((draft) => [
      draft.document_key,
      draft.publish_at === null ? stateOf(draft).label : `${formatDateTime(draft.publish_at)} 发布`,
    ]),
  );
}

function stateOf(draft: PageDraft) {
  const entry = statusEntryOf(REVIEW_STATUS_TABLE, draft.status);
  return { status: draft.status, label: entry?.label ?? '', tone: entry?.tone ?? ('neutral' as const) };
}

export function showPage(deps: PageDependencies): ConsoleHandler<ConsoleCalls['showPage']> {
  return (name, request) =>
    unlessImpossible(
      (async () => {
        const { query } = deps.database;
        const edition = await editionFor(query, name.edition, request);
        const [versions, draft] = [await versionsOf(query, name), await pageDraft(query, name)];
        const agreements = draft ? await pageAgreements(query, draft) : [];
        const keys = versions.map(({ version }) => logKeyOf(name.edition, name.key, version));
        const registered = await deps.evidence.published(keys);
        const names = await namesOf(deps, query, [draft?.saved_by ?? null, ...agreements.map((one) => one.staff_id)]);
        const [live] = versions;
        const shown = draft ?? live;
        const former = live ? null : await formerPage(query, edition.copied_from, name, request);
        const title = shown?.title || (await titleOf(query, name.key));
        const checks = shown
          ? documentChecks({ key: name.key, title: shown.title, blocks: shown.blocks }, await barredWords(query))
          : [];
        const isSound = checks.every(({ problem }) => problem === null);
        return ok({
          edition: name.edition,
          editionName: edition.document.proName,
          key: name.key,
          title,
          required: (REQUIRED_DOCUMENT_KEYS as readonly string[]).includes(name.key),
          versions: versions.map(({ version, sha256, published_at: at, reason }, index) => ({
            ...{ version, sha256, reason, publishedAt: beijingDateTime(at) },
            replacedAt: index === 0 ? null : beijingDateTime((versions[index - 1] as PublishedPage).published_at),
            isRegistered: registered.has(logKeyOf(name.edition, name.key, version)),
          })),
          live: live ? textOf(live) : null,
          former,
          draft: draft && {
            ...textOf(draft),
            revision: draft.revision,
            state: stateOf(draft),
            source: sourceOf(draft.title, draft.blocks),
            reason: draft.reason,
            savedAt: beijingDateTime(draft.saved_at),
            savedBy: names.get(draft.saved_by) ?? '',
            publishAt: draft.publish_at === null ? null : beijingDateTime(draft.publish_at),
            note: draft.note,
          },
          checks,
          agreements: agreements.map(({ staff_id: id, roles, note, at }) => ({
            name: names.get(id) ?? '',
            role: roles.map((role) => STAFF_ROLE_LABELS[role]).join('、'),
            at: beijingDateTime(at),
            note,
          })),
          may: rightsNow(draft, agreements, isSound, request),
        });
      })(),
    );
}

/** A page that nobody could read yet is read beside the one of the year before, by whoever sees that year. */
async function formerPage(
  query: Query,
  copiedFrom: string | null,
  name: PageName,
  request: ConsoleRequest,
): Promise<PageDeskValue['former']> {
  if (copiedFrom === null) return null;
  const edition = (await editionsFor(query, request)).find(({ code }) => code === copiedFrom);
  if (!edition) return null;
  const [page] = await versionsOf(query, { ...name, edition: copiedFrom });
  return page ? { editionName: edition.document.proName, ...textOf(page) } : null;
}

async function titleOf(query: Query, key: string): Promise<string> {
  const [row] = await query<{ label: string }>(
    `select label from dictionaries where code = 'document' and value = $1`,
    [key],
  );
  return row?.label ?? key;
}

const textOf = ({ version, sha256, title, blocks }: PublishedPage | PageDraft) => ({
  version,
  sha256,
  lines: linesOf(title, blocks),
});

function rightsNow(
  draft: PageDraft | null,
  agreements: readonly PageAgreement[],
  isSound: boolean,
  { member }: ConsoleRequest,
): PageDeskValue['may'] {
  const [changes, approves] = (['edition.change', 'edition.publish'] as const).map((one) =>
    mayStaff(member.roles, one),
  );
  const may = { change: changes === true, submit: false, decide: false, schedule: false, whyNotDecide: null };
  if (!draft) return may;
  const reviewed = reviewedPage(draft, agreements);
  const inReview = draft.status === 'first' || draft.status === 'second';
  const whyNot = approves && inReview ? whyNoAgreement(reviewed, member) : null;
  return {
    ...may,
    submit: changes === true && draft.status === 'editing',
    decide: approves === true && inReview && whyNoDecision(reviewed, member) === null,
    schedule: (changes === true || approves === true) && (draft.status === 'approved' || draft.status === 'scheduled'),
    whyNotDecide: whyNot ?? (approves && draft.status === 'second' && !isSound ? '检查全过后才能二审' : null),
  };
}

export function seePageAt(deps: PageDependencies): ConsoleHandler<ConsoleCalls['seePageAt']> {
  return ({ at, version, ...name }, request) =>
    unlessImpossible(
      (async () => {
        if (at !== undefined && parseDate(at) === null) return fail('bad-input', '没有这个时间，请重新选');
        await editionFor(deps.database.query, name.edition, request);
        const versions = await versionsOf(deps.database.query, name);
        // To the end of the minute that is asked for.
        const untilMs = at === undefined ? Number.POSITIVE_INFINITY : beijingMs(at) + 60_000;
        const found = versions.find(
          (one) => one.published_at < untilMs && (version === undefined || one.version === version),
        );
        if (!found) return fail('not-found', at === undefined ? '没有这一版' : '那时这个页面还没有发布');
        return ok({ title: found.title, publishedAt: beijingDateTime(found.published_at), ...textOf(found) });
      })(),
    );
}
