import Type, { type Static } from 'typebox';
import { GroupDetail, GroupPersonNo, GroupStatusValue, GroupSummary } from '../../group/group-schemas.ts';
import { BeijingTime, Fen, IdType, PhoneNumber, RegionCode } from '../../vocabulary/schemas.ts';

const Text = Type.String();
const TextOrNull = Type.Union([Text, Type.Null()]);

/** An identity of ours; longer than a number can be. */
export const MovementNo = Type.String({ pattern: '^[0-9]{1,19}$', description: '流水编号' });
export const BankReference = Type.String({ pattern: '^[0-9A-Za-z-]{4,64}$', description: '银行流水号' });
export const SumFen = Type.Integer({ minimum: 1, maximum: 2_000_000_000, description: '金额，单位分' });
export const Line = (what: string, least: number, most: number) =>
  Type.String({
    minLength: least,
    maxLength: most,
    pattern: '^[^\\u0000-\\u001f]*\\S[^\\u0000-\\u001f]*$',
    description: what,
  });

export const Tone = Type.Enum(['success', 'warn', 'error', 'info', 'neutral']);

/** A company in the list of the desk. */
export const DeskGroupLine = Type.Object({
  ...GroupSummary.properties,
  tone: Tone,
  regionText: Text,
  /** Who looks after it; null: nobody yet. */
  manager: TextOrNull,
});
export type DeskGroupLineValue = Static<typeof DeskGroupLine>;

/** Somebody of the desk: the name to show, and the account to tell whether it is who looks. */
const DeskPerson = Type.Object({ account: Text, name: Text });
const DeskPersonOrNull = Type.Union([DeskPerson, Type.Null()]);

/** Money that came by transfer. */
const Receipt = Type.Object({
  receiptNo: MovementNo,
  bankReference: Text,
  amountFen: Fen,
  payerName: Text,
  payerAccountMasked: Text,
  receivedOn: Text,
  enteredBy: DeskPerson,
  confirmedBy: DeskPersonOrNull,
  state: Type.Enum(['entered', 'confirmed', 'withdrawn']),
});

/** Money that goes back by transfer. */
const Payout = Type.Object({
  payoutNo: MovementNo,
  amountFen: Fen,
  reason: Text,
  payee: Type.Object({ name: Text, bank: Text, accountMasked: Text }),
  proposedBy: DeskPerson,
  bankReference: TextOrNull,
  paidBy: DeskPersonOrNull,
  state: Type.Enum(['proposed', 'paid', 'withdrawn']),
});

/** A company whole, as the desk sees it; persons masked. */
export const DeskGroup = Type.Object({
  ...GroupDetail.properties,
  tone: Tone,
  /** So many have to have agreed before anybody is billed. */
  fewestPeople: Type.Integer(),
  contactMasked: Text,
  phoneMasked: Text,
  remark: Text,
  agentCode: TextOrNull,
  payableBackFen: Fen,
  receipts: Type.Array(Receipt),
  payouts: Type.Array(Payout),
  vouchers: Type.Array(Type.Object({ fileId: Text, fileName: Text })),
  events: Type.Array(Type.Object({ what: Text, actor: Text, note: TextOrNull, at: BeijingTime })),
});
export type DeskGroupValue = Static<typeof DeskGroup>;

/** A line of a company's list: what is wrong with it, or who it is. */
export const DeskRosterRow = Type.Object({
  line: Type.Integer(),
  nameMasked: Text,
  idNumberMasked: Text,
  /** Null: it is good, and `standing` says where the person stands. */
  problem: TextOrNull,
  fix: TextOrNull,
  standing: TextOrNull,
  /** Of somebody who is insured; null for everybody else. */
  personNo: Type.Union([GroupPersonNo, Type.Null()]),
});
export type DeskRosterRowValue = Static<typeof DeskRosterRow>;

export const RowLine = Type.String({ pattern: '^[0-9]{1,7}$', description: '第几行' });
export const GroupStatusFilter = GroupStatusValue;

/** A row as it ought to be, typed from the paper. */
export const MendedRow = {
  name: Line('姓名', 1, 60),
  idType: IdType,
  idNumber: Type.String({
    minLength: 5,
    maxLength: 30,
    pattern: '^[0-9A-Za-z()（）\u4e00-\u9fff-]+$',
    description: '证件号码',
  }),
  birthDate: Type.Optional(Type.String({ pattern: '^[0-9]{4}-[0-9]{2}-[0-9]{2}$', description: '出生日期' })),
  sex: Type.Optional(Type.Enum(['m', 'f'], { description: '性别' })),
  phone: PhoneNumber,
  regionCode: Type.Optional(RegionCode),
};
