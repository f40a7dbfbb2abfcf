import { fail } from '../../http/handler.ts';

/** Reasons stand in the public log for ever: no number belongs there. */
export const publicReasonProblem = (reason: string) =>
  /\d{5}|\d[\d -]{6,}\d/.test(reason)
    ? fail('bad-input', '原因会写进公开的存证日志，不能写号码（也不要写姓名），请改一下')
    : null;
