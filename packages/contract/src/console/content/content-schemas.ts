import Type, { type Static } from 'typebox';
import { ShareArticleText, ShareCardText, SharePosterText } from '../../sharing/sharing-schemas.ts';
import { BeijingTime, EditionCode } from '../../vocabulary/schemas.ts';

export const ContentKindName = Type.Enum(['card', 'poster', 'article'], { description: '分享卡片、海报或文章' });
export const StandingName = Type.Enum(
  ['shown', 'not-approved', 'recalled', 'expired', 'names-differ', 'barred-words'],
  { description: '现在能不能展示，为什么' },
);

/** What is barred in a text, and what to say instead. */
export const FindingView = Type.Object({
  field: Type.String(),
  label: Type.String(),
  word: Type.String(),
  reason: Type.String(),
});
export type FindingValue = Static<typeof FindingView>;

/** The words of a piece; the one of its kind. */
export const ContentWords = {
  card: Type.Optional(ShareCardText),
  poster: Type.Optional(SharePosterText),
  article: Type.Optional(ShareArticleText),
};

export const ContentLine = Type.Object({
  contentId: Type.String(),
  contentKind: ContentKindName,
  edition: EditionCode,
  title: Type.String(),
  version: Type.Integer(),
  statusLabel: Type.String(),
  standing: StandingName,
  standingText: Type.String(),
  findings: Type.Array(FindingView),
  approvalNo: Type.Union([Type.String(), Type.Null()]),
  expiresAt: Type.Union([BeijingTime, Type.Null()]),
  writtenBy: Type.String(),
  writtenAt: BeijingTime,
});
export type ContentLineValue = Static<typeof ContentLine>;

export const ContentVersionView = Type.Object({
  ...ContentLine.properties,
  status: Type.Enum(['draft', 'approved', 'replaced', 'recalled']),
  ...ContentWords,
  /** Every text of it with the name of its place. */
  texts: Type.Array(Type.Object({ field: Type.String(), label: Type.String(), text: Type.String() })),
  endAnnouncedOn: Type.Union([Type.String(), Type.Null()]),
  approvedBy: Type.Union([Type.String(), Type.Null()]),
  approvedAt: Type.Union([BeijingTime, Type.Null()]),
  recalledBy: Type.Union([Type.String(), Type.Null()]),
  recalledAt: Type.Union([BeijingTime, Type.Null()]),
  recallReason: Type.Union([Type.String(), Type.Null()]),
  /** Whoever asks may approve this version. */
  mayApprove: Type.Boolean(),
});
export type ContentVersionValue = Static<typeof ContentVersionView>;

const Plain = (minLength: number, maxLength: number) =>
  Type.String({ minLength, maxLength, pattern: '^[^\\u0000-\\u001f]+$' });

export const BarredWordView = Type.Object({
  word: Plain(2, 20),
  /** Why, and what to say instead. */
  reason: Plain(2, 100),
  allowedAfter: Type.Array(Plain(1, 10), { maxItems: 10 }),
  allowedWhenAnnounced: Type.Boolean(),
});
export type BarredWordValue = Static<typeof BarredWordView>;
