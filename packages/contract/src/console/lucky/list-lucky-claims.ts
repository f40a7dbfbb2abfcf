import Type from 'typebox';
import { Cursor } from '../../vocabulary/schemas.ts';
import { defineConsoleCall } from '../define-console-call.ts';
import { LuckyClaim, RoundCode } from './lucky-schemas.ts';

/** Claimed prizes of a round by their numbers, without who won them or where they go */
export const listLuckyClaims = defineConsoleCall({
  name: 'listLuckyClaims',
  topic: 'console/lucky',
  method: 'GET',
  path: '/lucky-rounds/{roundCode}/claims',
  summary: 'Claimed prizes of a round by their numbers, without who won them or where they go',
  input: Type.Object({
    roundCode: RoundCode,
    sent: Type.Optional(Type.Enum(['yes', 'no'], { description: '寄了没有' })),
    before: Type.Optional(Cursor),
  }),
  output: Type.Object({ claims: Type.Array(LuckyClaim), next: Type.Union([Type.String(), Type.Null()]) }),
  errors: ['not-found'],
  staff: ['lucky.view'],
  title: '看领奖',
  noted: 'nothing',
});
