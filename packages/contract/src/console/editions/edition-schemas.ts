import Type, { type Static } from 'typebox';
import { PAYMENT_METHODS } from '../../vocabulary/index.ts';
import { BeijingTime, EditionCode } from '../../vocabulary/schemas.ts';

/** Which state of a draft somebody has before them; what was changed since is not overwritten. */
export const Revision = Type.Integer({ minimum: 1, maximum: 1_000_000, description: '第几次保存' });
/** A line that somebody types, as long as it may get; what is wrong with it is said beside the field. */
const Line = Type.String({ maxLength: 200 });
const DateText = Type.String({ maxLength: 19, pattern: '^[0-9]{0,4}[-0-9: ]{0,15}$', description: '日期时间' });
const Colour = Type.String({ maxLength: 7, pattern: '^#?[0-9A-Fa-f]{0,6}$', description: '颜色' });
const CompanyFields = Type.Object({
  name: Type.String({ maxLength: 60 }),
  shortName: Type.Optional(Type.String({ minLength: 1, maxLength: 8, description: '简称' })),
  lead: Type.Optional(Type.Boolean()),
  city: Type.Optional(Type.String({ maxLength: 20 })),
  sharePercent: Type.Optional(Type.Integer({ minimum: 0, maximum: 100 })),
});
const Percent = Type.Integer({ minimum: 0, maximum: 100 });
/** What a benefit pays; whole yuan, none of which is a fraction. */
const BenefitFields = Type.Object({
  name: Type.String({ maxLength: 40 }),
  scope: Type.String({ maxLength: 60 }),
  deductibleYuan: Type.Integer({ minimum: 0, maximum: 100_000_000 }),
  ratioPercent: Percent,
  /** Null where a pre-existing condition makes no difference. */
  preExistingRatioPercent: Type.Union([Percent, Type.Null()]),
  limitYuan: Type.Integer({ minimum: 0, maximum: 100_000_000 }),
  /** How many drugs or services; null where they are not counted. */
  itemCount: Type.Union([Type.Integer({ minimum: 1, maximum: 10_000 }), Type.Null()]),
});

const Methods = Type.Array(Type.Enum([...PAYMENT_METHODS]), { maxItems: 10 });

/** As orders, policies and rules of claims keep a plan; the same code in another year is the same plan. */
export const PlanCode = Type.String({
  minLength: 2,
  maxLength: 20,
  pattern: '^[a-z0-9][a-z0-9-]*$',
  description: '方案编码',
});
/** A plan to be added, the last of all; what it covers begins as another one's and is its own. */
export const NewPlan = Type.Object({
  code: PlanCode,
  name: Type.String({ maxLength: 20, description: '方案名称' }),
  /** As it is typed, in yuan. */
  premiumYuan: Type.String({ maxLength: 20, description: '保费' }),
  adds: Type.Array(Type.String({ maxLength: 60 }), { maxItems: 10 }),
  coverOf: PlanCode,
});

