import Type from 'typebox';
import { defineCall } from '../define-call.ts';

/** Slow and failed calls, seen by the client; holds no personal data */
export const reportClientEvent = defineCall({
  name: 'reportClientEvent',
  topic: 'support',
  method: 'POST',
  path: '/api/v1/monitoring/report',
  summary: 'Slow and failed calls, seen by the client; holds no personal data',
  input: Type.Object({
    events: Type.Array(
      Type.Object({
        kind: Type.Union([
          Type.Literal('slow-call'),
          Type.Literal('failed-call'),
          Type.Literal('reply-code'),
          Type.Literal('script-error'),
        ]),
        call: Type.String({ maxLength: 60 }),
        code: Type.Optional(Type.String({ maxLength: 20 })),
        durationMs: Type.Optional(Type.Integer({ minimum: 0 })),
        route: Type.Optional(Type.String({ maxLength: 60 })),
        release: Type.Optional(Type.String({ maxLength: 40 })),
      }),
      { maxItems: 50 },
    ),
  }),
  output: Type.Object({}),
  overlay: false,
  specified: false,
  codeCheck: 'codeAllPass',
});
