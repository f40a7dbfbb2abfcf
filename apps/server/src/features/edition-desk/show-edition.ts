import type { ConsoleCalls, EditionDeskValue, EditionLineValue } from '@huimin/contract/console';
import { beijingDateTime, formatDateTime, formatDotRange } from '@huimin/domain/date';
import {
  coversOf,
  editionDifferences,
  nearestReadable,
  saleOverlaps,
  themePairs,
  upgradesBetween,
  whyPlansStay,
} from '@huimin/domain/edition-desk';
import {
  isOnSale,
  msUntilNextChange,
  notYetOnSale,
  pauseOfAll,
  SALE_WINDOW_TABLE,
  type SalePause,
  saleWindowAt,
} from '@huimin/domain/product';
import { REVIEW_STATUS_TABLE, whyNoAgreement, whyNoDecision } from '@huimin/domain/publishing';
import { mayStaff, STAFF_ROLE_LABELS } from '@huimin/domain/staff';
import { statusEntryOf } from '@huimin/domain/status';
import { fail, ok } from '../../http/handler.ts';
import type { EditionDocument } from '../configuration/index.ts';
import { seesEdition } from '../page-versions/index.ts';
import { type ConsoleHandler, type ConsoleRequest, namesOf } from '../staff/index.ts';
import { type EditionDeskDependencies, NO_EDITION } from './desk-deps.ts';
import { draftChecks, isPublishable } from './draft-checks.ts';
import {
  type Agreement,
  agreementsOf,
  allDrafts,
  type Draft,
  draftOf,
  type LiveEdition,
  liveEdition,
  liveEditions,
} from './draft-store.ts';
import { fieldsOf, hasDates, methodsOf } from './edition-fields.ts';

export function listEditions(deps: EditionDeskDependencies): ConsoleHandler<ConsoleCalls['listEditions']> {
  return async (_input, request) => {
    const { query } = deps.database;
    const [live, drafts] = [await liveEditions(query), await allDrafts(query)];
    const codes = new Set([...live.map(({ code }) => code), ...drafts.map(({ edition_code: code }) => code)]);
    const lines = [...codes].flatMap((code) => {
      const current = live.find((one) => one.code === code) ?? null;
      const draft = drafts.find((one) => one.edition_code === code) ?? null;
      const document = current?.document ?? draft?.document;
      return document && seesEdition(request, document)
        ? [lineOf(code, document, current, draft, deps.clock.now(), pausesOf(deps, code))]
        : [];
    });
    return ok({ editions: lines.sort((a, b) => b.year - a.year || a.edition.localeCompare(b.edition)) });
  };
}

/** Everybody at a desk is told what residents are told: it is no secret of anybody's scope. */
export function showEditionOnSale(deps: EditionDeskDependencies): ConsoleHandler<ConsoleCalls['showEditionOnSale']> {
  return async () => {
    const live = (await liveEditions(deps.database.query)).find((one) => one.is_default);
    const nowMs = deps.clock.now();
    const at = beijingDateTime(nowMs);
    if (!live) return ok({ at, onSale: null });
    const { document } = live;
    const leftMs = msUntilNextChange(document, nowMs);
    return ok({
      at,
      onSale: {
        ...{ edition: live.code, name: document.proName, year: document.editionYear },
        ...saleState(document, true, nowMs, pausesOf(deps, live.code)),
        changesAt: leftMs === null ? null : beijingDateTime(nowMs + leftMs),
      },
    });
  };
}

