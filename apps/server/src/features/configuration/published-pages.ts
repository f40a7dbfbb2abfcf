import type { Calls } from '@huimin/contract';
import { endOfDayMs, formatDateTime, parseDate } from '@huimin/domain/date';
import type { Query } from '../../db/database.ts';
import { fail, type Handler, ok } from '../../http/handler.ts';
import type { DocumentBlock } from './document-text.ts';
import type { EditionStore } from './edition-store.ts';

interface PublishedRow {
  version: number;
  title: string;
  blocks: DocumentBlock[];
  sha256: string;
  published_at: number;
}

interface Dependencies {
  readonly database: { readonly query: Query };
  readonly editions: EditionStore;
}

const UNKNOWN = '没有找到这份文件';
const VERSIONS_SHOWN = 100;

/** The current version from memory; a former one, which few ask for, from the database. */
export function queryPage(deps: Dependencies): Handler<Calls['queryPage']> {
  return async ({ pageKey, productId, version, asOf }) => {
    const edition = deps.editions.edition(productId);
    const current = edition?.documents.get(pageKey);
    if (!edition || !current) return fail('not-found', UNKNOWN);
    if (version !== undefined && asOf !== undefined) return fail('bad-input', '版本和日期只写一个');
    if (asOf !== undefined && parseDate(asOf) === null) return fail('bad-input', '没有这一天，请重新选择日期');
    const of = { pageKey, editionCode: edition.code };
    const isCurrent = asOf === undefined && (version === undefined || version === current.version);
    if (isCurrent) {
      const { title, sha256, blocks, publishedAtMs } = current;
      return ok({ ...of, version: current.version, title, sha256, blocks, publishedAt: formatDateTime(publishedAtMs) });
    }
    // A newer one than the current is not to be read yet.
    const [row] = await deps.database.query<PublishedRow>(
      `select version, title, blocks, sha256, published_at from documents
       where edition_code = $1 and document_key = $2 and version <= $5 and ($3::integer is null or version = $3::integer)
         and ($4::timestamptz is null or published_at <= $4::timestamptz)
       order by version desc limit 1`,
      [edition.code, pageKey, version ?? null, asOf === undefined ? null : new Date(endOfDayMs(asOf)), current.version],
    );
    if (!row) return fail('not-found', asOf === undefined ? '没有这一版' : '那一天这份文件还没有发布');
    const { published_at, ...rest } = row;
    return ok({ ...of, ...rest, publishedAt: formatDateTime(published_at) });
  };
}

export function pageVersions(deps: Dependencies): Handler<Calls['pageVersions']> {
  return async ({ pageKey, productId }) => {
    const edition = deps.editions.edition(productId);
    const current = edition?.documents.get(pageKey);
    if (!edition || !current) return fail('not-found', UNKNOWN);
    const rows = await deps.database.query<Omit<PublishedRow, 'blocks'>>(
      `select version, title, sha256, published_at from documents where edition_code = $1 and document_key = $2
         and version <= $4 order by version desc limit $3`,
      [edition.code, pageKey, VERSIONS_SHOWN, current.version],
    );
    return ok({
      editionCode: edition.code,
      productName: edition.document.proName,
      versions: rows.map(({ version, title, sha256, published_at }, at) => {
        const next = rows[at - 1];
        const replacedAt = next === undefined ? null : formatDateTime(next.published_at);
        return { version, title, sha256, publishedAt: formatDateTime(published_at), replacedAt };
      }),
    });
  };
}
