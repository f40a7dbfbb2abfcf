import Type from 'typebox';
import { defineCall } from '../define-call.ts';
import { Empty } from '../vocabulary/schemas.ts';

/** Policy status codes and the words shown for them */
export const policyStatusMap = defineCall({
  name: 'policyStatusMap',
  topic: 'configuration',
  method: 'GET',
  path: '/api/v1/map/policyStatus',
  summary: 'Policy status codes and the words shown for them',
  input: Empty,
  output: Type.Record(
    Type.String(),
    Type.Object({ label: Type.String(), tone: Type.Enum(['ok', 'warn', 'err', 'info', 'neutral']) }),
  ),
  overlay: false,
});
