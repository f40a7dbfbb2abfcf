import { type AnyCall, type Envelope, REPLY_CODES } from '@huimin/contract';
import type { Reply } from './handler.ts';

/** The one place where results become envelopes. */
export function envelopeFor(
  call: Pick<AnyCall, 'replyField'> | null,
  reply: Reply<unknown>,
  requestId: string,
): Envelope {
  if (reply.ok) {
    const inData = call?.replyField === 'data';
    return {
      code: REPLY_CODES.ok.code,
      message: REPLY_CODES.ok.message,
      result: inData ? null : (reply.value ?? null),
      subMessage: requestId,
      data: inData ? (reply.value ?? null) : null,
    };
  }
  const entry = REPLY_CODES[reply.name];
  return {
    code: entry.code,
    message: reply.message ?? entry.message,
    result: reply.details ?? null,
    subMessage: requestId,
    data: null,
  };
}
