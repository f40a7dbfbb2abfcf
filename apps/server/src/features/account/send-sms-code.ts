import type { Calls } from '@huimin/contract';
import type { Handler } from '../../http/handler.ts';
import type { AccountDeps } from './account-deps.ts';
import { sendCode } from './sms-codes.ts';

/** Sends a login code. Known and unknown phones get the same answer. */
export function sendSmsCode(deps: AccountDeps): Handler<Calls['sendSmsCode']> {
  return ({ phone }, request) => sendCode(deps, { phone, purpose: 'login' }, request.clientAddress);
}
