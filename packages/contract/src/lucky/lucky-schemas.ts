import Type, { type Static } from 'typebox';
import { BeijingTime } from '../vocabulary/schemas.ts';

export const RoundCode = Type.String({ pattern: '^[0-9a-z-]{2,30}$', description: '抽签轮次' });
const Hash = Type.String({ pattern: '^[0-9a-f]{64}$' });
export const Nonce = Type.String({ pattern: '^[0-9a-z]{8,64}$', description: '参与者自己的随机数，小写字母和数字' });
export const LuckyActionCode = Type.Enum(['health-manual'], { description: 'health-manual 看完健康服务手册' });

const PrizeRules = {
  code: Type.String(),
  name: Type.String(),
  unit: Type.String(),
  valueFen: Type.Integer(),
  stock: Type.Integer(),
  /** Parts in a million. */
  oddsPpm: Type.Integer(),
};

export const LuckyChance = Type.Object({
  status: Type.Enum(['ready', 'lost', 'won', 'claimed', 'expired']),
  statusLabel: Type.String(),
  action: LuckyActionCode,
  /** Stands for the person in what is published. */
  tag: Type.String(),
  position: Type.Union([Type.Integer(), Type.Null()]),
  nonce: Type.Union([Type.String(), Type.Null()]),
  lineHash: Type.Union([Type.String(), Type.Null()]),
  prizeName: Type.Union([Type.String(), Type.Null()]),
  drawnAt: Type.Union([BeijingTime, Type.Null()]),
  claimUntil: Type.Union([BeijingTime, Type.Null()]),
  isSent: Type.Boolean(),
});
export type LuckyChanceValue = Static<typeof LuckyChance>;

export const LuckyRound = Type.Object({
  code: RoundCode,
  title: Type.String(),
  organiser: Type.String(),
  approvalNo: Type.String(),
  startsAt: BeijingTime,
  endsAt: BeijingTime,
  isOpen: Type.Boolean(),
  claimDays: Type.Integer(),
  actions: Type.Array(LuckyActionCode),
  prizes: Type.Array(Type.Object({ ...PrizeRules, left: Type.Integer() })),
  /** When stock and odds were read. */
  readAt: BeijingTime,
  rulesHash: Hash,
  seedHash: Hash,
  isRevealed: Type.Boolean(),
  drawn: Type.Integer(),
});
export type LuckyRoundValue = Static<typeof LuckyRound>;

/** What everybody can check a round by. */
export const LuckyProof = Type.Object({
  rules: Type.Object({
    code: RoundCode,
    title: Type.String(),
    organiser: Type.String(),
    approvalNo: Type.String(),
    startsAtMs: Type.Integer(),
    endsAtMs: Type.Integer(),
    claimDays: Type.Integer(),
    actions: Type.Array(LuckyActionCode),
    prizes: Type.Array(Type.Object(PrizeRules)),
  }),
  rulesHash: Hash,
  seedHash: Hash,
  /** Hex; null until the round is over. */
  seed: Type.Union([Type.String(), Type.Null()]),
  drawn: Type.Integer(),
  draws: Type.Array(
    Type.Object({
      position: Type.Integer(),
      tag: Type.String(),
      nonce: Type.String(),
      roll: Type.Integer(),
      prizeCode: Type.Union([Type.String(), Type.Null()]),
      atMs: Type.Integer(),
      hash: Hash,
    }),
  ),
});
