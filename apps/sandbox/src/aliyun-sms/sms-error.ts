/** A call refused before its business is looked at (signature, version, parameters): HTTP 4xx. */
export class SmsCallError extends Error {
  readonly status: number;
  readonly code: string;

  constructor(status: number, code: string, message: string) {
    super(message);
    this.status = status;
    this.code = code;
  }
}

/** A refusal inside HTTP 200, as Aliyun answers everything that is about the message itself. */
export class SmsBusinessError extends Error {
  readonly code: string;

  constructor(code: string, message: string) {
    super(message);
    this.code = code;
  }
}
