import type { BarredWord, FullNames, ShareContentStatus } from '@huimin/domain/share';
import type { Query } from '../../db/database.ts';

export const CONTENT_KINDS = ['card', 'poster', 'article'] as const;
export type ContentKind = (typeof CONTENT_KINDS)[number];

/** One version of a card, a poster or an article. */
export interface ContentRow {
  content_id: string;
  version: number;
  kind: ContentKind;
  edition_code: string;
  document: unknown;
  names: FullNames;
  end_announced_on: string | null;
  status: ShareContentStatus;
  written_by: string;
  written_at: number;
  approval_no: string | null;
  approved_by: string | null;
  approved_at: number | null;
  expires_at: number | null;
  recalled_by: string | null;
  recalled_at: number | null;
  recall_reason: string | null;
}

const COLUMNS = `content_id, version, kind, edition_code, document, names, end_announced_on, status, written_by, written_at,
  approval_no, approved_by, approved_at, expires_at, recalled_by, recalled_at, recall_reason`;

/** The approved version of each piece of an edition, in the order of its number. */
export async function approvedOfEdition(query: Query, editionCode: string): Promise<ContentRow[]> {
  return query<ContentRow>(
    `select ${COLUMNS} from share_contents where edition_code = $1 and status = 'approved' order by content_id`,
    [editionCode],
  );
}

export async function approvedContent(query: Query, contentId: string): Promise<ContentRow | null> {
  const rows = await query<ContentRow>(
    `select ${COLUMNS} from share_contents where content_id = $1 and status = 'approved'`,
    [contentId],
  );
  return rows[0] ?? null;
}

const VERSIONS_SHOWN = 50;

export async function versionsOf(query: Query, contentId: string): Promise<ContentRow[]> {
  return query<ContentRow>(
    `select ${COLUMNS} from share_contents where content_id = $1 order by version desc limit ${VERSIONS_SHOWN}`,
    [contentId],
  );
}

const CONTENTS_SHOWN = 500;

/** The newest version of each piece, and the approved one where that is another. */
export async function allContents(query: Query): Promise<ContentRow[]> {
  return query<ContentRow>(
    `select ${COLUMNS} from share_contents c
     where status = 'approved' or version = (select max(version) from share_contents n where n.content_id = c.content_id)
     order by content_id, version desc limit ${CONTENTS_SHOWN}`,
  );
}

export type NewVersion = Pick<
  ContentRow,
  'content_id' | 'kind' | 'edition_code' | 'document' | 'names' | 'end_announced_on' | 'written_by'
> & {
  readonly at: Date /** Only where this is the newest, 0: where there is none. */;
  readonly newest: number | undefined;
};

/** The next version, as a draft; drafts before it are replaced. Answers its number; null when somebody was faster. */
export async function writeVersion(query: Query, wish: NewVersion): Promise<number | null> {
  const [row] = await query<{ version: number }>(
    `insert into share_contents (content_id, version, kind, edition_code, document, names, end_announced_on, status,
       written_by, written_at)
     select $1, coalesce(max(version), 0) + 1, $2, $3, $4::jsonb, $5::jsonb, $6, 'draft', $7, $8
     from share_contents where content_id = $1
     having $9::integer is null or coalesce(max(version), 0) = $9
     on conflict (content_id, version) do nothing
     returning version`,
    [
      wish.content_id,
      wish.kind,
      wish.edition_code,
      JSON.stringify(wish.document),
      JSON.stringify(wish.names),
      wish.end_announced_on,
      wish.written_by,
      wish.at,
      wish.newest ?? null,
    ],
  );
  if (row === undefined) return null;
  await query(
    `update share_contents set status = 'replaced' where content_id = $1 and status = 'draft' and version < $2`,
    [wish.content_id, row.version],
  );
  return row.version;
}

export interface ApprovalWish {
  readonly contentId: string;
  readonly version: number;
  readonly approvalNo: string;
  readonly by: string;
  readonly at: Date;
  readonly expiresAt: Date;
}

