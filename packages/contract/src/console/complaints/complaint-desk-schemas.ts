import Type, { type Static } from 'typebox';
import {
  ComplaintCategoryName,
  ComplaintNo,
  ComplaintStatusName,
  ComplaintTone,
} from '../../complaints/complaint-schemas.ts';
import { BeijingTime } from '../../vocabulary/schemas.ts';

/** What is written to or about a resident. */
export const DeskWords = Type.String({ minLength: 4, maxLength: 500, description: '4 到 500 个字' });
export const FindingName = Type.Enum(['founded', 'partly', 'unfounded'], { description: '属实、部分属实、不属实' });

/** One complaint as a list shows it: not what was written, and of whom it is. */
export const ComplaintLine = Type.Object({
  complaintNo: ComplaintNo,
  category: ComplaintCategoryName,
  categoryLabel: Type.String(),
  status: ComplaintStatusName,
  statusLabel: Type.String(),
  tone: ComplaintTone,
  filedAt: BeijingTime,
  /** By when the resident is to be told. */
  dueAt: BeijingTime,
  /** When the resident was told last; null before. */
  answeredAt: Type.Union([BeijingTime, Type.Null()]),
  /** Not told by then, or told after it. */
  late: Type.Boolean(),
  /** Opened again by the resident. */
  again: Type.Boolean(),
  /** Its deadline was put off. */
  extended: Type.Boolean(),
  /** Taken down by the desk for somebody on the phone. */
  byPhone: Type.Boolean(),
  /** Of the order it is about; '' where there is none. */
  orderNo: Type.String(),
  city: Type.String(),
  phone: Type.String(),
  /** '' until it was closed. */
  finding: Type.String(),
});
export type ComplaintLineValue = Static<typeof ComplaintLine>;

export const ComplaintAction = Type.Enum([
  'accept',
  'decline',
  'contact',
  'answer',
  'send-back',
  'close',
  'link',
  'extend',
]);

/** One complaint whole. */
export const ComplaintView = Type.Object({
  line: ComplaintLine,
  words: Type.String(),
  /** There is no account to read the answer in: it is told by text message and on the phone. */
  toldByPhone: Type.Boolean(),
  /** Leads to the person's page; null while nobody is known to own the account. */
  person: Type.Union([Type.String(), Type.Null()]),
  files: Type.Array(
    Type.Object({ fileId: Type.String(), fileName: Type.String(), mediaType: Type.String(), bytes: Type.Integer() }),
  ),
  order: Type.Union([
    Type.Object({
      orderNo: Type.String(),
      statusLabel: Type.String(),
      savedAt: BeijingTime,
      premiumFen: Type.Integer(),
    }),
    Type.Null(),
  ]),
  /** The recording of the sale; null where there is none. */
  trace: Type.Union([Type.String(), Type.Null()]),
  /** Whether the recording is kept for as long as this goes on, in words. */
  evidence: Type.String(),
  steps: Type.Array(
    Type.Object({
      at: BeijingTime,
      label: Type.String(),
      /** Who of the staff; '' for the resident. */
      who: Type.String(),
      words: Type.Union([Type.String(), Type.Null()]),
      /** The resident does not see it. */
      inside: Type.Boolean(),
    }),
  ),
  /** What who looks may do with it now. */
  actions: Type.Array(ComplaintAction),
});
export type ComplaintViewValue = Static<typeof ComplaintView>;
