import Type, { type Static } from 'typebox';
import { BeijingTime, MemberId } from '../vocabulary/schemas.ts';

export const MidYearNo = Type.String({ pattern: '^ZT[0-9]{19}$', description: '中途参保申请编号' });

/** One application to join after the main window, as the asker sees it. */
export const MidYearApplication = Type.Object({
  applicationNo: MidYearNo,
  /** Null where the person is no longer in the list. */
  memberId: Type.Union([MemberId, Type.Null()]),
  name: Type.String(),
  reason: Type.String(),
  reasonLabel: Type.String(),
  status: Type.Enum(['submitted', 'more-papers', 'approved', 'refused', 'withdrawn', 'lapsed']),
  statusLabel: Type.String(),
  /** Why it was refused, or what is still missing. */
  answer: Type.Union([Type.String(), Type.Null()]),
  createdAt: BeijingTime,
  /** By when it is looked at, or (approved) until when it can be used. */
  until: Type.Union([Type.String(), Type.Null()]),
  paperCount: Type.Integer(),
});
export type MidYearApplicationValue = Static<typeof MidYearApplication>;
