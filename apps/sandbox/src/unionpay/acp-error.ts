/** A refusal with UnionPay's two-digit code. */
export class AcpError extends Error {
  readonly respCode: string;

  constructor(respCode: string, message: string) {
    super(message);
    this.respCode = respCode;
  }
}

/** `签名验证失败[9100004]`: message and its seven-digit cause, as UnionPay writes it. */
export function respMessage(respCode: string, text: string): string {
  return `${text}[${respCode === '00' ? '0000000' : `${respCode}00001`}]`;
}
