export {
  type Attribution,
  type AttributionFacts,
  attributionOf,
  isAgentCode,
  isShareWay,
  SHARE_LASTS_MS,
  SHARE_WAYS,
  type ShareVisit,
  type ShareWay,
} from './attribution.ts';
export { type BarredWord, barredWordsIn, type WordFinding } from './barred-words.ts';
export {
  type ContentFacts,
  type ContentStanding,
  contentStanding,
  type FullNames,
  nextContentStatus,
  SHARE_CONTENT_TABLE,
  type ShareContentStatus,
  STANDING_WORDS,
  sameNames,
  shareContentLabel,
} from './content-standing.ts';
export {
  adoptKeptQuery,
  KEPT_PARAMETERS,
  type KeptParameter,
  type KeptQuery,
  keptQueryOf,
  mergeKeptQuery,
} from './kept-query.ts';
export {
  channelAddress,
  LICENCE_ENDS_SOON_DAYS,
  licenceDaysLeft,
  SALE_CHANNEL_LABELS,
  SALE_CHANNEL_STANDINGS,
  type SaleChannelDraft,
  type SaleChannelKind,
  type SaleChannelStanding,
  saleChannelProblem,
  saleChannelStanding,
  saleWayLabel,
} from './sale-channel.ts';
export { editionAddress, ownShareAddress, type SharedPage, shareAddress } from './share-address.ts';
