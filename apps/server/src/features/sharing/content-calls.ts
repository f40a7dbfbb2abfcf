import type {
  Calls,
  ShareArticleTextValue,
  ShareArticleValue,
  ShareCardTextValue,
  SharePosterTextValue,
} from '@huimin/contract';
import { fail, type Handler, ok } from '../../http/handler.ts';
import type { LoadedEdition } from '../configuration/index.ts';
import { CARD_PICTURE_PATH } from './picture-paths.ts';
import type { SharingDependencies } from './sharing-deps.ts';
import { approvalOf, type ShownContent, shownContent, shownOfEdition } from './shown-content.ts';

const NO_EDITION = '没有这个产品，请从首页重新进入';
export const NO_CONTENT = '这个内容已经停用，请看最新的';

/** Of the cards of an edition the last by its number is the one in use. */
function cardOf(deps: SharingDependencies, shown: readonly ShownContent[]) {
  const card = shown.findLast(({ row }) => row.kind === 'card');
  if (!card) return null;
  const { title, desc, copyText } = card.row.document as ShareCardTextValue;
  return { title, desc, copyText, imageUrl: imageUrl(deps, card.edition), approval: approvalOf(card) };
}

type Origin = Pick<SharingDependencies, 'publicOrigin'>;

function imageUrl({ publicOrigin }: Origin, { document }: LoadedEdition): string {
  return document.shareImgUrl || `${publicOrigin}${CARD_PICTURE_PATH}`;
}

export function postersOf(shown: readonly ShownContent[]) {
  return shown
    .filter(({ row }) => row.kind === 'poster')
    .map(({ row }) => ({ posterId: row.content_id, title: (row.document as SharePosterTextValue).title }));
}

export function shareContents(deps: SharingDependencies): Handler<Calls['shareContents']> {
  return async ({ productId }) => {
    const edition = deps.editions.edition(productId);
    if (!edition) return fail('not-found', NO_EDITION);
    const shown = await shownOfEdition(deps, edition);
    const articles = shown
      .filter(({ row }) => row.kind === 'article')
      .map(({ row }) => {
        const { title, summary, publishedOn } = row.document as ShareArticleTextValue;
        return { articleId: row.content_id, title, summary, publishedOn };
      })
      .sort((a, b) => b.publishedOn.localeCompare(a.publishedOn));
    return ok({ editionCode: edition.code, card: cardOf(deps, shown), posters: postersOf(shown), articles });
  };
}

export function shareArticle(deps: SharingDependencies): Handler<Calls['shareArticle']> {
  return async ({ articleId }) => {
    const found = await shownContent(deps, articleId);
    if (found?.row.kind !== 'article') return fail('not-found', NO_CONTENT);
    return ok(articleView(deps, found));
  };
}

/** What residents read of an article. */
export function articleView(deps: Origin, content: ShownContent): ShareArticleValue {
  const { row, edition } = content;
  const { title, summary, source, publishedOn, blocks } = row.document as ShareArticleTextValue;
  return {
    articleId: row.content_id,
    editionCode: edition.code,
    ...{ title, summary, source, publishedOn, blocks },
    imageUrl: imageUrl(deps, edition),
    approval: approvalOf(content),
  };
}
