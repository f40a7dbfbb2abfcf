import Type from 'typebox';
import { BeijingTime } from '../../vocabulary/schemas.ts';
import { defineConsoleCall } from '../define-console-call.ts';
import { ApprovalView } from '../staff/staff-schemas.ts';
import { MethodName, RefundLine, RefundReason, RefundTab } from './order-schemas.ts';

const Cursor = Type.String({ pattern: '^[0-9]{1,15}_[0-9]{1,18}$', description: '从哪一条往后' });

/** Refunds by where they stand; those that wait for a review by when it is due */
export const listRefunds = defineConsoleCall({
  name: 'listRefunds',
  topic: 'console/orders',
  method: 'GET',
  path: '/refunds',
  summary: 'Refunds by where they stand; those that wait for a review by when it is due',
  input: Type.Object({
    tab: Type.Optional(RefundTab),
    reason: Type.Optional(RefundReason),
    method: Type.Optional(MethodName),
    after: Type.Optional(Cursor),
  }),
  output: Type.Object({
    /** How many there are of each; at most 1000 are counted. Null where all that ever were would have to be gone through. */
    counts: Type.Object({
      review: Type.Integer(),
      second: Type.Integer(),
      moving: Type.Integer(),
      stuck: Type.Integer(),
      done: Type.Union([Type.Integer(), Type.Null()]),
      returned: Type.Union([Type.Integer(), Type.Null()]),
    }),
    refunds: Type.Array(RefundLine),
    /** What waits for the second person, with the refunds it is about; only for that tab. */
    batches: Type.Array(Type.Object({ approval: ApprovalView, refunds: Type.Array(RefundLine) })),
    next: Type.Union([Cursor, Type.Null()]),
    at: BeijingTime,
  }),
  staff: ['orders.view'],
  title: '看退款',
  noted: 'view',
});
