import type { MiniProgram } from '../../ports/mini-program.ts';
import type { Log } from '../../ports/outside.ts';
import { CODE_REFUSED, OPERATORS_FAULTS } from './account-answer.ts';
import { type AccountCallOptions, createAccountCall } from './account-call.ts';

export interface MiniProgramOptions extends AccountCallOptions {
  readonly appId: string;
  readonly appSecret: string;
  readonly log: Log;
}

/** A mini-program of the same owner as the official account: says who somebody is in it. */
export function createMiniProgram(options: MiniProgramOptions): MiniProgram {
  const { appId, appSecret, log } = options;
  const ask = createAccountCall(options);
  return {
    appId,
    async exchangeCode(code) {
      const query = { appid: appId, secret: appSecret, js_code: code, grant_type: 'authorization_code' };
      const answer = await ask('GET', '/sns/jscode2session', new URLSearchParams(query).toString());
      if (answer.kind === 'error' && CODE_REFUSED.has(answer.errcode)) {
        return { kind: 'code-refused', code: answer.errcode };
      }
      // The session key that comes along is of no use here, and is forgotten.
      const openId = answer.kind === 'fields' ? answer.fields.openid : null;
      if (typeof openId === 'string' && /^[0-9A-Za-z_-]{1,128}$/.test(openId)) return { kind: 'known', openId };
      const why = answer.kind === 'error' ? { errcode: answer.errcode } : { reason: answer.kind };
      log.error({ call: 'jscode2session', ...why }, 'mini-program call failed');
      if (answer.kind === 'error' && OPERATORS_FAULTS.has(answer.errcode)) options.tellFault?.(answer.errcode);
      return { kind: 'busy' };
    },
  };
}
