import Type from 'typebox';
import { EditionCode } from '../../vocabulary/schemas.ts';
import { defineConsoleCall } from '../define-console-call.ts';
import { LuckyRoundView } from './lucky-schemas.ts';

/** Rounds of the draw with odds, stock and where the chances stand, the newest first */
export const listLuckyRounds = defineConsoleCall({
  name: 'listLuckyRounds',
  topic: 'console/lucky',
  method: 'GET',
  path: '/lucky-rounds',
  summary: 'Rounds of the draw with odds, stock and where the chances stand, the newest first',
  input: Type.Object({}),
  output: Type.Object({
    rounds: Type.Array(LuckyRoundView),
    editions: Type.Array(Type.Object({ edition: EditionCode, name: Type.String(), isOffered: Type.Boolean() })),
    /** Rounds that wait for a second person. */
    waiting: Type.Array(
      Type.Object({
        approvalNo: Type.String(),
        subject: Type.String(),
        reason: Type.String(),
        askedBy: Type.String(),
        askedAt: Type.String(),
      }),
    ),
  }),
  staff: ['lucky.view'],
  title: '看抽奖',
  noted: 'nothing',
});
