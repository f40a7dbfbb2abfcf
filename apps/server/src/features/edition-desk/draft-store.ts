import type { StaffRole } from '@huimin/contract/vocabulary';
import { afterReviewEvent, type ReviewEvent, type ReviewStatus } from '@huimin/domain/publishing';
import type { Query } from '../../db/database.ts';
import type { EditionDocument } from '../configuration/index.ts';
import { NotPossible } from '../staff/index.ts';

export interface LiveEdition {
  readonly code: string;
  readonly is_default: boolean;
  readonly config_version: number;
  readonly document: EditionDocument;
  readonly updated_at: number;
}

export interface Draft {
  readonly edition_code: string;
  readonly version: number;
  readonly base_version: number | null;
  readonly copied_from: string | null;
  readonly document: EditionDocument;
  readonly becomes_default: boolean;
  readonly end_announced_on: string;
  readonly revision: number;
  readonly status: Exclude<ReviewStatus, 'published' | 'discarded'>;
  readonly editors: readonly number[];
  readonly publish_at: number | null;
  readonly note: string | null;
  readonly saved_by: number;
  readonly saved_at: number;
}

export interface Agreement {
  readonly staff_id: number;
  readonly roles: readonly StaffRole[];
  readonly note: string | null;
  readonly at: number;
}

const LIVE = 'select code, is_default, config_version, document, updated_at from editions';

export async function liveEdition(query: Query, code: string): Promise<LiveEdition | null> {
  const [row] = await query<LiveEdition>(`${LIVE} where code = $1`, [code]);
  return row ?? null;
}

export const liveEditions = (query: Query): Promise<LiveEdition[]> => query<LiveEdition>(LIVE);

export async function draftOf(query: Query, code: string): Promise<Draft | null> {
  const [row] = await query<Draft>(`select * from edition_drafts where edition_code = $1`, [code]);
  return row ?? null;
}

/** What residents saw of an edition as one of its versions; null for one that was not kept. */
export async function formerDocument(query: Query, code: string, version: number): Promise<EditionDocument | null> {
  const [row] = await query<{ document: EditionDocument }>(
    `select document from edition_versions where edition_code = $1 and version = $2`,
    [code, version],
  );
  return row?.document ?? null;
}

export const allDrafts = (query: Query): Promise<Draft[]> => query<Draft>(`select * from edition_drafts`);

/** The draft, held; otherwise ends the transaction with why not. */
export async function heldDraft(query: Query, code: string): Promise<Draft> {
  const [row] = await query<Draft>(`select * from edition_drafts where edition_code = $1 for update`, [code]);
  if (!row) throw new NotPossible('not-found', '这个版本没有草稿');
  return row;
}

/** Ends the transaction where what was handed in would be changed without having said so. */
export function refuseUnlessEditing(draft: Draft, reopens: boolean): void {
  if (draft.status !== 'editing' && !reopens) {
    throw new NotPossible('staff-rule', '这一稿已经提交审批，要改先点“继续改”，改了要重新提交');
  }
  statusAfter(draft, 'Changed');
}

/** The status after an event, or ends the transaction with why it does not happen. */
export function statusAfter(draft: Draft, event: ReviewEvent): ReviewStatus {
  const next = afterReviewEvent(draft.status, event);
  if (next === null) throw new NotPossible('staff-rule', '草稿现在的状态不能这样办，请刷新后再看');
  return next;
}

export async function insertDraft(
  query: Query,
  draft: Pick<Draft, 'edition_code' | 'version' | 'base_version' | 'copied_from' | 'document' | 'becomes_default'>,
  by: { readonly id: number },
  nowMs: number,
): Promise<void> {
  const inserted = await query(
    `insert into edition_drafts (edition_code, version, base_version, copied_from, document, becomes_default, revision,
       status, editors, saved_by, saved_at)
     values ($1, $2, $3, $4, $5, $6, 1, 'editing', $7, $8, $9) on conflict do nothing returning 1 as done`,
    [
      draft.edition_code,
      draft.version,
      draft.base_version,
      draft.copied_from,
      JSON.stringify(draft.document),
      draft.becomes_default,
      [by.id],
      by.id,
      new Date(nowMs),
    ],
  );
  if (inserted.length === 0) throw new NotPossible('staff-rule', '这个版本已经有草稿了，请刷新');
}

/** Keeps a draft's new content; whoever agreed before agreed to something else. */
export async function updateDraft(
  query: Query,
  draft: Draft,
  change: { document: EditionDocument; becomesDefault: boolean; endAnnouncedOn: string; by: number; nowMs: number },
): Promise<void> {
  await query(`delete from edition_agreements where edition_code = $1`, [draft.edition_code]);
  await query(
    `update edition_drafts set document = $2, becomes_default = $3, end_announced_on = $4, revision = revision + 1,
       status = 'editing', publish_at = null, editors = $5, saved_by = $6, saved_at = $7 where edition_code = $1`,
    [
      draft.edition_code,
      JSON.stringify(change.document),
      change.becomesDefault,
      change.endAnnouncedOn,
      [...new Set([...draft.editors, change.by])],
      change.by,
      new Date(change.nowMs),
    ],
  );
}

export async function moveDraft(
  query: Query,
  code: string,
  status: ReviewStatus,
  { publishAtMs = null, note = null }: { publishAtMs?: number | null; note?: string | null } = {},
): Promise<void> {
  await query(`update edition_drafts set status = $2, publish_at = $3, note = $4 where edition_code = $1`, [
    code,
    status,
    publishAtMs === null ? null : new Date(publishAtMs),
    note,
  ]);
}

export async function removeDraft(query: Query, code: string): Promise<void> {
  await query(`delete from edition_agreements where edition_code = $1`, [code]);
  await query(`delete from edition_drafts where edition_code = $1`, [code]);
}

export async function agreementsOf(query: Query, draft: Draft): Promise<Agreement[]> {
  return query<Agreement>(
    `select staff_id, roles, note, at from edition_agreements where edition_code = $1 and revision = $2 order by at`,
    [draft.edition_code, draft.revision],
  );
}

export async function insertAgreement(
  query: Query,
  draft: Draft,
  by: { readonly id: number; readonly roles: readonly StaffRole[] },
  note: string | null,
  nowMs: number,
): Promise<void> {
  await query(
    `insert into edition_agreements (edition_code, revision, staff_id, roles, note, at) values ($1, $2, $3, $4, $5, $6)`,
    [draft.edition_code, draft.revision, by.id, [...by.roles], note, new Date(nowMs)],
  );
}

export async function clearAgreements(query: Query, code: string): Promise<void> {
  await query(`delete from edition_agreements where edition_code = $1`, [code]);
}
