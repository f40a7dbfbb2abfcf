import Type, { type Static } from 'typebox';
import { BeijingTime } from '../../vocabulary/schemas.ts';
import { Tone } from '../orders/order-schemas.ts';
import { ApprovalView } from '../staff/staff-schemas.ts';

/** data: of payer or insured; phone: of an account; mid-year: to join after the main window. */
export const ChangeTopic = Type.Enum(['data', 'phone', 'mid-year'], { description: '哪一类申请' });
/** Where a request stands at the desk: with us, with the second person, with the resident or the calendar, decided. */
export const ChangeStand = Type.Enum(['review', 'second', 'waiting', 'done'], { description: '哪一栏' });
/** What of a person is to be another. */
export const ChangeKind = Type.Enum(['identity', 'region', 'contact'], { description: '改什么' });
export const RequestNo = Type.String({ pattern: '^(GZ|ZT|HM)[0-9]{1,19}$', description: '申请编号' });
/** For what somebody sees a request whole. */
export const ReadPurpose = Type.Enum(['review', 'call', 'complaint'], { description: '为什么看' });
export const Decision = Type.Enum(['approve', 'ask-papers', 'refuse'], { description: '决定' });

const Text = Type.String();
const TextOrNull = Type.Union([Text, Type.Null()]);
const MomentOrNull = Type.Union([BeijingTime, Type.Null()]);

/** One request as the queue shows it, masked. */
export const DeskRequestLine = Type.Object({
  requestNo: RequestNo,
  topic: ChangeTopic,
  askedAt: BeijingTime,
  who: Text,
  /** 姓名、证件号码 */
  what: Text,
  /** Why, as the resident said. */
  why: Text,
  place: Text,
  orderNo: TextOrNull,
  papers: Type.Integer(),
  /** By when it is to be decided; null where nobody promised a day, or it is decided. */
  dueAt: MomentOrNull,
  statusLabel: Text,
  tone: Tone,
});
export type DeskRequestLineValue = Static<typeof DeskRequestLine>;

/** A field before and after; `after` is null where nothing is to be changed about it. */
const Row = Type.Object({
  label: Text,
  before: Text,
  after: TextOrNull,
  changed: Type.Boolean(),
  /** In which places they differ, where both read the same because of what is masked: 第 2 个字不同. */
  differs: TextOrNull,
});
export const DeskRequestRows = Type.Array(Row);
export type DeskRequestRowValue = Static<typeof Row>;

export const DeskRequestView = Type.Object({
  ...DeskRequestLine.properties,
  rows: DeskRequestRows,
  /** What the rules say of it by themselves. */
  checks: Type.Array(Type.Object({ good: Type.Boolean(), text: Text })),
  files: Type.Array(Type.Object({ fileId: Text, fileName: Text, mediaType: Text, bytes: Type.Integer() })),
  history: Type.Array(Type.Object({ at: BeijingTime, who: Text, what: Text, note: TextOrNull })),
  /** What the resident was told last. */
  answer: TextOrNull,
  /** Why an approval needs another person; null: one is enough. */
  twoNeeded: TextOrNull,
  approval: Type.Union([ApprovalView, Type.Null()]),
  /** Why whoever looks may not decide it; null: may. */
  whyNotMine: TextOrNull,
  decisions: Type.Array(Decision),
  /** Whether whoever looks may see it whole. */
  mayRead: Type.Boolean(),
});
export type DeskRequestViewValue = Static<typeof DeskRequestView>;
