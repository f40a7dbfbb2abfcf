/** Why no reply came: no network, over 60 s, an HTTP status, or a body that is not the envelope. */
export type NetworkFailureKind = 'offline' | 'timeout' | 'http' | 'bad-reply';

/** A call that got no reply to read. Whether the server did what was asked is unknown. */
export class NetworkFailure extends Error {
  readonly kind: NetworkFailureKind;
  readonly callName: string;
  /** HTTP status when there was one. */
  readonly status: number | null;

  constructor(kind: NetworkFailureKind, callName: string, status: number | null = null) {
    super(`${callName}: ${kind}${status === null ? '' : ` ${status}`}`);
    this.name = 'NetworkFailure';
    this.kind = kind;
    this.callName = callName;
    this.status = status;
  }

  /** Which of the two error screens fits: 网络不通 or 系统忙，请稍后再试. */
  get screen(): 'offline' | 'busy' {
    return this.kind === 'offline' ? 'offline' : 'busy';
  }
}
