import Type, { type Static } from 'typebox';
import { AgreedDocuments } from '../account/account-schemas.ts';
import { BeijingTime, EditionCode, Fen, PolicyNo, RegionCode } from '../vocabulary/schemas.ts';

export const GroupNo = Type.String({ pattern: '^TD[0-9]{19}$', description: '团体编号' });
export const GroupPersonNo = Type.String({ pattern: '^TR[0-9]{19}$', description: '名单人员编号' });
export const CreditCode = Type.String({ minLength: 1, maxLength: 30, description: '统一社会信用代码' });
/** Ten thousand people are some 800 KB as text. */
export const MAX_ROSTER_BYTES = 3 * 1024 * 1024;

export const GroupStatusValue = Type.Enum([
  'submitted',
  'contacted',
  'collecting',
  'awaiting-payment',
  'paid',
  'issuing',
  'completed',
  'closed',
]);

/** A company's group in the list of its contact person. */
export const GroupSummary = Type.Object({
  groupNo: GroupNo,
  companyName: Type.String(),
  productName: Type.String(),
  headCount: Type.Integer(),
  status: GroupStatusValue,
  statusLabel: Type.String(),
  createdAt: BeijingTime,
});

/** A file of the list, as far as it is read. */
const RosterFile = Type.Object({
  fileName: Type.String(),
  /** waiting: not begun; reading; done; refused: could not be read as a whole. */
  state: Type.Enum(['waiting', 'reading', 'done', 'refused']),
  problem: Type.Union([Type.String(), Type.Null()]),
  rowsRead: Type.Integer(),
  rowsGood: Type.Integer(),
  rowsBad: Type.Integer(),
  givenAt: BeijingTime,
});

/** How many people of the list stand where. */
const RosterCounts = Type.Object({
  waiting: Type.Integer(),
  confirmed: Type.Integer(),
  declined: Type.Integer(),
  billed: Type.Integer(),
  insured: Type.Integer(),
  dropped: Type.Integer(),
  leaving: Type.Integer(),
  removed: Type.Integer(),
});

const RowProblem = Type.Object({
  line: Type.Integer(),
  nameMasked: Type.String(),
  idNumberMasked: Type.String(),
  problem: Type.String(),
  fix: Type.String(),
});

/** A bill, with where and how to pay it while it is open. */
const GroupBill = Type.Object({
  /** Written into the transfer. */
  reference: Type.String(),
  people: Type.Integer(),
  unitFen: Fen,
  amountFen: Fen,
  state: Type.Enum(['open', 'paid', 'done']),
  dueOn: Type.String(),
  payee: Type.Object({ name: Type.String(), bank: Type.String(), account: Type.String() }),
  /** Still to come; 0 when everything is there. */
  shortFen: Fen,
  /** Files of the bank's receipt that were handed in. */
  vouchers: Type.Integer(),
});

/** Everything the contact person sees of a group. */
export const GroupDetail = Type.Object({
  ...GroupSummary.properties,
  editionCode: EditionCode,
  creditCodeMasked: Type.String(),
  regionText: Type.String(),
  unitFen: Fen,
  rosterUntil: Type.Union([Type.String(), Type.Null()]),
  file: Type.Union([RosterFile, Type.Null()]),
  counts: RosterCounts,
  /** Who has agreed and is left out of a bill for now, because the sale stands still where they live: why, and how many. */
  standing: Type.Array(Type.Object({ text: Type.String(), people: Type.Integer() })),
  /** The first rows to put right; the file has them all. */
  problems: Type.Array(RowProblem),
  bill: Type.Union([GroupBill, Type.Null()]),
  money: Type.Object({ receivedFen: Fen, usedFen: Fen, returnedFen: Fen, leftFen: Fen }),
  steps: Type.Array(
    Type.Object({ status: GroupStatusValue, label: Type.String(), at: Type.Union([BeijingTime, Type.Null()]) }),
  ),
  manager: Type.Union([
    Type.Object({ name: Type.String(), company: Type.String(), staffNo: Type.String() }),
    Type.Null(),
  ]),
  tel: Type.String(),
  /** Policies of this company are slower for now: residents stand in line. */
  givesWay: Type.Boolean(),
  /** What can be done now. */
  can: Type.Object({
    upload: Type.Boolean(),
    remind: Type.Boolean(),
    pay: Type.Boolean(),
    remove: Type.Boolean(),
    close: Type.Boolean(),
  }),
  invoice: Type.Union([Type.Object({ number: Type.String(), day: Type.String(), title: Type.String() }), Type.Null()]),
});
export type GroupDetailValue = Static<typeof GroupDetail>;

export const GroupPersonStatusName = Type.Enum([
  'waiting',
  'confirmed',
  'declined',
  'billed',
  'insured',
  'dropped',
  'leaving',
  'removed',
]);

export const GroupPerson = Type.Object({
  personNo: GroupPersonNo,
  line: Type.Integer(),
  nameMasked: Type.String(),
  idNumberMasked: Type.String(),
  status: GroupPersonStatusName,
  statusLabel: Type.String(),
  note: Type.Union([Type.String(), Type.Null()]),
});

/** What a person sees who opened the link of a message; their own data only with the end of their number. */
export const GroupInvitation = Type.Object({
  companyName: Type.String(),
  productName: Type.String(),
  editionCode: EditionCode,
  premiumFen: Fen,
  coverText: Type.String(),
  nameMasked: Type.String(),
  status: GroupPersonStatusName,
  statusLabel: Type.String(),
  /** Until when it can be answered; null when it cannot be any more. */
  answerUntil: Type.Union([BeijingTime, Type.Null()]),
  own: Type.Union([
    Type.Object({
      name: Type.String(),
      idTypeLabel: Type.String(),
      idNumberMasked: Type.String(),
      birthDate: Type.String(),
      phoneMasked: Type.String(),
      regionCode: Type.Union([RegionCode, Type.Null()]),
      regionText: Type.Union([Type.String(), Type.Null()]),
      policyNo: Type.Union([PolicyNo, Type.Null()]),
      /** Opens the e-policy for a short while. */
      ticket: Type.Union([Type.String(), Type.Null()]),
      agreedDocuments: AgreedDocuments,
      answeredAt: Type.Union([BeijingTime, Type.Null()]),
    }),
    Type.Null(),
  ]),
});
export type GroupInvitationValue = Static<typeof GroupInvitation>;
