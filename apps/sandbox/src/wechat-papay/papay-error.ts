/** A refusal with the provider's `err_code`. */
export class PapayError extends Error {
  readonly code: string;

  constructor(code: string, message: string) {
    super(message);
    this.code = code;
  }
}
