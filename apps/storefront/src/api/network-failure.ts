/**
 * Why no reply came: the phone has no network, or has one that does not lead to the server; over 60 s; an HTTP status; the
 * page of somebody in between, such as a public Wi-Fi that wants a login first; or a body that is not the envelope.
 */
export type NetworkFailureKind = 'offline' | 'unreachable' | 'timeout' | 'http' | 'blocked' | 'bad-reply';

/** What is the matter, as a person can do something about it. */
export type NoReplyReason = 'offline' | 'unreachable' | 'slow' | 'blocked' | 'busy';

/** Statuses of somebody in between; the server says no in the envelope. */
const BLOCKING = [403, 407, 451, 511];

/**
 * A call that got no reply to read. Whether the server did what was asked is unknown. (Fields are only declared: phones as
 * old as ours would need helpers to define them.)
 */
export class NetworkFailure extends Error {
  declare readonly kind: NetworkFailureKind;
  declare readonly callName: string;
  /** HTTP status when there was one. */
  declare readonly status: number | null;

  constructor(kind: NetworkFailureKind, callName: string, status: number | null = null) {
    super(`${callName}: ${kind}${status === null ? '' : ` ${status}`}`);
    this.name = 'NetworkFailure';
    this.kind = kind;
    this.callName = callName;
    this.status = status;
  }

  get reason(): NoReplyReason {
    const { kind, status } = this;
    if (kind === 'timeout') return 'slow';
    if (kind === 'http' && BLOCKING.includes(status ?? 0)) return 'blocked';
    return kind === 'http' || kind === 'bad-reply' ? 'busy' : kind;
  }
}
