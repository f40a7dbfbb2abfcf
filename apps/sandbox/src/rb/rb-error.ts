/** Codes of RB-1 besides `0`. */
export const RB_CODES = {
  parameter: '1001',
  signature: '1002',
  clock: '1003',
  absent: '2001',
  closed: '2002',
  paid: '2003',
  otherData: '2004',
  refundAbsent: '3001',
  refundAmount: '3002',
  accountEmpty: '3003',
  busy: '9001',
  rate: '9002',
} as const;

/** A refusal with its code; `unsigned` when the caller was not recognised. */
export class RbError extends Error {
  readonly code: string;
  readonly unsigned: boolean;

  constructor(code: keyof typeof RB_CODES, message: string, unsigned = false) {
    super(message);
    this.code = RB_CODES[code];
    this.unsigned = unsigned;
  }
}

export function noSuchOrder(): RbError {
  return new RbError('absent', '订单不存在');
}
