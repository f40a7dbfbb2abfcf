import type { Query } from '../../db/database.ts';

/** The next version of a list, as far as it is written. */
export interface CatalogueDraftRow {
  list: string;
  edition_code: string;
  revision: number;
  base_version: number;
  // biome-ignore lint/suspicious/noExplicitAny: lists of different rows
  rows: readonly any[];
  source: string;
  writers: number[];
  written_by: string;
  written_at: number;
}

const COLUMNS = 'list, edition_code, revision, base_version, rows, source, writers, written_by, written_at';

export async function draftOf(query: Query, list: string, edition: string): Promise<CatalogueDraftRow | null> {
  const [row] = await query<CatalogueDraftRow>(
    `select ${COLUMNS} from catalogue_drafts where list = $1 and edition_code = $2`,
    [list, edition],
  );
  return row ?? null;
}

/** The draft with that revision, held until the transaction ends; null where it went on or is gone. */
export async function heldDraft(
  query: Query,
  list: string,
  edition: string,
  revision: number,
): Promise<CatalogueDraftRow | null> {
  const [row] = await query<CatalogueDraftRow>(
    `select ${COLUMNS} from catalogue_drafts where list = $1 and edition_code = $2 and revision = $3 for update`,
    [list, edition, revision],
  );
  return row ?? null;
}

export interface DraftWriting {
  readonly list: string;
  readonly edition: string;
  /** Which revision the writer had before them; 0: none. */
  readonly revision: number;
  readonly baseVersion: number;
  readonly rows: readonly unknown[];
  readonly source: string;
  readonly writers: readonly number[];
  readonly by: string;
  readonly nowMs: number;
}

/** Writes the next state of a draft; answers its revision, or null where somebody else wrote in between. */
export async function writeDraft(query: Query, draft: DraftWriting): Promise<number | null> {
  const values = [
    ...[draft.list, draft.edition, draft.baseVersion, JSON.stringify(draft.rows), draft.source],
    ...[draft.writers, draft.by, new Date(draft.nowMs)],
  ];
  // Revisions never come twice, so that a request for a draft that was thrown away fits none that follows.
  const sql =
    draft.revision === 0
      ? `insert into catalogue_drafts (list, edition_code, revision, base_version, rows, source, writers, written_by,
           written_at)
         values ($1, $2, nextval('catalogue_revisions'), $3, $4::jsonb, $5, $6, $7, $8)
         on conflict do nothing returning revision`
      : `update catalogue_drafts set revision = nextval('catalogue_revisions'), base_version = $3, rows = $4::jsonb,
           source = $5, writers = $6, written_by = $7, written_at = $8
         where list = $1 and edition_code = $2 and revision = $9 returning revision`;
  const [row] = await query<{ revision: number }>(sql, draft.revision === 0 ? values : [...values, draft.revision]);
  return row?.revision ?? null;
}

/** Gives a held draft another revision, so that whoever still writes on the former one is told. */
export async function countDraftOn(query: Query, { list, edition_code }: CatalogueDraftRow): Promise<number> {
  const [row] = await query<{ revision: number }>(
    `update catalogue_drafts set revision = nextval('catalogue_revisions') where list = $1 and edition_code = $2
     returning revision`,
    [list, edition_code],
  );
  return row?.revision as number;
}

export async function removeDraft(query: Query, list: string, edition: string, revision: number): Promise<boolean> {
  const gone = await query(
    'delete from catalogue_drafts where list = $1 and edition_code = $2 and revision = $3 returning 1 as gone',
    [list, edition, revision],
  );
  return gone.length > 0;
}
