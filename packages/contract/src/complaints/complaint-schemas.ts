import Type, { type Static } from 'typebox';
import { FileId } from '../uploads/upload-schemas.ts';
import { BeijingTime, Deadline } from '../vocabulary/schemas.ts';

export const ComplaintNo = Type.String({ pattern: '^TS[0-9]{19}$', description: '投诉编号' });
export const ComplaintCategoryName = Type.Enum(['sale', 'refund', 'claim', 'charge', 'service', 'privacy', 'other'], {
  description: '投诉什么',
});
export type ComplaintCategoryValue = Static<typeof ComplaintCategoryName>;
export const ComplaintWords = Type.String({ minLength: 10, maxLength: 500, description: '经过和要求，10 到 500 个字' });
export const ComplaintTone = Type.Enum(['success', 'warn', 'error', 'info', 'neutral']);
/** None at all is fine. */
export const ComplaintFiles = Type.Array(FileId, { maxItems: 6 });

export const ComplaintStatusName = Type.Enum([
  'submitted',
  'accepted',
  'extended',
  'declined',
  'answered',
  'closed',
  'reopened',
  'withdrawn',
]);

/** A complaint as whoever filed it sees it. */
export const OwnComplaint = Type.Object({
  complaintNo: ComplaintNo,
  category: ComplaintCategoryName,
  categoryLabel: Type.String(),
  words: Type.String(),
  orderNo: Type.Union([Type.String(), Type.Null()]),
  files: Type.Integer(),
  status: ComplaintStatusName,
  statusLabel: Type.String(),
  tone: ComplaintTone,
  filedAt: BeijingTime,
  /** By when one is told; null as soon as one was. */
  dueAt: Type.Union([Deadline, Type.Null()]),
  canReopen: Type.Boolean(),
  canWithdraw: Type.Boolean(),
  /** What happened, the first at the front; `words` where something was said to the resident or by them. */
  steps: Type.Array(
    Type.Object({ at: BeijingTime, label: Type.String(), words: Type.Union([Type.String(), Type.Null()]) }),
  ),
});
export type OwnComplaintValue = Static<typeof OwnComplaint>;
