const MESSAGES = {
  '20000': 'Service Currently Unavailable',
  '20001': 'Insufficient Token Permissions',
  '40001': 'Missing Required Arguments',
  '40002': 'Invalid Arguments',
  '40004': 'Business Failed',
  '40005': 'Call Limited',
} as const;

export type AlipayCode = keyof typeof MESSAGES;

/** A refusal in Alipay's own shape. */
export class AlipayError extends Error {
  readonly code: AlipayCode;
  readonly subCode: string;
  /** The gateway refused before it knew the application or the method: node `error_response`, not signed. */
  readonly unsigned: boolean;

  constructor(code: AlipayCode, subCode: string, subMessage: string, unsigned = false) {
    super(subMessage);
    this.code = code;
    this.subCode = subCode;
    this.unsigned = unsigned;
  }

  /** The fields of the answer's node. */
  node(): Record<string, string> {
    return { code: this.code, msg: MESSAGES[this.code], sub_code: this.subCode, sub_msg: this.message };
  }
}

/** A business refusal: 40004 with its sub-code. */
export function businessError(subCode: string, subMessage: string): AlipayError {
  return new AlipayError('40004', subCode, subMessage);
}

/** A wrong or missing field of `biz_content`. */
export function invalidField(name: string, issue: string): AlipayError {
  return businessError('ACQ.INVALID_PARAMETER', `参数有误：${name} ${issue}`);
}

/** There is no such trade: the payer has not confirmed, or the number is wrong. */
export function noSuchTrade(): AlipayError {
  return businessError('ACQ.TRADE_NOT_EXIST', '交易不存在');
}
