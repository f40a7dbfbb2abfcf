import type { AnyCall, Envelope, InputOf, Method, OutputOf } from '@huimin/contract';

/** What the browser knows of a call; made from the contract at build time. Absent fields mean the usual. */
export interface ClientCall<C extends AnyCall = AnyCall> {
  readonly name: string;
  readonly method: Method;
  /** Below the base path; `{code}` marks a path parameter. */
  readonly path: string;
  readonly overlay?: false;
  readonly codeCheck?: 'codeAllPass' | 'passThrough';
  readonly replyField?: 'data';
  readonly replyKind?: 'file';
  /** Carries the types only; never there at run time. */
  readonly contract?: C;
}

export type CallInput<C extends AnyCall> = InputOf<C>;

/** What a call resolves with when it succeeds. */
export type CallValue<C extends AnyCall> = C extends { name: 'wechatWapPayForm' }
  ? Envelope<OutputOf<C>>
  : C extends { name: 'downloadPolicy' | 'downloadOrderMoney' }
    ? Blob
    : OutputOf<C>;