/** The draft becomes what is shown, in place of the version before. False when it is no draft any more. */
export async function approveVersion(query: Query, wish: ApprovalWish): Promise<boolean> {
  await query(
    `update share_contents set status = 'replaced' where content_id = $1 and status = 'approved' and exists
       (select 1 from share_contents where content_id = $1 and version = $2 and status = 'draft')`,
    [wish.contentId, wish.version],
  );
  const rows = await query(
    `update share_contents set status = 'approved', approval_no = $3, approved_by = $4, approved_at = $5, expires_at = $6
     where content_id = $1 and version = $2 and status = 'draft' returning version`,
    [wish.contentId, wish.version, wish.approvalNo, wish.by, wish.at, wish.expiresAt],
  );
  return rows.length === 1;
}

/** Takes back what is shown and what waits. False when there is nothing. */
export async function recallContent(
  query: Query,
  wish: { readonly contentId: string; readonly by: string; readonly reason: string; readonly at: Date },
): Promise<boolean> {
  const rows = await query(
    `update share_contents set status = 'recalled', recalled_by = $2, recall_reason = $3, recalled_at = $4
     where content_id = $1 and status in ('draft', 'approved') returning version`,
    [wish.contentId, wish.by, wish.reason, wish.at],
  );
  return rows.length > 0;
}

interface WordRow {
  word: string;
  reason: string;
  allowed_after: string[];
  allowed_when_announced: boolean;
}

export async function barredWords(query: Query): Promise<BarredWord[]> {
  const rows = await query<WordRow>(
    `select word, reason, allowed_after, allowed_when_announced from barred_words order by word`,
  );
  return rows.map((row) => ({
    word: row.word,
    reason: row.reason,
    allowedAfter: row.allowed_after,
    allowedWhenAnnounced: row.allowed_when_announced,
  }));
}

/**
 * Bars a word, or says something else of it.
 * @param former what was known of it, null: nothing; undefined: whatever it is
 * @returns false where it is otherwise by now; true as well where it is what it is to be
 */
export async function keepBarredWord(
  query: Query,
  entry: BarredWord,
  former: BarredWord | null | undefined,
): Promise<boolean> {
  const valuesOf = (one: BarredWord) => [
    one.reason,
    JSON.stringify(one.allowedAfter ?? []),
    one.allowedWhenAnnounced ?? false,
  ];
  const known = former ? valuesOf(former) : [null, null, null];
  const rows = await query(
    `insert into barred_words as now (word, reason, allowed_after, allowed_when_announced)
     select $1, $2, $3::jsonb, $4::boolean
     where $5::text is null or exists (select 1 from barred_words where word = $1)
     on conflict (word) do update set reason = excluded.reason, allowed_after = excluded.allowed_after,
       allowed_when_announced = excluded.allowed_when_announced
     where $8 or (now.reason, now.allowed_after, now.allowed_when_announced) in
       (($5::text, $6::jsonb, $7::boolean), (excluded.reason, excluded.allowed_after, excluded.allowed_when_announced))
     returning word`,
    [entry.word, ...valuesOf(entry), ...known, former === undefined],
  );
  return rows.length === 1;
}

/** False when it was not barred. */
export async function dropBarredWord(query: Query, word: string): Promise<boolean> {
  const rows = await query(`delete from barred_words where word = $1 returning word`, [word]);
  return rows.length > 0;
}

/** The whole list in place of the one before. */
export async function replaceBarredWords(query: Query, words: readonly BarredWord[]): Promise<void> {
  await query(`delete from barred_words`);
  await query(
    `insert into barred_words (word, reason, allowed_after, allowed_when_announced)
     select word, reason, allowed_after, allowed_when_announced
     from jsonb_to_recordset($1::jsonb) as w(word text, reason text, allowed_after jsonb, allowed_when_announced boolean)
     on conflict (word) do nothing`,
    [
      JSON.stringify(
        words.map(({ word, reason, allowedAfter = [], allowedWhenAnnounced = false }) => ({
          ...{ word, reason },
          allowed_after: allowedAfter,
          allowed_when_announced: allowedWhenAnnounced,
        })),
      ),
    ],
  );
}
