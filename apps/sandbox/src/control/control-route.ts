import { AlipayError } from '../alipay/alipay-error.ts';
import { type Answer, type Handler, json, type SandboxRequest } from '../http/router.ts';
import { LklError } from '../lakala/lkl-error.ts';
import { CentreError } from '../medical-account/centre-error.ts';
import { RbError } from '../rb/rb-error.ts';
import { isLoopbackName } from '../sandbox-parts.ts';
import { AcpError } from '../unionpay/acp-error.ts';
import { PapayError } from '../wechat-papay/papay-error.ts';
import { PayError } from '../wechat-pay/pay-error.ts';

const LOOPBACK_ADDRESS = /^(::1|(::ffff:)?127\.\d+\.\d+\.\d+)$/;

/** Puts one control call under `/_ctl`. */
export type ControlRoute = (
  method: string,
  path: string,
  act: (request: SandboxRequest) => Answer | Promise<Answer>,
) => void;

/** Lets in this machine only, and no page of another site: neither by a foreign Host nor by a foreign Origin. */
export function guarded(act: Handler): Handler {
  return async (request) => {
    const host = request.headers.host ?? '';
    const origin = request.headers.origin;
    const hostName = URL.canParse(`http://${host}`) ? new URL(`http://${host}`).hostname : '';
    const ownOrigin = origin === undefined || origin === `http://${host}`;
    if (!LOOPBACK_ADDRESS.test(request.remoteAddress) || !isLoopbackName(hostName) || !ownOrigin) {
      return json(403, { message: 'the control API is for this machine only' });
    }
    try {
      return await act(request);
    } catch (error) {
      if (error instanceof PayError) return json(409, { code: error.code, message: error.message });
      if (error instanceof PapayError) return json(409, { code: error.code, message: error.message });
      if (error instanceof AlipayError) return json(409, { code: error.subCode, message: error.message });
      if (error instanceof AcpError) return json(409, { code: error.respCode, message: error.message });
      if (error instanceof LklError || error instanceof RbError)
        return json(409, { code: error.code, message: error.message });
      if (error instanceof CentreError) return json(409, { code: error.code, message: error.message });
      if (error instanceof RangeError) return json(404, { message: error.message });
      if (error instanceof TypeError) return json(400, { message: error.message });
      throw error;
    }
  };
}

/** The fields of a JSON body; none without a body. Throws TypeError for anything else. */
export function fieldsOf(request: SandboxRequest): Record<string, unknown> {
  if (request.body.length === 0) return {};
  let value: unknown;
  try {
    value = JSON.parse(request.body.toString('utf8'));
  } catch {
    throw new TypeError('the body is not JSON');
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw new TypeError('the body must be a JSON object');
  return value as Record<string, unknown>;
}
