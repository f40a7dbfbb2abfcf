import Type from 'typebox';
import { defineCall } from '../define-call.ts';
import { EditionCode } from '../vocabulary/schemas.ts';

/** For what reasons an edition lets people join after its main window; none where it does not */
export const midYearRules = defineCall({
  name: 'midYearRules',
  topic: 'mid-year',
  method: 'GET',
  path: '/api/v1/midyear/rules',
  summary: 'For what reasons an edition lets people join after its main window; none where it does not',
  input: Type.Object({ productId: Type.Optional(EditionCode) }),
  output: Type.Object({
    reasons: Type.Array(
      Type.Object({
        code: Type.String(),
        label: Type.String(),
        detail: Type.String(),
        /** birth: the birth date shows it; paper: a person looks at a paper first. */
        proof: Type.Enum(['birth', 'paper']),
      }),
    ),
  }),
  overlay: false,
  specified: false,
});
