import { type AnyCall, type Envelope, REPLY_CODES } from '@huimin/contract';
import type { Reply } from './handler.ts';

/** The one place where results become envelopes. */
export function envelopeFor(
  call: Pick<AnyCall, 'replyField'> | null,
  reply: Reply<unknown>,
  requestId: string,
): Envelope {
  const beside = call?.replyField === 'beside';
  if (reply.ok) {
    const inData = call?.replyField === 'data';
    return {
      code: REPLY_CODES.ok.code,
      message: REPLY_CODES.ok.message,
      ...(beside ? (reply.value as object) : {}),
      result: inData || beside ? null : (reply.value ?? null),
      subMessage: requestId,
      data: inData ? (reply.value ?? null) : null,
    };
  }
  const entry = REPLY_CODES[reply.name];
  return {
    code: entry.code,
    message: reply.message ?? entry.message,
    ...(beside && reply.name !== 'bad-input' ? (reply.details as object) : {}),
    result: beside && reply.name !== 'bad-input' ? null : (reply.details ?? null),
    subMessage: requestId,
    data: null,
  };
}
