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
    /** Number of the first chunk, as `showRecording` numbers them. */
    from: Type.Optional(Type.Integer({ minimum: 0, maximum: 1_000_000, description: '从第几批' })),
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