/** Every field that the desk changes; on sending, those that were changed. */
export const EditionFields = Type.Object({
  proName: Line,
  name: Line,
  subtitle: Line,
  slogan: Line,
  recordFilingName: Line,
  recordFilingCode: Line,
  recordFilingOrganisation: Line,
  tel: Line,
  shareTitle: Line,
  shareDesc: Line,
  validDate: DateText,
  invalidDate: DateText,
  insureStart: DateText,
  insureEnd: DateText,
  underwriteEnd: DateText,
  /** '' where nothing was announced. */
  announcedOn: DateText,
  endAnnouncedOn: DateText,
  /** Windows beside the main one; '' where the edition has none, and then it cannot be given one here. */
  earlyFrom: DateText,
  midFrom: DateText,
  midUntil: DateText,
  /** As they are typed, in yuan, by plan in their order. What is no sum is kept so, and told by the checks. */
  premiumsYuan: Type.Array(Type.String({ maxLength: 20 }), { maxItems: 10 }),
  planNames: Type.Array(Type.String({ maxLength: 20 }), { maxItems: 10 }),
  /** What each gives beyond the next cheaper plan, a short line each. */
  planAdds: Type.Array(Type.Array(Type.String({ maxLength: 60 }), { maxItems: 10 }), { maxItems: 10 }),
  /** What the plans without their own benefits cover, then each of the others; plans come and go by calls of their own. */
  covers: Type.Array(Type.Array(BenefitFields, { maxItems: 20 }), { maxItems: 11 }),
  underwriteComplete: Type.Boolean(),
  applyRefund: Type.Boolean(),
  refundReason: Type.Boolean(),
  /** A person looks at what policyholders want back before the money moves. */
  refundReview: Type.Boolean(),
  updatePolicyholder: Type.Boolean(),
  updateInsured: Type.Boolean(),
  automaticReapplicationOffered: Type.Boolean(),
  luckyDraw: Type.Boolean(),
  /** It becomes the one that residents see first. */
  becomesDefault: Type.Boolean(),
  /** In the order in which they are offered. */
  payList: Methods,
  aliPayList: Methods,
  insuranceCompany: Type.Array(CompanyFields, { maxItems: 30 }),
  brokerCompany: Type.Array(CompanyFields, { maxItems: 10 }),
  technologyCompany: Type.Array(CompanyFields, { maxItems: 10 }),
  subCompany: Type.Array(CompanyFields, { maxItems: 100 }),
  theme: Type.Object({
    primaryColor: Colour,
    primaryBgColor: Colour,
    subBgColor: Colour,
    textColor: Colour,
    insuredBgColor: Colour,
    linearBgColor: Colour,
  }),
});
export type EditionFieldsValue = Static<typeof EditionFields>;

const Moment = Type.Union([BeijingTime, Type.Null()]);
const Tone = Type.Enum(['info', 'warn', 'success', 'neutral', 'error']);

/** A draft's standing, as the lists show it. */
export const DraftState = Type.Object({
  status: Type.Enum(['editing', 'first', 'second', 'approved', 'scheduled']),
  label: Type.String(),
  tone: Tone,
});

const DraftLine = Type.Object({
  version: Type.Integer(),
  state: DraftState,
  savedAt: BeijingTime,
  publishAt: Moment,
  /** Whoever had to agree sent it back, and nobody handed it in since. */
  isReturned: Type.Boolean(),
});

/** Where an edition's sale stands now. */
export const SaleState = { saleLabel: Type.String(), saleTone: Tone };

export const EditionLine = Type.Object({
  edition: EditionCode,
  name: Type.String(),
  year: Type.Integer(),
  /** Residents see it first. */
  isDefault: Type.Boolean(),
  /** Null: never published. */
  liveVersion: Type.Union([Type.Integer(), Type.Null()]),
  liveSince: Moment,
  ...SaleState,
  cover: Type.String(),
  sale: Type.String(),
  premiums: Type.Array(Type.Object({ plan: Type.String(), fen: Type.Integer() })),
  draft: Type.Union([DraftLine, Type.Null()]),
});
export type EditionLineValue = Static<typeof EditionLine>;

const Problem = Type.Object({
  /** Field of the edition; `documents` or `documents.{key}` where a page of it is meant; '' for neither. */
  path: Type.String(),
  message: Type.String(),
});

const EditionDifference = Type.Object({
  path: Type.String(),
  section: Type.Enum(['naming', 'dates', 'plans', 'cover', 'switches', 'companies', 'payment', 'theme']),
  label: Type.String(),
  before: Type.String(),
  after: Type.String(),
  isColour: Type.Boolean(),
});
export type EditionDifferenceValue = Static<typeof EditionDifference>;

/** One of the versions that residents saw. */
export const EditionVersion = Type.Object({
  version: Type.Integer(),
  publishedAt: BeijingTime,
  /** Residents see it now. */
  isLive: Type.Boolean(),
  /** Who changed it and who agreed, by name; nobody where it was not made at the desk. */
  editors: Type.Array(Type.String()),
  approvedBy: Type.Array(Type.String()),
  /** From the version before; null: that one was not kept. */
  differences: Type.Union([Type.Array(EditionDifference), Type.Null()]),
});
export type EditionVersionValue = Static<typeof EditionVersion>;

