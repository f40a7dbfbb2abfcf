import Type from 'typebox';
import { BeijingTime } from '../../vocabulary/schemas.ts';
import { defineConsoleCall } from '../define-console-call.ts';
import { RightsRequest } from './rights-schemas.ts';

const Cursor = Type.String({ pattern: '^[0-9]{1,15}_[0-9]{1,19}$', description: '从哪一条往后' });

/** What residents ask for about their data: open ones by their deadline, answered ones the latest first */
export const listRightsRequests = defineConsoleCall({
  name: 'listRightsRequests',
  topic: 'console/rights',
  method: 'GET',
  path: '/rights',
  summary: 'What residents ask for about their data: open ones by their deadline, answered ones the latest first',
  input: Type.Object({
    which: Type.Optional(Type.Enum(['open', 'done'], { description: '办了没有' })),
    before: Type.Optional(Cursor),
  }),
  output: Type.Object({
    requests: Type.Array(RightsRequest),
    next: Type.Union([Cursor, Type.Null()]),
    at: BeijingTime,
  }),
  errors: ['staff-rule'],
  staff: ['rights.view'],
  title: '看本人权利申请',
  noted: 'view',
});
