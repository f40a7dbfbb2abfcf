import Type, { type Static } from 'typebox';
import { BeijingTime, EditionCode, Fen } from '../vocabulary/schemas.ts';

const Company = Type.Object({
  name: Type.String(),
  /** Where there is no room for the whole name. */
  shortName: Type.Optional(Type.String()),
  lead: Type.Optional(Type.Boolean()),
  city: Type.Optional(Type.String()),
  /** Share of premium and risk in the consortium, in whole percent; the shares of one edition make 100. */
  sharePercent: Type.Optional(Type.Integer({ minimum: 0, maximum: 100 })),
});
const Companies = Type.Array(Company);
const PayOption = Type.Object({ label: Type.String(), value: Type.String(), icon: Type.String() });

/** Theme colours; the client takes them only where white keeps 4.5:1 on the primary colour. */
export const Theme = Type.Object({
  primaryColor: Type.String(),
  primaryBgColor: Type.String(),
  subBgColor: Type.String(),
  textColor: Type.String(),
  insuredBgColor: Type.String(),
  linearBgColor: Type.String(),
});

export const SaleWindowState = Type.Union([
  Type.Literal('insureing'),
  Type.Literal('underwriting'),
  Type.Literal('underwriteEnd'),
]);

const Benefit = Type.Object({
  name: Type.String(),
  scope: Type.String(),
  icon: Type.Union([Type.Literal('hospital'), Type.Literal('shield'), Type.Literal('pill')]),
  deductibleFen: Fen,
  ratioPercent: Type.Integer({ minimum: 0, maximum: 100 }),
  /** Ratio for costs of a pre-existing condition, where it differs. */
  preExistingRatioPercent: Type.Optional(Type.Integer({ minimum: 0, maximum: 100 })),
  limitFen: Fen,
  /** Its name in a comparison of plans, such as 目录内; absent: its whole name. */
  shortName: Type.Optional(Type.String()),
  /** How many drugs or services it names, such as 40. */
  itemCount: Type.Optional(Type.Integer({ minimum: 1 })),
});

export const Plan = Type.Object({
  code: Type.String(),
  name: Type.String(),
  premiumFen: Fen,
  /** What it gives beyond the next cheaper plan, a short line each. */
  adds: Type.Optional(Type.Array(Type.String())),
  /** What it covers, where that is not what the edition says. */
  benefits: Type.Optional(Type.Array(Benefit)),
});

/** Another product named on a card of the home page. */
export const SideProduct = Type.Object({
  name: Type.String(),
  /** A year and person. */
  premiumFen: Fen,
  /** Most that it pays in a year. */
  limitFen: Fen,
  /** What pressing the card says: why it cannot be bought, and where those who have it turn. */
  explanation: Type.String(),
});

/** Ways to buy beside the main window; what is absent is not offered. Beijing time. */
const Flows = Type.Object({
  early: Type.Optional(Type.Object({ from: Type.String() })),
  mid: Type.Optional(
    Type.Object({
      from: Type.String(),
      until: Type.String(),
      /** Whole days between the application and the first day of cover. */
      waitingDays: Type.Integer({ minimum: 0 }),
    }),
  ),
  assisted: Type.Optional(Type.Boolean()),
});

/**
 * The product configuration of one edition. Premiums in yuan are the specification's two fields; everything
 * that counts money uses the plans' `premiumFen`.
 */
