import Type from 'typebox';
import { ComplaintCategoryName } from '../../complaints/complaint-schemas.ts';
import { BeijingTime } from '../../vocabulary/schemas.ts';
import { SEARCHED_NUMBERS } from '../../vocabulary/searched-numbers.ts';
import { defineConsoleCall } from '../define-console-call.ts';
import { BeijingDay } from '../inspection/inspection-schemas.ts';
import { ComplaintLine } from './complaint-desk-schemas.ts';

const Cursor = Type.String({ pattern: '^[0-9]{1,15}_[0-9]{1,19}$', description: '从哪一条往后' });

/** Complaints: what waits for the desk by deadline, what waits for compliance by answer, the others the latest first */
export const listComplaints = defineConsoleCall({
  name: 'listComplaints',
  topic: 'console/complaints',
  method: 'GET',
  path: '/complaints',
  summary:
    'Complaints: what waits for the desk by deadline, what waits for compliance by answer, the others the latest first',
  input: Type.Object({
    which: Type.Optional(Type.Enum(['open', 'answered', 'ended', 'all'], { description: '办到哪一步' })),
    category: Type.Optional(ComplaintCategoryName),
    /** Answered so many days ago or longer, and not closed. */
    answeredFor: Type.Optional(Type.Enum(['7', '20', '60'], { description: '答复满几天' })),
    from: Type.Optional(BeijingDay),
    to: Type.Optional(BeijingDay),
    /** A complaint's number or an order's, whole. */
    number: Type.Optional(Type.String({ pattern: SEARCHED_NUMBERS.complaint, description: '投诉编号或订单号' })),
    after: Type.Optional(Cursor),
  }),
  output: Type.Object({
    at: BeijingTime,
    complaints: Type.Array(ComplaintLine),
    next: Type.Union([Cursor, Type.Null()]),
    /** Of all within one's scope, whatever is chosen. */
    figures: Type.Object({
      open: Type.Integer(),
      late: Type.Integer(),
      soon: Type.Integer(),
      answered: Type.Integer(),
      /** Of those answered: so long ago that somebody should have closed them. */
      unclosed: Type.Integer(),
      filed: Type.Integer(),
      again: Type.Integer(),
    }),
  }),
  errors: ['bad-input'],
  staff: ['complaints.view'],
  title: '看投诉',
  noted: 'view',
});
