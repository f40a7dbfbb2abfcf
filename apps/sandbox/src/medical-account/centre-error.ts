/** A refusal with the payment centre's five-digit code. */
export class CentreError extends Error {
  readonly code: string;

  constructor(code: string, message: string) {
    super(message);
    this.code = code;
  }
}

/** 40001, with the name of the field. */
export function fieldError(name: string, rule: string): CentreError {
  return new CentreError('40001', `参数错误：${name} ${rule}`);
}
