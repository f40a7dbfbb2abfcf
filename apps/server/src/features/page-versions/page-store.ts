import type { DocumentKey } from '@huimin/contract';
import type { StaffRole } from '@huimin/contract/vocabulary';
import { afterReviewEvent, type ReviewEvent, type ReviewStatus } from '@huimin/domain/publishing';
import type { Query } from '../../db/database.ts';
import type { DocumentVersion } from '../configuration/index.ts';
import { NotPossible } from '../staff/index.ts';

export interface PublishedPage {
  readonly edition_code: string;
  readonly document_key: DocumentKey;
  readonly version: number;
  readonly title: string;
  readonly required: boolean;
  readonly blocks: DocumentVersion['blocks'];
  readonly sha256: string;
  readonly published_at: number;
  readonly reason: string;
}

export interface PageDraft {
  readonly edition_code: string;
  readonly document_key: DocumentKey;
  readonly version: number;
  readonly title: string;
  readonly blocks: DocumentVersion['blocks'];
  readonly sha256: string;
  readonly reason: string;
  readonly revision: number;
  readonly status: Exclude<ReviewStatus, 'published' | 'discarded'>;
  readonly editors: readonly number[];
  readonly publish_at: number | null;
  readonly note: string | null;
  readonly saved_by: number;
  readonly saved_at: number;
}

export interface PageAgreement {
  readonly staff_id: number;
  readonly roles: readonly StaffRole[];
  readonly note: string | null;
  readonly at: number;
}

/** Which document of which edition. */
export interface PageName {
  readonly edition: string;
  readonly key: DocumentKey;
}

export const logKeyOf = (edition: string, key: string, version: number): string =>
  `document/${edition}/${key}/${version}`;

const MOST_VERSIONS = 200;

/** All versions of a document, the newest first. */
export function versionsOf(query: Query, { edition, key }: PageName): Promise<PublishedPage[]> {
  return query<PublishedPage>(
    `select * from documents where edition_code = $1 and document_key = $2 order by version desc limit $3`,
    [edition, key, MOST_VERSIONS],
  );
}

/** The newest version of each of an edition's documents. */
export function newestOf(query: Query, edition: string): Promise<PublishedPage[]> {
  return query<PublishedPage>(
    `select distinct on (document_key) * from documents where edition_code = $1 order by document_key, version desc`,
    [edition],
  );
}

export function draftsOf(query: Query, edition: string): Promise<PageDraft[]> {
  return query<PageDraft>(`select * from document_drafts where edition_code = $1`, [edition]);
}

/** Those that wait for somebody: to be agreed to, or to be given a time. */
export function draftsHandedIn(query: Query): Promise<PageDraft[]> {
  return query<PageDraft>(`select * from document_drafts where status in ('first', 'second', 'approved')`);
}

export async function pageDraft(query: Query, { edition, key }: PageName): Promise<PageDraft | null> {
  const [row] = await query<PageDraft>(`select * from document_drafts where edition_code = $1 and document_key = $2`, [
    edition,
    key,
  ]);
  return row ?? null;
}

/** The draft, held, as somebody has it before them; otherwise ends the transaction with why not. */
export async function heldPage(query: Query, { edition, key }: PageName, revision: number): Promise<PageDraft> {
  const [row] = await query<PageDraft>(
    `select * from document_drafts where edition_code = $1 and document_key = $2 for update`,
    [edition, key],
  );
  if (!row) throw new NotPossible('not-found', '这个页面没有草稿');
  if (row.revision !== revision) throw new NotPossible('staff-rule', '草稿刚刚被改过，请刷新后再看一遍');
  return row;
}

/** The status after an event, or ends the transaction with why it does not happen. */
export function pageStatusAfter(draft: PageDraft, event: ReviewEvent): ReviewStatus {
  const next = afterReviewEvent(draft.status, event);
  if (next === null) throw new NotPossible('staff-rule', '草稿现在的状态不能这样办，请刷新后再看');
  return next;
}

interface Written {
  readonly title: string;
  readonly blocks: DocumentVersion['blocks'];
  readonly sha256: string;
}

export async function insertPageDraft(
  query: Query,
  { edition, key }: PageName,
  draft: Written & { readonly version: number },
  by: { readonly id: number },
  nowMs: number,
): Promise<void> {
  const inserted = await query(
    `insert into document_drafts (edition_code, document_key, version, title, blocks, sha256, reason, revision, status,
       editors, saved_by, saved_at)
     values ($1, $2, $3, $4, $5, $6, '', 1, 'editing', $7, $8, $9) on conflict do nothing returning 1 as done`,
    [
      ...[edition, key, draft.version, draft.title, JSON.stringify(draft.blocks), draft.sha256],
      ...[[by.id], by.id, new Date(nowMs)],
    ],
  );
  if (inserted.length === 0) throw new NotPossible('staff-rule', '这个页面已经有草稿了，请刷新');
}

/** Keeps a draft's new text; whoever agreed before agreed to something else. */
export async function updatePageDraft(
  query: Query,
  draft: PageDraft,
  change: Written & { readonly reason: string; readonly by: number; readonly nowMs: number },
): Promise<void> {
  await clearPageAgreements(query, draft);
  await query(
    `update document_drafts set title = $3, blocks = $4, sha256 = $5, reason = $6, revision = revision + 1,
       status = 'editing', publish_at = null, editors = $7, saved_by = $8, saved_at = $9
     where edition_code = $1 and document_key = $2`,
    [
      ...[draft.edition_code, draft.document_key, change.title, JSON.stringify(change.blocks), change.sha256],
      ...[change.reason, [...new Set([...draft.editors, change.by])], change.by, new Date(change.nowMs)],
    ],
  );
}

export async function movePageDraft(
  query: Query,
  draft: PageDraft,
  status: ReviewStatus,
  { publishAtMs = null, note = null }: { publishAtMs?: number | null; note?: string | null } = {},
): Promise<void> {
  await query(
    `update document_drafts set status = $3, publish_at = $4, note = $5 where edition_code = $1 and document_key = $2`,
    [
      ...[draft.edition_code, draft.document_key, status],
      ...[publishAtMs === null ? null : new Date(publishAtMs), note],
    ],
  );
}

export async function removePageDraft(query: Query, draft: PageDraft): Promise<void> {
  await clearPageAgreements(query, draft);
  await query(`delete from document_drafts where edition_code = $1 and document_key = $2`, [
    draft.edition_code,
    draft.document_key,
  ]);
}

export function pageAgreements(query: Query, draft: PageDraft): Promise<PageAgreement[]> {
  return query<PageAgreement>(
    `select staff_id, roles, note, at from document_agreements
     where edition_code = $1 and document_key = $2 and revision = $3 order by at`,
    [draft.edition_code, draft.document_key, draft.revision],
  );
}

export async function insertPageAgreement(
  query: Query,
  draft: PageDraft,
  by: { readonly id: number; readonly roles: readonly StaffRole[] },
  note: string | null,
  nowMs: number,
): Promise<void> {
  await query(
    `insert into document_agreements (edition_code, document_key, revision, staff_id, roles, note, at)
     values ($1, $2, $3, $4, $5, $6, $7)`,
    [draft.edition_code, draft.document_key, draft.revision, by.id, [...by.roles], note, new Date(nowMs)],
  );
}

export async function clearPageAgreements(query: Query, draft: PageDraft): Promise<void> {
  await query(`delete from document_agreements where edition_code = $1 and document_key = $2`, [
    draft.edition_code,
    draft.document_key,
  ]);
}
