import Type, { type Static } from 'typebox';
import { BeijingTime, EditionCode } from '../../vocabulary/schemas.ts';
import { SaleState } from '../editions/edition-schemas.ts';
import { ApprovalView } from '../staff/staff-schemas.ts';

const LARGEST_FEN = 100_000_000_000;
const Amount = Type.Integer({ minimum: 0, maximum: LARGEST_FEN, description: '金额，单位分' });
const Ratio = Type.Integer({ minimum: 0, maximum: 10_000, description: '比例，万分之几' });
const Line = (maxLength: number, description: string) =>
  Type.String({ minLength: 2, maxLength, pattern: '^[^\\u0000-\\u001f]+$', description });
const RatioClassName = Type.Enum(['normal', 'pre-existing'], { description: '赔付比例' });

/** What one visit must come to by the rules, worked out by hand beforehand. */
export const ControlCase = Type.Object({
  name: Line(40, '案例名称'),
  plan: Type.String({ pattern: '^[a-z0-9-]{2,20}$', description: '方案编码' }),
  ratioClass: RatioClassName,
  inScopeFen: Amount,
  outOfScopeFen: Amount,
  specialDrugFen: Amount,
  expectedFen: Amount,
});

/** The rules of an edition in one version, as `domain/adjustment` has them. */
export const ClaimRules = Type.Object({
  editionCode: EditionCode,
  version: Type.Integer({ minimum: 1, maximum: 9_999, description: '第几版' }),
  label: Line(40, '规则名称'),
  plans: Type.Array(
    Type.Object({
      code: Type.String({ pattern: '^[a-z0-9-]{2,20}$', description: '方案编码' }),
      categories: Type.Array(
        Type.Object({
          category: Type.Enum(['in-scope', 'out-of-scope', 'special-drug'], { description: '责任' }),
          label: Line(30, '责任名称'),
          everyday: Line(30, '通俗说法'),
          deductibleFen: Amount,
          ratio: Type.Object({ normal: Ratio, 'pre-existing': Ratio }),
          limitFen: Amount,
        }),
        { minItems: 1, maxItems: 3 },
      ),
    }),
    { minItems: 1, maxItems: 10 },
  ),
  rounding: Type.Object({
    mode: Type.Enum(['half-up', 'down'], { description: '到分怎么取' }),
    per: Type.Enum(['year', 'case'], { description: '按全年还是按案件取' }),
  }),
  cases: Type.Array(ControlCase, { maxItems: 30 }),
});
export type ClaimRulesValue = Static<typeof ClaimRules>;

const MaybeFen = Type.Union([Type.Integer(), Type.Null()]);

/** What a new version would change. */
export const RuleTrial = Type.Object({
  /** What keeps it from being published. */
  problems: Type.Array(Type.String()),
  changes: Type.Array(Type.Object({ what: Type.String(), before: Type.String(), after: Type.String() })),
  /** The control cases, then visits at the edges of the rules. */
  cases: Type.Array(
    Type.Object({
      name: Type.String(),
      beforeFen: MaybeFen,
      afterFen: Type.Integer(),
      expectedFen: MaybeFen,
    }),
  ),
  /** Claims that were decided, worked out again by both versions; sums only. */
  claims: Type.Object({
    worked: Type.Integer(),
    changed: Type.Integer(),
    beforeFen: Type.Integer(),
    afterFen: Type.Integer(),
  }),
});
export type RuleTrialValue = Static<typeof RuleTrial>;

export const ClaimRulesOfEdition = Type.Object({
  edition: EditionCode,
  editionName: Type.String(),
  ...SaleState,
  plans: Type.Array(Type.Object({ code: Type.String(), name: Type.String() })),
  /** The newest first. */
  versions: Type.Array(
    Type.Object({
      rules: ClaimRules,
      publishedAt: BeijingTime,
      publishedBy: Type.String(),
      reason: Type.String(),
    }),
  ),
  /** A next version that waits for a second person. */
  waiting: Type.Union([ApprovalView, Type.Null()]),
});
export type ClaimRulesOfEditionValue = Static<typeof ClaimRulesOfEdition>;
