import type { ConsoleCalls } from '@huimin/contract/console';
import { compareLists } from '@huimin/domain/catalogue';
import type { StaffScope } from '@huimin/domain/staff';
import type { Query } from '../../db/database.ts';
import { fail, ok } from '../../http/handler.ts';
import { type ApprovalKind, type ConsoleHandler, NotPossible } from '../staff/index.ts';
import {
  type CatalogueDeskDependencies,
  mayChangeRow,
  NO_LIST,
  type OpenedCatalogue,
  openCatalogue,
  signerOf,
} from './catalogue-desk-deps.ts';
import type { CATALOGUES } from './catalogues.ts';
import { type CatalogueDraftRow, countDraftOn, heldDraft, removeDraft } from './draft-store.ts';

export const PUBLISH = 'catalogue-publish';
const LASTS_MS = 3 * 24 * 60 * 60_000;

interface Asked {
  readonly list: keyof typeof CATALOGUES;
  /** '' for a list that has none. */
  readonly edition: string;
  readonly revision: number;
}

/** Whether every row that a draft changes is one of somebody's. */
export function changesWithin(
  opened: OpenedCatalogue,
  shown: readonly unknown[],
  next: readonly unknown[],
  scope: StaffScope,
): boolean {
  const { catalogue } = opened;
  const byCode = (rows: readonly unknown[]) => new Map(rows.map((row) => [catalogue.listed(row).code, row]));
  const [before, after] = [byCode(shown), byCode(next)];
  const listed = (rows: readonly unknown[]) => rows.map((row) => catalogue.listed(row));
  return compareLists(listed(shown), listed(next)).rows.every(
    ({ code, change }) =>
      change === null ||
      [before.get(code), after.get(code)].every((row) => row === undefined || mayChangeRow(opened, row, scope)),
  );
}

/** What keeps a draft from being shown, as a sentence; null when nothing does. */
async function whyNot(
  query: Query,
  opened: OpenedCatalogue,
  draft: CatalogueDraftRow,
  scopes: readonly StaffScope[],
): Promise<string | null> {
  const { catalogue, edition } = opened;
  const current = await catalogue.current(query, edition);
  if ((current?.version ?? 0) !== draft.base_version) {
    return '写这份草稿以后，线上又换过一版。请丢弃它，按现在的重新改';
  }
  const shown = current?.rows ?? [];
  const { added, changed, gone, isReordered } = compareLists(
    shown.map((row) => catalogue.listed(row)),
    draft.rows.map((row) => catalogue.listed(row)),
  );
  if (added + changed + gone === 0 && !isReordered) return '和现在的没有差别，不用送审';
  if (!scopes.every((scope) => changesWithin(opened, shown, draft.rows, scope))) {
    return '草稿里有不在数据范围里的行，要由管这些地方的人来办';
  }
  const [misfit] = await catalogue.misfits(query, edition, draft.rows);
  return misfit ? `${misfit[0]}：${misfit[1]}` : null;
}

/** A draft is before the residents at the moment another person agrees to it. */
export function publishKind(deps: Pick<CatalogueDeskDependencies, 'editions'>): ApprovalKind<Asked> {
  return {
    ...{ kind: PUBLISH, title: '发布目录', asks: 'catalogue.change', decides: 'catalogue.approve', lastsMs: LASTS_MS },
    within: ({ revision: _revision, ...wish }, { scope }) => openCatalogue(deps, wish, scope) !== null,
    async run({ revision, ...wish }, { query, askedBy, decidedBy, reason, nowMs }) {
      const people = decidedBy === null ? [askedBy] : [askedBy, decidedBy];
      const opened = people.map(({ scope }) => openCatalogue(deps, wish, scope));
      const [own] = opened;
      if (!own || opened.includes(null)) throw new NotPossible('staff-rule', '这份目录不在您或申请人的数据范围里');
      const draft = await heldDraft(query, wish.list, own.edition, revision);
      if (draft === null) throw new NotPossible('staff-rule', '这份草稿后来又改过，请重新送审');
      if (decidedBy !== null && draft.writers.includes(decidedBy.id)) {
        throw new NotPossible('staff-rule', '您写过这份草稿，要由另一个人来同意');
      }
      const scopes = people.map(({ scope }) => scope);
      const why = await whyNot(query, own, draft, scopes);
      if (why !== null) throw new NotPossible('staff-rule', why);
      const agreed = decidedBy === null ? '' : `，${signerOf(decidedBy)} 同意`;
      const by = `${signerOf(askedBy)}${agreed}`;
      await own.catalogue.publish(query, own.edition, draft.rows, { by, reason, nowMs });
      await removeDraft(query, wish.list, own.edition, revision);
    },
  };
}

export function submitDraft(deps: CatalogueDeskDependencies): ConsoleHandler<ConsoleCalls['submitCatalogueDraft']> {
  return async ({ revision, reason, ...wish }, request) => {
    const { member } = request;
    const opened = openCatalogue(deps, wish, member.scope);
    if (!opened) return fail('not-found', NO_LIST);
    const { subject, edition, catalogue } = opened;
    const waiting = await deps.approvals.waitingOf(member, [PUBLISH], subject);
    if (waiting.length > 0) return fail('staff-rule', '这份草稿已经送审了');
    const done = await deps.database.transaction(async (query) => {
      const draft = await heldDraft(query, catalogue.list, edition, revision);
      if (draft === null) return '这份草稿刚被别人改过，请看最新的再送审';
      const why = await whyNot(query, opened, draft, [member.scope]);
      if (why !== null) return why;
      // Whoever still writes on the former revision is told; the request is for this one.
      const payload: Asked = { list: catalogue.list, edition, revision: await countDraftOn(query, draft) };
      await request.note({ subject, detail: `送审：${draft.source}，${draft.rows.length} 行` }, query);
      return deps.approvals.ask(query, { kind: PUBLISH }, { by: member, subject, reason: reason.trim(), payload });
    });
    return typeof done === 'string'
      ? fail('staff-rule', done)
      : ok({ approvalNo: String(done), status: 'waiting' as const });
  };
}