export const ProductInfo = Type.Object({
  editionCode: EditionCode,
  /** Rises with every published change. */
  configVersion: Type.Integer(),
  isDemonstration: Type.Boolean(),
  proName: Type.String(),
  name: Type.String(),
  subtitle: Type.String(),
  slogan: Type.String(),
  accompanyYears: Type.Integer(),
  editionYear: Type.Integer(),
  premium1: Type.Number(),
  premium2: Type.Number(),
  plans: Type.Array(Plan),
  validDate: Type.String(),
  invalidDate: Type.String(),
  insureStart: Type.String(),
  insureEnd: Type.String(),
  underwriteEnd: Type.String(),
  underwriteComplete: Type.Boolean(),
  flows: Type.Optional(Flows),
  /** Where buying stands still for the moment, and why; absent: nowhere. */
  salePauses: Type.Optional(
    Type.Array(
      Type.Object({
        /** Null: the whole province. */
        city: Type.Union([Type.String(), Type.Null()]),
        place: Type.String(),
        text: Type.String(),
        until: Type.Union([Type.String(), Type.Null()]),
      }),
    ),
  ),
  /** When the body was made; the client recomputes it from the dates and the server's clock. */
  saleWindow: SaleWindowState,
  maxInsuredPerOrder: Type.Integer(),
  tel: Type.String(),
  serviceUrl: Type.String(),
  technologyCompany: Companies,
  brokerCompany: Companies,
  insuranceCompany: Companies,
  subCompany: Companies,
  applyRefund: Type.Boolean(),
  refundReason: Type.Boolean(),
  /** What a policy is worth once cover has begun; absent: nothing. Basis points of the premium that are kept. */
  cashValue: Type.Optional(Type.Object({ feeBasisPoints: Type.Integer({ minimum: 0, maximum: 10_000 }) })),
  updatePolicyholder: Type.Boolean(),
  updateInsured: Type.Boolean(),
  /** Before the sale a reminder of its opening can be booked: only where it can be sent. */
  bookingOffered: Type.Boolean(),
  /** When the opening was announced, `YYYY-MM-DD`; absent: not announced yet. */
  announcedOn: Type.Optional(Type.String()),
  /** ID-card photo reading is offered only when its provider is configured. */
  idCardReading: Type.Boolean(),
  /** The choice 明年自动重新投保 is offered only where deductions can really be signed and announced. */
  automaticReapplicationOffered: Type.Boolean(),
  /** Drugs can be applied for and health services booked before the cover begins: for trying out only. */
  servicesBeforeCover: Type.Optional(Type.Boolean()),
  /** The draw of small prizes is offered; absent: it is not. */
  luckyDraw: Type.Optional(Type.Boolean()),
  /** What somebody who was insured the year before keeps, in the words of the terms; absent: nothing is promised. */
  continuity: Type.Optional(Type.String()),
  appId: Type.String(),
  testAppId: Type.String(),
  shareTitle: Type.String(),
  shareDesc: Type.String(),
  shareImgUrl: Type.String(),
  theme: Theme,
  payList: Type.Array(PayOption),
  aliPayList: Type.Array(PayOption),
  recordFilingCode: Type.String(),
  recordFilingName: Type.String(),
  recordFilingOrganisation: Type.String(),
  benefits: Type.Array(Benefit),
  preExistingNote: Type.String(),
  example: Type.Object({
    title: Type.String(),
    selfPaidFen: Fen,
    deductibleFen: Fen,
    ratioPercent: Type.Integer(),
    payableFen: Fen,
  }),
  whoCanBuy: Type.Array(Type.Object({ text: Type.String(), allowed: Type.Boolean() })),
  sideProducts: Type.Optional(Type.Array(SideProduct)),
  questions: Type.Array(Type.Object({ question: Type.String(), answer: Type.String() })),
  /** Current version of every document, for consent and for the reading list. */
  documents: Type.Array(
    Type.Object({ key: Type.String(), title: Type.String(), version: Type.Integer(), required: Type.Boolean() }),
  ),
  /** Address of the messaging app's script, or empty. */
  jsSdkUrl: Type.String(),
});
export type ProductInfoValue = Static<typeof ProductInfo>;

export const PublishedDocument = Type.Object({
  pageKey: Type.String(),
  editionCode: EditionCode,
  version: Type.Integer(),
  title: Type.String(),
  publishedAt: BeijingTime,
  sha256: Type.String(),
  /** Structured text: no HTML travels, so none can be injected. `strong` marks what exclusions law wants noticed. */
  blocks: Type.Array(
    Type.Object({
      kind: Type.Union([
        Type.Literal('heading'),
        Type.Literal('paragraph'),
        Type.Literal('list'),
        Type.Literal('strong'),
      ]),
      text: Type.Optional(Type.String()),
      items: Type.Optional(Type.Array(Type.String())),
    }),
  ),
});
export type PublishedDocumentValue = Static<typeof PublishedDocument>;

export const EditionSummary = Type.Object({
  editionCode: EditionCode,
  name: Type.String(),
  editionYear: Type.Integer(),
  plans: Type.Array(Plan),
  benefits: Type.Array(Benefit),
  validDate: Type.String(),
  invalidDate: Type.String(),
  saleWindow: SaleWindowState,
  /** The sale has begun and is not over: it can be bought now. */
  onSale: Type.Boolean(),
  current: Type.Boolean(),
});
export type EditionSummaryValue = Static<typeof EditionSummary>;
