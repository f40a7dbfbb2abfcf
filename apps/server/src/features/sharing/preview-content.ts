import type { PreviewAnswer } from '../../http/handler.ts';
import { ok } from '../../http/handler.ts';
import { drawPoster } from '../../papers/index.ts';
import { articleView } from './content-calls.ts';
import { versionsOf } from './content-store.ts';
import { posterData } from './poster.ts';
import type { SharingDependencies } from './sharing-deps.ts';
import type { ShownContent } from './shown-content.ts';

type Deps = Pick<SharingDependencies, 'database' | 'editions' | 'publicOrigin'>;

/** One version of a piece whether or not it may be shown; null where there is none. */
export async function contentVersion(
  { database, editions }: Pick<Deps, 'database' | 'editions'>,
  contentId: string,
  version: number,
): Promise<ShownContent | null> {
  const row = (await versionsOf(database.query, contentId)).find((one) => one.version === version);
  const edition = row ? editions.edition(row.edition_code) : null;
  return row && edition ? { row, edition } : null;
}

/** What the residents' page of an article reads of one version. */
export function articleAnswers(deps: Pick<Deps, 'publicOrigin'>, content: ShownContent): PreviewAnswer[] {
  if (content.row.kind !== 'article') return [];
  const input = { articleId: content.row.content_id };
  return [{ call: 'shareArticle', input, reply: ok(articleView(deps, content)) }];
}

/** The picture of a poster as residents get it, with the shop's own address in its code; PNG. */
export function posterPreview({ publicOrigin }: Pick<Deps, 'publicOrigin'>, content: ShownContent): Promise<Buffer> {
  return drawPoster({ kind: 'poster', data: posterData(content, `${publicOrigin}/`) });
}
