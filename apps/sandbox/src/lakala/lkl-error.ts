/**
 * Codes of refusals. Lakala publishes only `000000` for its cashier, and `RFD11105` for a refund whose end is open;
 * those that begin with SBX are this sandbox's own, so that nobody builds on them.
 */
export const LKL_CODES = {
  parameter: 'SBX10001',
  signature: 'SBX10002',
  clock: 'SBX10003',
  repeated: 'SBX20001',
  absent: 'SBX20002',
  state: 'SBX20003',
  refundAmount: 'SBX30001',
  refundRepeated: 'SBX30002',
  accountEmpty: 'SBX30003',
  refundUnclear: 'RFD11105',
  busy: 'SBX90001',
  rate: 'SBX90002',
} as const;

/** A refusal with its code; `unsigned` when the caller was not recognised. */
export class LklError extends Error {
  readonly code: string;
  readonly unsigned: boolean;

  constructor(code: keyof typeof LKL_CODES, message: string, unsigned = false) {
    super(message);
    this.code = LKL_CODES[code];
    this.unsigned = unsigned;
  }
}

export function noSuchOrder(): LklError {
  return new LklError('absent', '订单不存在');
}
