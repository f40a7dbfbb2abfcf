import Type from 'typebox';
import { defineConsoleCall } from '../define-console-call.ts';
import { RecordingId } from './replay-schemas.ts';

/** Events for the player, some chunks at a time: nothing in them runs or loads, and values are masked */
export const readRecordingEvents = defineConsoleCall({
  name: 'readRecordingEvents',
  topic: 'console/replay',
  method: 'GET',
  path: '/recordings/{trace}/events',
  summary: 'Events for the player, some chunks at a time: nothing in them runs or loads, and values are masked',
  input: Type.Object({
    trace: RecordingId,
    /** How many chunks were read before, in the order of playing. */
    from: Type.Optional(Type.Integer({ minimum: 0, maximum: 1_000_000, description: '从第几批' })),
    /** Only this page life: two that were open at once are not played together. */
    tab: Type.Optional(Type.String({ pattern: '^[0-9A-Za-z_-]{1,36}$', description: '哪一个页面' })),
    /** As it was, while somebody else has agreed to that. */
    unmasked: Type.Optional(Type.Boolean({ description: '看原文' })),
  }),
  output: Type.Object({
    /** Of rrweb 2, without anything that runs or loads. */
    events: Type.Array(Type.Unknown()),
    /** Files that the events name as `asset:<sha256>`. */
    assets: Type.Array(Type.String()),
    next: Type.Union([Type.Integer(), Type.Null()]),
  }),
  errors: ['not-found', 'staff-rule'],
  staff: ['evidence.view'],
  title: '读会话画面',
  noted: 'nothing',
});
