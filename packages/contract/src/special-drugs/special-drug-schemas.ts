import Type, { type Static } from 'typebox';
import { FileIds } from '../uploads/upload-schemas.ts';
import { BeijingTime, Fen, PersonName, PhoneNumber, PolicyNo } from '../vocabulary/schemas.ts';

export const DrugApplicationNo = Type.String({ pattern: '^TY[0-9]{19}$', description: '用药申请编号' });
export const ListedCode = Type.String({ pattern: '^[0-9A-Za-z-]{1,20}$', description: '目录里的编号' });

const PaperKind = Type.Enum(['prescription', 'report', 'summary', 'identity'], {
  description: 'prescription 处方 report 病理或基因报告 summary 病历小结 identity 用药人身份证',
});
/** Files by what they are. */
export const DrugPapers = Type.Array(Type.Object({ kind: PaperKind, fileIds: FileIds }), { minItems: 1, maxItems: 4 });

export const Recipient = Type.Object({
  name: PersonName,
  phone: PhoneNumber,
  address: Type.String({ minLength: 5, maxLength: 100, pattern: '^[^\\u0000-\\u001f]+$', description: '收件地址' }),
});

export const ListedDrug = Type.Object({
  code: ListedCode,
  genericName: Type.String(),
  brandName: Type.String(),
  maker: Type.String(),
  indication: Type.String(),
  /** Within the catalogue of the basic medical insurance. */
  inCatalogue: Type.Boolean(),
  ratioPercent: Type.Integer(),
  /** For people whose illness was there before the cover. */
  preExistingRatioPercent: Type.Integer(),
  limitFen: Type.Union([Fen, Type.Null()]),
  /** What one cycle costs about. */
  priceFen: Fen,
  cycleText: Type.String(),
  cycleDays: Type.Integer(),
  pharmacyCodes: Type.Array(ListedCode),
});
export type ListedDrugValue = Static<typeof ListedDrug>;

export const ListedPharmacy = Type.Object({
  code: ListedCode,
  name: Type.String(),
  city: Type.String(),
  district: Type.String(),
  address: Type.String(),
  phone: Type.String(),
  hours: Type.String(),
  delivers: Type.Boolean(),
});
export type ListedPharmacyValue = Static<typeof ListedPharmacy>;

/** Somebody with a policy, for whom a drug can be asked for. */
const DrugPerson = Type.Object({
  policyNo: PolicyNo,
  name: Type.String(),
  relationship: Type.String(),
  validDate: Type.String(),
  invalidDate: Type.String(),
  /** The cover stands now. */
  isOpen: Type.Boolean(),
  deductibleLeftFen: Fen,
  limitLeftFen: Fen,
});
export type DrugPersonValue = Static<typeof DrugPerson>;

const CoPay = Type.Object({
  priceFen: Fen,
  ratioPercent: Type.Integer(),
  deductedFen: Fen,
  baseFen: Fen,
  paidFen: Fen,
  ownFen: Fen,
  isLimited: Type.Boolean(),
});

/** One application, as the asker sees it. */
export const DrugApplication = Type.Object({
  drugApplicationNo: DrugApplicationNo,
  drugCode: ListedCode,
  drugName: Type.String(),
  cycleText: Type.String(),
  personName: Type.String(),
  status: Type.Enum([
    'reviewing',
    'papers-wanted',
    'approved',
    'arranged',
    'collected',
    'finished',
    'refused',
    'withdrawn',
    'lapsed',
  ]),
  statusLabel: Type.String(),
  /** Why it was refused, or what is still missing. */
  answer: Type.Union([Type.String(), Type.Null()]),
  createdAt: BeijingTime,
  /** By when it is looked at. */
  reviewBy: Type.Union([Type.String(), Type.Null()]),
  papers: Type.Array(Type.Object({ kind: PaperKind, label: Type.String(), count: Type.Integer() })),
  /** How many cycles were approved and taken. */
  cycles: Type.Integer(),
  cyclesDone: Type.Integer(),
  /** First day of the next cycle. */
  nextDueOn: Type.Union([Type.String(), Type.Null()]),
  place: Type.Union([
    Type.Object({
      way: Type.Enum(['collect', 'deliver']),
      pharmacy: ListedPharmacy,
      recipient: Type.Union([Type.Object({ name: Type.String(), phoneMasked: Type.String() }), Type.Null()]),
    }),
    Type.Null(),
  ]),
  /** What the next cycle costs about. */
  coPay: CoPay,
  /** Where it can be had; empty before it is approved. */
  pharmacies: Type.Array(ListedPharmacy),
});
export type DrugApplicationValue = Static<typeof DrugApplication>;

export const DrugOverview = Type.Object({
  /** News comes as a text message; otherwise it is only seen here. */
  tellsNews: Type.Boolean(),
  people: Type.Array(DrugPerson),
  applications: Type.Array(DrugApplication),
});
