import Type, { type Static } from 'typebox';
import { LuckyRound, RoundCode } from '../../lucky/lucky-schemas.ts';
import { EditionCode } from '../../vocabulary/schemas.ts';

export { RoundCode };

export const LuckyReason = Type.String({
  minLength: 4,
  maxLength: 200,
  pattern: '^[^\\u0000-\\u001f]*\\S[^\\u0000-\\u001f]*$',
  description: '原因，4 到 200 个字',
});

export const LuckyRoundView = Type.Object({
  ...LuckyRound.properties,
  edition: EditionCode,
  editionName: Type.String(),
  /** Whether its edition offers draws at all. */
  isOffered: Type.Boolean(),
  isOver: Type.Boolean(),
  /** Chances by where they stand. */
  chances: Type.Object({
    ready: Type.Integer(),
    lost: Type.Integer(),
    won: Type.Integer(),
    claimed: Type.Integer(),
    expired: Type.Integer(),
  }),
  /** Claimed, and not sent yet. */
  toSend: Type.Integer(),
});
export type LuckyRoundViewValue = Static<typeof LuckyRoundView>;

const Plain = (minLength: number, maxLength: number, description: string) =>
  Type.String({ minLength, maxLength, pattern: '^[^\\u0000-\\u001f|]*\\S[^\\u0000-\\u001f|]*$', description });
const Day = Type.String({ pattern: '^\\d{4}-\\d{2}-\\d{2}$' });

export const NewRound = Type.Object({
  edition: EditionCode,
  roundCode: RoundCode,
  roundTitle: Plain(2, 20, '标题，不超过 20 个字'),
  organiser: Plain(2, 60, '举办的公司全称'),
  activityNo: Plain(2, 40, '活动批准号'),
  startsOn: Day,
  endsOn: Day,
  claimDays: Type.Integer({ minimum: 1, maximum: 90, description: '几天内领' }),
  prizes: Type.Array(
    Type.Object({
      code: Type.String({ pattern: '^[0-9a-z-]{1,20}$', description: '奖品编号，小写字母、数字和 -' }),
      name: Plain(1, 20, '奖品名称'),
      unit: Plain(1, 2, '单位'),
      valueFen: Type.Integer({ minimum: 1, maximum: 20_000, description: '价值，分，最多 200 元' }),
      stock: Type.Integer({ minimum: 1, maximum: 1_000_000, description: '数量' }),
      oddsPpm: Type.Integer({ minimum: 1, maximum: 1_000_000, description: '抽中机会，百万分之几' }),
    }),
    { minItems: 1, maxItems: 20 },
  ),
});
export type NewRoundValue = Static<typeof NewRound>;

export const LuckyClaim = Type.Object({
  luckyNo: Type.String(),
  prizeName: Type.String(),
  claimedAt: Type.String(),
  sentAt: Type.Union([Type.String(), Type.Null()]),
  sentBy: Type.Union([Type.String(), Type.Null()]),
});
export type LuckyClaimValue = Static<typeof LuckyClaim>;