export const EditionDesk = Type.Object({
  edition: EditionCode,
  name: Type.String(),
  year: Type.Integer(),
  isDefault: Type.Boolean(),
  liveVersion: Type.Union([Type.Integer(), Type.Null()]),
  liveSince: Moment,
  /** Null: nothing is being changed; then `fields` are the live ones. */
  draft: Type.Union([
    Type.Null(),
    Type.Object({
      version: Type.Integer(),
      revision: Revision,
      state: DraftState,
      savedAt: BeijingTime,
      savedBy: Type.String(),
      /** Which edition it was made from; null: its own. */
      copiedFrom: Type.Union([EditionCode, Type.Null()]),
      publishAt: Moment,
      /** Why it was sent back last, or why it could not be published. */
      note: Type.Union([Type.String(), Type.Null()]),
      /** The live one was changed in the meantime. */
      isStale: Type.Boolean(),
    }),
  ]),
  fields: EditionFields,
  /** The plans in the order in which residents see them, which is that of `premiumsYuan`, `planNames` and `planAdds`. */
  plans: Type.Array(
    Type.Object({
      code: PlanCode,
      name: Type.String(),
      fen: Type.Integer(),
      /** The next cheaper plan, from which this one is the upgrade, and what moving up costs; null: none. */
      upgradeOf: Type.Union([Type.Null(), Type.Object({ name: Type.String(), fen: Type.Integer() })]),
    }),
  ),
  /** Taken out of this draft; each can be put back as it was. */
  plansRemoved: Type.Array(Type.Object({ code: PlanCode, name: Type.String(), fen: Type.Integer() })),
  /** Why no plan can be added, taken out or moved, where this person changes the draft; null when they can. */
  whyPlansStay: Type.Union([Type.String(), Type.Null()]),
  /** For each of `covers` the plans that have it. */
  coverPlans: Type.Array(Type.Object({ codes: Type.Array(PlanCode), names: Type.Array(Type.String()) })),
  methods: Type.Array(
    Type.Object({ value: Type.Enum([...PAYMENT_METHODS]), label: Type.String(), where: Type.String() }),
  ),
  /** Other published editions that are on sale at the same time, from now on. */
  overlaps: Type.Array(
    Type.Object({
      edition: EditionCode,
      name: Type.String(),
      from: DateText,
      until: DateText,
      /** They cover the same days as well. */
      coversSameDays: Type.Boolean(),
    }),
  ),
  /** What `differences` are with. */
  comparedWith: Type.String(),
  differences: Type.Array(EditionDifference),
  checks: Type.Array(Type.Object({ name: Type.String(), label: Type.String(), problems: Type.Array(Problem) })),
  theme: Type.Array(
    Type.Object({
      name: Type.Enum(['primaryColor', 'primaryBgColor', 'subBgColor', 'textColor', 'insuredBgColor', 'linearBgColor']),
      label: Type.String(),
      beside: Type.String(),
      contrast: Type.Union([Type.Number(), Type.Null()]),
      isReadable: Type.Boolean(),
      /** What it was before, with its contrast then; null where it is the same. */
      former: Type.Union([Type.Null(), Type.Object({ colour: Type.String(), contrast: Type.Number() })]),
      /** The nearest with which all can be read; null where it is the same, can be read, or where there is none. */
      nearest: Type.Union([Type.Null(), Type.Object({ colour: Type.String(), contrast: Type.Number() })]),
    }),
  ),
  agreements: Type.Array(
    Type.Object({
      name: Type.String(),
      role: Type.String(),
      at: BeijingTime,
      note: Type.Union([Type.String(), Type.Null()]),
    }),
  ),
  /** What this person may do now. */
  may: Type.Object({
    change: Type.Boolean(),
    submit: Type.Boolean(),
    decide: Type.Boolean(),
    schedule: Type.Boolean(),
    /** Why not agree, where deciding is this person's right. */
    whyNotDecide: Type.Union([Type.String(), Type.Null()]),
  }),
});
export type EditionDeskValue = Static<typeof EditionDesk>;

export const DraftSaved = Type.Object({ revision: Revision, savedAt: BeijingTime });
export const PublishMoment = Type.String({
  pattern: '^[0-9]{4}-[0-9]{2}-[0-9]{2} [0-9]{2}:[0-9]{2}$',
  description: '日期时间，写成 2026-01-01 08:00',
});
/** When something goes live; null takes back a time that was set, and who agreed has agreed still. */
export const MomentOrNone = Type.Union([PublishMoment, Type.Null()]);
