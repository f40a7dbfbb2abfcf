import type { ConsoleCalls } from '@huimin/contract/console';
import { beijingDateTime } from '@huimin/domain/date';
import { editionDifferences, nextEdition } from '@huimin/domain/edition-desk';
import { ok } from '../../http/handler.ts';
import { seesEdition, unlessImpossible } from '../page-versions/index.ts';
import { type ConsoleHandler, type ConsoleRequest, NotPossible } from '../staff/index.ts';
import { type EditionDeskDependencies, NO_EDITION } from './desk-deps.ts';
import {
  type Draft,
  draftOf,
  formerDocument,
  heldDraft,
  insertDraft,
  type LiveEdition,
  liveEdition,
  moveDraft,
  refuseUnlessEditing,
  removeDraft,
  statusAfter,
  updateDraft,
} from './draft-store.ts';
import { withFields } from './edition-fields.ts';
import { refuseUnlessPublishable } from './publishable.ts';

type Query = EditionDeskDependencies['database']['query'];

async function seenLive(query: Query, code: string, request: ConsoleRequest): Promise<LiveEdition> {
  const live = await liveEdition(query, code);
  if (!live || !seesEdition(request, live.document)) throw new NotPossible('not-found', NO_EDITION);
  return live;
}

/** The draft, held, of an edition that this person works for, as they have it before them. */
export async function seenDraft(
  query: Query,
  { edition, revision }: { readonly edition: string; readonly revision: number },
  request: ConsoleRequest,
): Promise<Draft> {
  const draft = await heldDraft(query, edition);
  const live = await liveEdition(query, draft.copied_from ?? edition);
  if (!seesEdition(request, live?.document ?? draft.document)) throw new NotPossible('not-found', NO_EDITION);
  if (draft.revision !== revision) throw new NotPossible('staff-rule', '草稿刚刚被改过，请刷新后再看一遍');
  return draft;
}

export const subjectOf = ({ edition_code: code, version }: Pick<Draft, 'edition_code' | 'version'>): string =>
  `${code} v${version}`;

export function beginEditionDraft(deps: EditionDeskDependencies): ConsoleHandler<ConsoleCalls['beginEditionDraft']> {
  return ({ edition, from }, request) =>
    unlessImpossible(
      deps.database.transaction(async (query) => {
        const live = await seenLive(query, edition, request);
        const document = from === undefined ? live.document : await formerDocument(query, edition, from);
        if (!document) throw new NotPossible('not-found', `v${from} 没有存下，不能照它重做`);
        const nowMs = deps.clock.now();
        const draft = {
          edition_code: edition,
          version: live.config_version + 1,
          base_version: live.config_version,
          copied_from: null,
          document,
          becomes_default: live.is_default,
        };
        await insertDraft(query, draft, request.member, nowMs);
        const detail = from === undefined ? {} : { detail: `照 v${from} 重做` };
        await request.note({ subject: subjectOf(draft), ...detail }, query);
        return ok({ revision: 1, savedAt: beijingDateTime(nowMs) });
      }),
    );
}

export function copyEdition(deps: EditionDeskDependencies): ConsoleHandler<ConsoleCalls['copyEdition']> {
  return ({ edition, code }, request) =>
    unlessImpossible(
      deps.database.transaction(async (query) => {
        const live = await seenLive(query, edition, request);
        const taken = (await liveEdition(query, code)) ?? (await draftOf(query, code));
        if (taken) throw new NotPossible('staff-rule', `产品编码 ${code} 已经用过，请换一个`);
        const nowMs = deps.clock.now();
        const draft = {
          edition_code: code,
          version: 1,
          base_version: null,
          copied_from: edition,
          document: nextEdition(live.document, code),
          becomes_default: false,
        };
        await insertDraft(query, draft, request.member, nowMs);
        await request.note({ subject: subjectOf(draft), detail: `从 ${edition} v${live.config_version} 复制` }, query);
        return ok({ revision: 1, savedAt: beijingDateTime(nowMs) });
      }),
    );
}

export function saveEditionDraft(deps: EditionDeskDependencies): ConsoleHandler<ConsoleCalls['saveEditionDraft']> {
  return (input, request) =>
    unlessImpossible(
      deps.database.transaction(async (query) => {
        const draft = await seenDraft(query, input, request);
        refuseUnlessEditing(draft, input.reopen === true);
        const document = withFields(draft.document, input.fields);
        const { becomesDefault = draft.becomes_default, endAnnouncedOn = draft.end_announced_on } = input.fields;
        const nowMs = deps.clock.now();
        const change = { document, becomesDefault, endAnnouncedOn, by: request.member.id, nowMs };
        await updateDraft(query, draft, change);
        const changed = [
          ...editionDifferences(draft.document, document).map(({ label }) => label),
          ...(becomesDefault === draft.becomes_default ? [] : ['首页显示这一版']),
          ...(endAnnouncedOn === draft.end_announced_on ? [] : ['改截止的公告']),
        ];
        await request.note({ subject: subjectOf(draft), detail: `改：${changed.join('、') || '没有不同'}` }, query);
        return ok({ revision: draft.revision + 1, savedAt: beijingDateTime(nowMs) });
      }),
    );
}

export function discardEditionDraft(
  deps: EditionDeskDependencies,
): ConsoleHandler<ConsoleCalls['discardEditionDraft']> {
  return (input, request) =>
    unlessImpossible(
      deps.database.transaction(async (query) => {
        const draft = await seenDraft(query, input, request);
        statusAfter(draft, 'Discarded');
        await removeDraft(query, draft.edition_code);
        await request.note({ subject: subjectOf(draft) }, query);
        return ok({});
      }),
    );
}

export function submitEditionDraft(deps: EditionDeskDependencies): ConsoleHandler<ConsoleCalls['submitEditionDraft']> {
  return (input, request) =>
    unlessImpossible(
      deps.database.transaction(async (query) => {
        const draft = await seenDraft(query, input, request);
        const status = statusAfter(draft, 'Submitted');
        // Two people read it for nothing where it cannot be published as it is.
        await refuseUnlessPublishable(deps, query, draft);
        await moveDraft(query, draft.edition_code, status);
        await request.note({ subject: subjectOf(draft) }, query);
        return ok({ revision: draft.revision, savedAt: beijingDateTime(draft.saved_at) });
      }),
    );
}
