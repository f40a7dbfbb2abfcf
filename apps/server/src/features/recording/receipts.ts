import { receiptText } from '@huimin/evidence/chunk';
import type { Signer } from '@huimin/evidence/signature';

export interface Receipt {
  readonly chunk: string;
  readonly signature: string;
}

export interface Received {
  readonly trace: string;
  readonly tab: string;
  readonly seq: number;
  readonly sha256: Buffer;
  readonly receivedAt: number;
}

/** Signed word that a chunk was stored and when; the same for the same chunk. */
export function receiptOf(signer: Signer, received: Received): Receipt {
  const chunk = received.sha256.toString('hex');
  return { chunk, signature: signer.sign(Buffer.from(receiptText(received, chunk))).toString('base64') };
}
