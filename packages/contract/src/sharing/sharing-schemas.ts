import Type, { type Static } from 'typebox';
import { BeijingTime, EditionCode } from '../vocabulary/schemas.ts';

/** A sharer's code as it stands in an address; what is no code of ours is left aside, not refused. */
export const ShareCodeText = Type.String({ maxLength: 64, description: '分享码' });
export const ShareFromText = Type.String({
  maxLength: 20,
  description: '分享方式：card moments poster copy certificate',
});
/** Of a card, a poster or an article; chosen by who writes it. */
export const ContentId = Type.String({ pattern: '^[a-z0-9-]{2,40}$', description: '内容编号' });

const Line = (maxLength: number) => Type.String({ minLength: 1, maxLength, pattern: '^[^\\u0000-\\u001f]+$' });

/** The words of a share card, and of the text that is copied. */
export const ShareCardText = Type.Object({
  title: Line(40),
  desc: Line(60),
  copyText: Line(200),
});

/** The words of a poster; price, cover, companies, approval and phone come from the edition and the approval. */
export const SharePosterText = Type.Object({
  /** What is listed, such as 竖版海报. */
  title: Line(20),
  kicker: Line(24),
  points: Type.Array(Line(9), { maxItems: 3 }),
  invitation: Line(16),
  notice: Line(120),
});

const ArticleBlock = Type.Union([
  Type.Object({ kind: Type.Literal('heading'), text: Line(40) }),
  Type.Object({ kind: Type.Literal('paragraph'), text: Line(600) }),
  Type.Object({ kind: Type.Literal('strong'), text: Line(600) }),
  Type.Object({ kind: Type.Literal('list'), items: Type.Array(Line(200), { minItems: 1, maxItems: 20 }) }),
]);

/** An article as blocks of text: no HTML travels, so none can be injected. */
export const ShareArticleText = Type.Object({
  title: Line(40),
  /** What its card says below the title. */
  summary: Line(60),
  /** Who speaks, such as 苏民安服务中心. */
  source: Line(30),
  /** YYYY-MM-DD. */
  publishedOn: Type.String({ pattern: '^\\d{4}-\\d{2}-\\d{2}$' }),
  blocks: Type.Array(ArticleBlock, { minItems: 1, maxItems: 80 }),
});
export type ShareCardTextValue = Static<typeof ShareCardText>;
export type SharePosterTextValue = Static<typeof SharePosterText>;
export type ShareArticleTextValue = Static<typeof ShareArticleText>;

/** What every piece of shared content says of itself. */
export const Approval = Type.Object({
  approvalNo: Type.String(),
  expiresAt: BeijingTime,
  productName: Type.String(),
  insurers: Type.Array(Type.String()),
  intermediaries: Type.Array(Type.String()),
});

export const ShareCard = Type.Object({
  title: Type.String(),
  desc: Type.String(),
  /** Absolute address of its picture. */
  imageUrl: Type.String(),
  /** Copied together with the link. */
  copyText: Type.String(),
  approval: Approval,
});
export type ShareCardValue = Static<typeof ShareCard>;

export const PosterChoice = Type.Object({ posterId: ContentId, title: Type.String() });

export const ShareContents = Type.Object({
  editionCode: EditionCode,
  /** Null: nothing approved, so nothing is handed to a container. */
  card: Type.Union([ShareCard, Type.Null()]),
  posters: Type.Array(PosterChoice),
  articles: Type.Array(
    Type.Object({ articleId: ContentId, title: Type.String(), summary: Type.String(), publishedOn: Type.String() }),
  ),
});
export type ShareContentsValue = Static<typeof ShareContents>;

export const ShareArticle = Type.Object({
  articleId: ContentId,
  editionCode: EditionCode,
  title: Type.String(),
  summary: Type.String(),
  source: Type.String(),
  publishedOn: Type.String(),
  blocks: Type.Array(ArticleBlock),
  imageUrl: Type.String(),
  approval: Approval,
});
export type ShareArticleValue = Static<typeof ShareArticle>;
