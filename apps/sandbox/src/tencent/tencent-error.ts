/** A refusal in Tencent Cloud's shape: HTTP 200 with `Response.Error`. */
export class TencentError extends Error {
  readonly code: string;

  constructor(code: string, message: string) {
    super(message);
    this.code = code;
  }
}

/** A field of the body that is missing, of another type, or too long. */
export function wrongField(name: string, issue: string): TencentError {
  return new TencentError('InvalidParameter', `参数错误：${name} ${issue}`);
}
