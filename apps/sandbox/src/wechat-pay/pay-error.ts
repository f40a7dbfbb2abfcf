import { type Answer, json } from '../http/router.ts';

export type PayErrorDetail = {
  field?: string;
  value?: unknown;
  issue?: string;
  location?: string;
  [more: string]: unknown;
};

/** A refusal in WeChat Pay's own shape; `subCode` ends the `Request-Id` header. */
export class PayError extends Error {
  readonly status: number;
  readonly code: string;
  readonly subCode: number;
  readonly detail: PayErrorDetail | undefined;

  constructor(status: number, code: string, message: string, subCode: number, detail?: PayErrorDetail) {
    super(message);
    this.status = status;
    this.code = code;
    this.subCode = subCode;
    this.detail = detail;
  }
}

/** Numeric sub-codes of the `Request-Id` header. */
export const SUB_CODE = {
  none: 0,
  parameter: 268435461,
  signature: 268443699,
  appidMchid: 268445527,
  frequency: 268447840,
  orderExpired: 268447914,
  orderPaid: 268449538,
  otherData: 268498688,
  alreadyPaid: 268498689,
  openid: 268501013,
  noSuchOrder: 268512771,
  system: 268435457,
} as const;

/** A wrong or missing field: 400 `PARAM_ERROR`. */
export function parameterError(field: string, issue: string, value?: unknown, location = 'body'): PayError {
  return new PayError(400, 'PARAM_ERROR', `参数错误：${field} ${issue}`, SUB_CODE.parameter, {
    field,
    value,
    issue,
    location,
  });
}

/** The answer for an error, without signature headers. */
export function errorAnswer(error: PayError, requestId: string): Answer {
  const body = { code: error.code, message: error.message, ...(error.detail ? { detail: error.detail } : {}) };
  return json(error.status, body, { 'request-id': `${requestId}-${error.subCode}` });
}