function lineOf(
  code: string,
  document: EditionDocument,
  live: LiveEdition | null,
  draft: Draft | null,
  nowMs: number,
  pauses: readonly SalePause[],
): EditionLineValue {
  const dated = hasDates(document);
  return {
    edition: code,
    name: document.proName,
    year: document.editionYear,
    isDefault: live?.is_default ?? false,
    liveVersion: live?.config_version ?? null,
    liveSince: live ? beijingDateTime(live.updated_at) : null,
    ...saleState(document, live !== null, nowMs, pauses),
    cover: dated ? formatDotRange(document.validDate, document.invalidDate) : '',
    sale: dated ? `${formatDateTime(document.insureStart)} - ${formatDateTime(document.insureEnd)}` : '',
    premiums: document.plans.map(({ name, premiumFen }) => ({ plan: name, fen: premiumFen })),
    draft: draft && {
      version: draft.version,
      state: stateOf(draft),
      savedAt: beijingDateTime(draft.saved_at),
      publishAt: draft.publish_at === null ? null : beijingDateTime(draft.publish_at),
      isReturned: draft.status === 'editing' && draft.note !== null,
    },
  };
}

const pausesOf = (deps: EditionDeskDependencies, code: string): readonly SalePause[] =>
  deps.editions.edition(code)?.pauses ?? [];

function saleState(document: EditionDocument, isLive: boolean, nowMs: number, pauses: readonly SalePause[]) {
  if (isLive && pauses.length > 0 && isOnSale(document, nowMs)) {
    const saleLabel = pauseOfAll(pauses) ? '暂停参保' : `参保中，${pauses.map(({ place }) => place).join('、')}暂停`;
    return { saleLabel, saleTone: 'warn' as const };
  }
  return isLive ? saleStateOf(document, nowMs) : { saleLabel: '还没有发布', saleTone: 'neutral' as const };
}

/** How far the sale of a published edition is. */
export function saleStateOf(document: EditionDocument, nowMs: number) {
  if (notYetOnSale(document, nowMs)) return { saleLabel: '未开售', saleTone: 'info' as const };
  const entry = statusEntryOf(SALE_WINDOW_TABLE, saleWindowAt(document, nowMs));
  return { saleLabel: entry?.label ?? '', saleTone: entry?.tone ?? 'neutral' };
}

function stateOf(draft: Draft) {
  const entry = statusEntryOf(REVIEW_STATUS_TABLE, draft.status);
  return { status: draft.status, label: entry?.label ?? '', tone: entry?.tone ?? 'neutral' };
}

export function showEdition(deps: EditionDeskDependencies): ConsoleHandler<ConsoleCalls['showEdition']> {
  return async ({ edition: code }, request) => {
    const { query } = deps.database;
    const [live, draft] = [await liveEdition(query, code), await draftOf(query, code)];
    const document = draft?.document ?? live?.document;
    if (!document || !seesEdition(request, live?.document ?? document)) return fail('not-found', NO_EDITION);
    const base = draft?.copied_from ? await liveEdition(query, draft.copied_from) : live;
    const endAnnouncedOn = draft?.end_announced_on ?? '';
    const checks = await draftChecks(deps, query, document, live?.document ?? null, endAnnouncedOn);
    const agreements = draft ? await agreementsOf(query, draft) : [];
    const names = await namesOf(deps, query, [draft?.saved_by ?? null, ...agreements.map(({ staff_id: id }) => id)]);
    const others = (await liveEditions(query)).filter((one) => seesEdition(request, one.document));
    const overlaps = saleOverlaps(
      document,
      others.map((one) => one.document),
      deps.clock.now(),
    );
    const wasDefault = live?.is_default ?? false;
    const becomesDefault = draft?.becomes_default ?? wasDefault;
    return ok({
      edition: code,
      name: document.proName,
      year: document.editionYear,
      isDefault: live?.is_default ?? false,
      liveVersion: live?.config_version ?? null,
      liveSince: live ? beijingDateTime(live.updated_at) : null,
      draft: draft && {
        version: draft.version,
        revision: draft.revision,
        state: stateOf(draft),
        savedAt: beijingDateTime(draft.saved_at),
        savedBy: names.get(draft.saved_by) ?? '',
        copiedFrom: draft.copied_from,
        publishAt: draft.publish_at === null ? null : beijingDateTime(draft.publish_at),
        note: draft.note,
        isStale: (live?.config_version ?? null) !== draft.base_version,
      },
      fields: fieldsOf(document, { becomesDefault, endAnnouncedOn }),
      plans: plansOf(document),
      plansRemoved: (document.plansRemoved ?? []).map(({ code: planCode, name, premiumFen: fen }) => ({
        ...{ code: planCode, name, fen },
      })),
      whyPlansStay: whyPlansStay(live?.document ?? null, deps.clock.now()),
      coverPlans: coversOf(document).map(({ planCodes, planNames }) => ({
        ...{ codes: [...planCodes], names: [...planNames] },
      })),
      methods: methodsOf(document).map(({ value, label, where }) => ({ value, label, where })) as never,
      overlaps: overlaps.map((one) => ({
        ...one,
        name: others.find(({ document: { editionCode } }) => editionCode === one.edition)?.document.proName ?? '',
      })),
      comparedWith: base ? `${base.document.proName}，线上 v${base.config_version}` : '',
      differences: base
        ? [
            ...editionDifferences(base.document, document),
            ...(draft && becomesDefault !== wasDefault ? [defaultDifference(wasDefault)] : []),
          ]
        : [],
      checks: checks.map(({ name, label, problems }) => ({ name, label, problems: [...problems] })),
      theme: themeOf(document, base?.document ?? document),
      agreements: agreements.map(({ staff_id: id, roles, note, at }) => ({
        name: names.get(id) ?? '',
        role: roles.map((role) => STAFF_ROLE_LABELS[role]).join('、'),
        at: beijingDateTime(at),
        note,
      })),
      may: rightsNow(draft, agreements, isPublishable(checks), request),
    });
  };
}

