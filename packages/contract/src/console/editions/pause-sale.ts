import Type from 'typebox';
import { EditionCode } from '../../vocabulary/schemas.ts';
import { defineConsoleCall } from '../define-console-call.ts';
import { Reason } from '../staff/staff-schemas.ts';
import { PauseNo } from './sale-pause-schemas.ts';

/** Lets nobody buy, everywhere or in one city, from this moment on; one person may, since nothing goes wrong by it */
export const pauseSale = defineConsoleCall({
  name: 'pauseSale',
  topic: 'console/editions',
  method: 'POST',
  path: '/sale-pauses',
  summary:
    'Lets nobody buy, everywhere or in one city, from this moment on; one person may, since nothing goes wrong by it',
  input: Type.Object({
    edition: EditionCode,
    /** Left out: the whole province. */
    city: Type.Optional(Type.String({ pattern: '^32[0-9]{2}00$', description: '设区市' })),
    residentText: Type.String({
      minLength: 4,
      maxLength: 100,
      pattern: '^[^\\u0000-\\u001f]*\\S[^\\u0000-\\u001f]*$',
      description: '给居民看的话，4 到 100 个字',
    }),
    /** `YYYY-MM-DD HH:mm` in Beijing, later than now; left out: nobody knows yet. */
    expectedUntil: Type.Optional(
      Type.String({ pattern: '^\\d{4}-\\d{2}-\\d{2} \\d{2}:\\d{2}$', description: '预计恢复的时间' }),
    ),
    reason: Reason,
  }),
  output: Type.Object({ pauseNo: PauseNo }),
  errors: ['bad-input', 'not-found', 'staff-rule'],
  staff: ['edition.change', 'edition.publish'],
  title: '暂停参保',
  noted: 'change',
});
