import Type, { type Static } from 'typebox';
import { Lifted, RightName, RightsTone } from '../../rights/rights-schemas.ts';
import { BeijingTime } from '../../vocabulary/schemas.ts';

export const RightsNo = Type.String({ pattern: '^[0-9]{1,5}_[0-9]{1,19}$', description: '申请编号' });

export const RightsRequest = Type.Object({
  rightsNo: RightsNo,
  right: RightName,
  words: Type.String(),
  /** Leads to the person's page; null while nobody is known to own the account. */
  person: Type.Union([Type.String(), Type.Null()]),
  phone: Type.String(),
  statusLabel: Type.String(),
  tone: RightsTone,
  open: Type.Boolean(),
  askedAt: BeijingTime,
  dueAt: BeijingTime,
  /** Money of the account that is under way, while the request waits: `退款 1 笔`. */
  openMoney: Type.Array(Type.String()),
  /** Answered, and something is erased only when the money that needs it has come through. */
  goesOn: Type.Boolean(),
  answer: Type.Union([Type.String(), Type.Null()]),
  answeredBy: Type.Union([Type.String(), Type.Null()]),
  /** A restriction that its owner took back. */
  lifted: Lifted,
});
export type RightsRequestValue = Static<typeof RightsRequest>;
