import type { ConsoleCalls } from '@huimin/contract/console';
import { beijingDateTime } from '@huimin/domain/date';
import { editionDifferences } from '@huimin/domain/edition-desk';
import { fail, ok } from '../../http/handler.ts';
import type { EditionDocument } from '../configuration/index.ts';
import { seesEdition } from '../page-versions/index.ts';
import { type ConsoleHandler, namesOf } from '../staff/index.ts';
import { type EditionDeskDependencies, NO_EDITION } from './desk-deps.ts';
import { liveEdition } from './draft-store.ts';

const MOST = 50;

interface VersionRow {
  readonly version: number;
  readonly document: EditionDocument;
  readonly editors: readonly number[];
  readonly approved_by: readonly number[];
  readonly published_at: number;
}

export function listEditionVersions(
  deps: EditionDeskDependencies,
): ConsoleHandler<ConsoleCalls['listEditionVersions']> {
  return async ({ edition: code }, request) => {
    const { query } = deps.database;
    const live = await liveEdition(query, code);
    if (!live || !seesEdition(request, live.document)) return fail('not-found', NO_EDITION);
    // One more, for what differs in the last that is told.
    const kept = await query<VersionRow>(
      `select version, document, editors, approved_by, published_at from edition_versions
       where edition_code = $1 order by version desc limit ${MOST + 1}`,
      [code],
    );
    const { config_version: version, document, updated_at: since } = live;
    // What was there before the desk was is kept when the desk publishes the next one.
    const rows =
      kept[0]?.version === version
        ? kept
        : [{ version, document, editors: [], approved_by: [], published_at: since }, ...kept];
    const names = await namesOf(
      deps,
      query,
      rows.flatMap(({ editors, approved_by: approved }) => [...editors, ...approved]),
    );
    const named = (ids: readonly number[]) => ids.flatMap((id) => names.get(id) ?? []);
    return ok({
      versions: rows.slice(0, MOST).map((row, index) => {
        const before = rows[index + 1];
        return {
          version: row.version,
          publishedAt: beijingDateTime(row.published_at),
          isLive: row.version === version,
          editors: named(row.editors),
          approvedBy: named(row.approved_by),
          differences: before ? editionDifferences(before.document, row.document) : null,
        };
      }),
    });
  };
}
