import { DOCUMENT_KEYS } from '@huimin/contract';
import { type EditionPaper, type PublishCheck, publishChecks } from '@huimin/domain/edition-desk';
import { planOf } from '@huimin/domain/product';
import type { Query } from '../../db/database.ts';
import type { EditionDocument } from '../configuration/index.ts';
import { pagesUnderway } from '../page-versions/index.ts';
import { barredWords } from '../sharing/index.ts';
import type { EditionDeskDependencies } from './desk-deps.ts';
import { plansNeeded } from './plan-uses.ts';

interface PaperRow {
  document_key: string;
  version: number;
  title: string;
  blocks: readonly { readonly text?: string; readonly items?: readonly string[] }[];
}

/** The newest version of each of an edition's documents, and whether it stands in the log. */
async function papersOf(deps: EditionDeskDependencies, query: Query, code: string): Promise<EditionPaper[]> {
  const rows = await query<PaperRow>(
    `select distinct on (document_key) document_key, version, title, blocks from documents where edition_code = $1
     order by document_key, version desc`,
    [code],
  );
  const keyOf = (row: PaperRow) => `document/${code}/${row.document_key}/${row.version}`;
  const registered = await deps.evidence.published(rows.map(keyOf), query);
  return rows.map((row) => ({
    key: row.document_key,
    title: row.title,
    version: row.version,
    text: row.blocks.flatMap(({ text, items = [] }) => [text ?? '', ...items]).join('\n'),
    isRegistered: registered.has(keyOf(row)),
  }));
}

/** What is checked before an edition can be published, as things stand now. */
export async function draftChecks(
  deps: EditionDeskDependencies,
  query: Query,
  edition: EditionDocument,
  live: EditionDocument | null,
  endAnnouncedOn: string,
): Promise<PublishCheck[]> {
  const titles = await query<{ value: string; label: string }>(
    `select value, label from dictionaries where code = 'document'`,
  );
  return publishChecks({
    edition,
    live,
    endAnnouncedOn: endAnnouncedOn === '' ? null : endAnnouncedOn,
    papers: await papersOf(deps, query, edition.editionCode),
    // All of them: who logs in or adds family agrees to those that are not read to their end, too.
    required: Object.fromEntries(
      DOCUMENT_KEYS.map((key) => [key, titles.find(({ value }) => value === key)?.label ?? key]),
    ),
    underway: await pagesUnderway(query, edition.editionCode),
    barredWords: await barredWords(query),
    plansNeeded: await plansNeeded(
      query,
      edition.editionCode,
      (live?.plans ?? []).filter(({ code }) => planOf(edition, code) === null),
    ),
    nowMs: deps.clock.now(),
  });
}

export const isPublishable = (checks: readonly PublishCheck[]): boolean =>
  checks.every(({ problems }) => problems.length === 0);
