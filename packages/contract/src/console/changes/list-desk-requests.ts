import Type from 'typebox';
import { BeijingTime } from '../../vocabulary/schemas.ts';
import { defineConsoleCall } from '../define-console-call.ts';
import { CityCode } from '../orders/order-schemas.ts';
import { ChangeKind, ChangeStand, ChangeTopic, DeskRequestLine } from './change-desk-schemas.ts';

const Cursor = Type.String({ pattern: '^[0-9]{1,15}_[0-9]{1,19}$', description: '从哪一条往后' });
const Counts = Type.Object({ review: Type.Integer(), second: Type.Integer(), waiting: Type.Integer() });

/** Requests of residents that wait for a person: what is to be decided by its day, what is decided the latest first */
export const listDeskRequests = defineConsoleCall({
  name: 'listDeskRequests',
  topic: 'console/changes',
  method: 'GET',
  path: '/change-requests',
  summary:
    'Requests of residents that wait for a person: what is to be decided by its day, what is decided the latest first',
  input: Type.Object({
    topic: Type.Optional(ChangeTopic),
    stand: Type.Optional(ChangeStand),
    city: Type.Optional(CityCode),
    kind: Type.Optional(ChangeKind),
    after: Type.Optional(Cursor),
  }),
  output: Type.Object({
    /** How many of each topic wait for a decision; at most 1000 are counted. */
    topics: Type.Object({ data: Type.Integer(), phone: Type.Integer(), 'mid-year': Type.Integer() }),
    counts: Counts,
    requests: Type.Array(DeskRequestLine),
    next: Type.Union([Cursor, Type.Null()]),
    at: BeijingTime,
  }),
  staff: ['changes.view'],
  title: '看变更申请',
  noted: 'view',
});
