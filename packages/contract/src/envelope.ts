/**
 * What every call answers. `result` carries the value; `data` carries it only in the calls whose
 * definition says `replyField: 'data'`. `subMessage` holds the request id people quote to the service desk.
 */
export interface Envelope<T = unknown> {
  readonly code: number | string;
  readonly message: string;
  readonly result: T | null;
  readonly subMessage: string;
  readonly data: T | null;
}

/** The server answers the number; older servers of the same API answered '0'. The client takes all four. */
export const SUCCESS_CODES: readonly (number | string)[] = [200000, '200000', 0, '0'];

export function isSuccessCode(code: unknown): boolean {
  return SUCCESS_CODES.includes(code as number | string);
}
