import { holdsNumber } from '@huimin/domain/evidence';
import { fail } from '../../http/handler.ts';

/** Reasons stand in the public log for ever: no number belongs there. */
export const publicReasonProblem = (reason: string) =>
  holdsNumber(reason) ? fail('bad-input', '原因会写进公开的存证日志，不能写号码（也不要写姓名），请改一下') : null;
