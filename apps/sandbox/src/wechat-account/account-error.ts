import { type Answer, json } from '../http/router.ts';
import type { SandboxParts } from '../sandbox-parts.ts';

/** A refusal of the official-account API: HTTP 200 with `errcode` and `errmsg`. */
export class AccountError extends Error {
  readonly errcode: number;

  constructor(errcode: number, errmsg: string) {
    super(errmsg);
    this.errcode = errcode;
  }
}

/** The answer in the provider's shape; `errmsg` carries a request id. */
export function accountErrorAnswer(parts: SandboxParts, error: AccountError): Answer {
  return json(200, {
    errcode: error.errcode,
    errmsg: `${error.message}, rid: ${parts.random.hex(8)}-${parts.random.hex(8)}-${parts.random.hex(8)}`,
  });
}
