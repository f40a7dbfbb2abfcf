import Type from 'typebox';
import { EditionCode, IdNumberText, IdType, PhoneNumber } from '../../vocabulary/schemas.ts';
import { SEARCHED_NUMBERS } from '../../vocabulary/searched-numbers.ts';
import { defineConsoleCall } from '../define-console-call.ts';
import { BeijingDay, RecordingLine, RecordingState } from './replay-schemas.ts';

const Cursor = Type.String({ pattern: '^[0-9]{1,15}_[0-9A-Za-z_-]{8,64}$', description: '从哪一条往后' });

/** Recordings of sales, the latest first; a person is looked for by number and not shown */
export const searchRecordings = defineConsoleCall({
  name: 'searchRecordings',
  topic: 'console/replay',
  // What is looked for may be somebody's number, which belongs in no address.
  method: 'POST',
  path: '/recordings/search',
  summary: 'Recordings of sales, the latest first; a person is looked for by number and not shown',
  input: Type.Object({
    /** Order, policy or recording. */
    number: Type.Optional(
      Type.String({ pattern: SEARCHED_NUMBERS.recording, description: '订单号、保单号或记录编号' }),
    ),
    idType: Type.Optional(IdType),
    idNumber: Type.Optional(IdNumberText),
    phone: Type.Optional(PhoneNumber),
    from: Type.Optional(BeijingDay),
    to: Type.Optional(BeijingDay),
    edition: Type.Optional(EditionCode),
    channel: Type.Optional(Type.String({ pattern: '^[0-9a-z-]{1,40}$', description: '渠道' })),
    mark: Type.Optional(Type.Enum(['document', 'consent', 'gap', 'failed-call', 'order'], { description: '标记' })),
    shortRead: Type.Optional(Type.Boolean({ description: '条款停留不到 3 秒' })),
    state: Type.Optional(RecordingState),
    before: Type.Optional(Cursor),
  }),
  output: Type.Object({
    recordings: Type.Array(RecordingLine),
    next: Type.Union([Cursor, Type.Null()]),
    /** Orders of the last thirty days that nobody recorded; 100 stands for that many or more. */
    unrecorded: Type.Integer(),
    /** What recordings can be looked for by. */
    editions: Type.Array(Type.Object({ edition: EditionCode, name: Type.String() })),
  }),
  staff: ['evidence.view'],
  title: '查会话记录',
  noted: 'view',
});
