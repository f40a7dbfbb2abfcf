import type { HandlerTable } from '../../http/handler.ts';
import { shareArticle, shareContents } from './content-calls.ts';
import { officialAccount, officialAccountUser } from './official-account.ts';
import { recordsChannel } from './partner-pages.ts';
import { getPosterByUrl, sharePost } from './poster.ts';
import { addTrajectory, shareId } from './share-calls.ts';
import type { SharingDependencies } from './sharing-deps.ts';

export { textsOf } from './content-check.ts';
export {
  approveContent,
  changeWords,
  contentVersions,
  listContents,
  MOST_WORDS,
  piecesWithBarredWords,
  recall,
  wordsNow,
  writeContent,
} from './content-desk.ts';
export {
  barredWords,
  dropBarredWord,
  keepBarredWord,
} from './content-store.ts';
export { sharesOfOrder } from './order-shares.ts';
export { isAllowedPartner, keepPartnerPage, listPartnerPages } from './partner-pages.ts';
export { registerPosterRoutes } from './poster-routes.ts';
export { articleAnswers, contentVersion, posterPreview } from './preview-content.ts';
export { giveShareCode, shareCodeOfUser } from './share-codes.ts';
export type { SharingDependencies } from './sharing-deps.ts';
export { sweepSharing } from './sweep-sharing.ts';

/** The calls of this topic, by name. */
export function sharingHandlers(deps: SharingDependencies) {
  return {
    shareId: shareId(deps),
    addTrajectory: addTrajectory(deps),
    officialAccount: officialAccount(deps),
    officialAccountUser: officialAccountUser(deps),
    sharePost: sharePost(deps),
    getPosterByUrl: getPosterByUrl(deps),
    recordsChannel: recordsChannel(deps),
    shareContents: shareContents(deps),
    shareArticle: shareArticle(deps),
  } satisfies HandlerTable;
}
