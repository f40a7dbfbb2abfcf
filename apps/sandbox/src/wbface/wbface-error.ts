/** A refusal of WBface: HTTP 200 with `code` and `msg`. */
export class WbfaceError extends Error {
  readonly code: string;

  constructor(code: string, message: string) {
    super(message);
    this.code = code;
  }
}
