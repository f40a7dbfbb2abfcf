import type { Calls } from '@huimin/contract';
import type { Handler } from '../../http/handler.ts';
import type { AccountDeps } from './account-deps.ts';
import { sendCode } from './sms-codes.ts';

/** Sends a code to log in with, or to make the phone an account's. Known and unknown phones get the same answer. */
export function sendSmsCode(deps: AccountDeps): Handler<Calls['sendSmsCode']> {
  return ({ phone, purpose = 'login' }, request) => sendCode(deps, { phone, purpose }, request.clientAddress);
}
