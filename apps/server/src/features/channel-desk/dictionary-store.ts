import type { DictionaryCode } from '@huimin/contract/vocabulary';
import type { DictionaryEntry } from '@huimin/domain/dictionary';
import type { Query } from '../../db/database.ts';

export interface DictionaryVersionRow {
  readonly code: DictionaryCode;
  readonly version: number;
  readonly entries: readonly DictionaryEntry[];
  readonly reason: string;
  readonly written_by: string;
  readonly written_at: number;
  /** Null of version 1. */
  readonly approval_id: number | null;
  readonly approved_by: string | null;
  readonly approved_at: number | null;
}

const ROW = `code, version, entries, reason, written_by, written_at, approval_id, approved_by, approved_at`;

/** Versions that were asked for, the newest first; those that nobody agreed to among them. */
export function dictionaryVersions(query: Query, code: DictionaryCode | null): Promise<DictionaryVersionRow[]> {
  return query<DictionaryVersionRow>(
    `select ${ROW} from dictionary_versions where $1::text is null or code = $1 order by version desc limit 500`,
    [code],
  );
}

/** Keeps the words of the first start as version 1, unless they are kept. */
export async function keepFirstVersion(
  query: Query,
  code: DictionaryCode,
  entries: readonly DictionaryEntry[],
  nowMs: number,
): Promise<void> {
  await query(
    `insert into dictionary_versions (code, version, after_version, entries, reason, written_by, written_at, approved_by, approved_at)
     select $1, 1, 0, $2::jsonb, '程序自带的文字', '程序', $3, '程序', $3
     where not exists (select 1 from dictionary_versions where code = $1) on conflict do nothing`,
    [code, JSON.stringify(entries), new Date(nowMs)],
  );
}

/** Writes a version that is asked for. Its number is the next one; two who ask at once get two. */
export async function insertVersion(
  query: Query,
  asked: Omit<DictionaryVersionRow, 'version' | 'approved_by' | 'approved_at'> & { readonly afterVersion: number },
): Promise<void> {
  await query(
    `insert into dictionary_versions (code, version, after_version, entries, reason, written_by, written_at, approval_id)
     values ($1, (select max(version) + 1 from dictionary_versions where code = $1), $2, $3::jsonb, $4, $5, $6, $7)`,
    [
      ...[asked.code, asked.afterVersion, JSON.stringify(asked.entries), asked.reason, asked.written_by],
      ...[new Date(asked.written_at), asked.approval_id],
    ],
  );
}

/**
 * Makes a version the one that is shown; null where another one came into force after it was written. Whoever else decides
 * about the same list waits.
 */
export async function approveVersion(
  query: Query,
  approvalId: number,
  by: string,
  nowMs: number,
): Promise<Pick<DictionaryVersionRow, 'code' | 'entries' | 'version'> | null> {
  await query('lock table dictionary_versions in share row exclusive mode');
  const [row] = await query<Pick<DictionaryVersionRow, 'code' | 'entries' | 'version'>>(
    `update dictionary_versions v set approved_by = $2, approved_at = $3
     where v.approval_id = $1 and v.approved_at is null and v.after_version = (
       select max(o.version) from dictionary_versions o where o.code = v.code and o.approved_at is not null)
     returning v.code, v.entries, v.version`,
    [approvalId, by, new Date(nowMs)],
  );
  return row ?? null;
}
