import Type from 'typebox';
import { GroupNo } from '../../group/group-schemas.ts';
import { defineConsoleCall } from '../define-console-call.ts';
import { Line } from './group-desk-schemas.ts';

/** Takes a company one step on: talked to, list asked for, people reminded, billed, bill taken back, closed */
export const moveCompanyGroup = defineConsoleCall({
  name: 'moveCompanyGroup',
  topic: 'console/groups',
  method: 'POST',
  path: '/groups/{groupNo}/step',
  summary: 'Takes a company one step on: talked to, list asked for, people reminded, billed, bill taken back, closed',
  input: Type.Object({
    groupNo: GroupNo,
    step: Type.Enum(['contact', 'take-over', 'open-roster', 'remind', 'bill', 'withdraw-bill', 'close'], {
      description: '办哪一步',
    }),
    /** Needed where somebody was talked to, a bill is taken back, and a company is closed: it stands in its history. */
    note: Type.Optional(Line('说明', 2, 200)),
    /** Last day for the list. */
    until: Type.Optional(Type.String({ pattern: '^[0-9]{4}-[0-9]{2}-[0-9]{2}$', description: '截止日期' })),
    /** Who was shown as looking after it when somebody takes over: refused where it is somebody else by now. */
    formerManager: Type.Optional(Type.Union([Type.String(), Type.Null()], { description: '现在由谁跟进' })),
  }),
  output: Type.Object({
    /** How many people it was about; null where that is none of the step's. */
    people: Type.Union([Type.Integer(), Type.Null()]),
  }),
  errors: ['not-found', 'staff-rule'],
  staff: ['groups.handle'],
  title: '办团体参保',
  noted: 'change',
});