function plansOf({ plans }: EditionDocument): EditionDeskValue['plans'] {
  const upgrades = upgradesBetween(plans);
  return plans.map(({ code, name, premiumFen: fen }) => {
    const upgrade = upgrades.get(code);
    return { code, name, fen, upgradeOf: upgrade ? { name: upgrade.from.name, fen: upgrade.fen } : null };
  });
}

function defaultDifference(was: boolean) {
  const [before, after] = was ? ['是', '否'] : ['否', '是'];
  const section = 'switches' as const;
  return { path: 'becomesDefault', section, label: '首页显示这一版', before, after, isColour: false };
}

function themeOf(document: EditionDocument, base: EditionDocument): EditionDeskValue['theme'] {
  const former = new Map(themePairs(base.theme).map((pair) => [pair.name, pair]));
  return themePairs(document.theme).map((pair) => {
    const before = former.get(pair.name);
    const isSame = base.theme[pair.name].toUpperCase() === document.theme[pair.name].toUpperCase();
    const known = !isSame && before?.contrast ? { colour: base.theme[pair.name], contrast: before.contrast } : null;
    return { ...pair, former: known, nearest: isSame ? null : nearestReadable(document.theme, pair.name) };
  });
}

function rightsNow(
  draft: Draft | null,
  agreements: readonly Agreement[],
  publishable: boolean,
  { member }: ConsoleRequest,
): EditionDeskValue['may'] {
  const [changes, approves] = (['edition.change', 'edition.publish'] as const).map((one) =>
    mayStaff(member.roles, one),
  );
  const may = { change: changes === true, submit: false, decide: false, schedule: false, whyNotDecide: null };
  if (!draft) return may;
  const reviewed = reviewedOf(draft, agreements);
  const inReview = draft.status === 'first' || draft.status === 'second';
  const whyNot = approves && inReview ? whyNoAgreement(reviewed, member) : null;
  const waits = inReview && whyNot === null && draft.status === 'second' && !publishable ? '检查全过后才能二审' : null;
  return {
    ...may,
    submit: changes === true && draft.status === 'editing',
    decide: approves === true && inReview && whyNoDecision(reviewed, member) === null,
    schedule: (changes === true || approves === true) && (draft.status === 'approved' || draft.status === 'scheduled'),
    whyNotDecide: whyNot ?? (approves ? waits : null),
  };
}

export function reviewedOf(draft: Draft, agreements: readonly Agreement[]) {
  return {
    status: draft.status,
    editors: draft.editors,
    agreements: agreements.map(({ staff_id: staffId, roles }) => ({ staffId, roles })),
  };
}
