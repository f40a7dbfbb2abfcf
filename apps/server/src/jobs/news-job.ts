import { isQuiet } from '@huimin/domain/text-message';
import type { SendResult } from '../coordination/tell-once.ts';
import type { EditionStore } from '../features/configuration/index.ts';
import type { Clock, Log } from '../ports/outside.ts';
import type { SmsGateway } from '../ports/sms-gateway.ts';
import type { Job } from './job.ts';

export interface Messenger {
  readonly editions: EditionStore;
  readonly clock: Clock;
  readonly log: Log;
  readonly sms: SmsGateway;
}

/** A job that tells how things went that were asked for. Nobody is woken: what is new at night is told in the morning. */
export function newsJob(
  name: string,
  { editions, clock, log, sms }: Messenger,
  tell: (send: SendResult) => Promise<number>,
): Job {
  const send: SendResult = async ({ editionCode, outId, phone, account, result }) => {
    const product = editions.edition(editionCode)?.document.proName ?? '';
    const parameters = { product, result };
    const sent = await sms.send({ phone, template: 'change-result', parameters, outId, ...(account && { account }) });
    if (sent.kind === 'limited') return false;
    if (sent.kind !== 'accepted') log.warn({ outId, result: sent.kind }, 'message not accepted');
    return true;
  };
  const run = async () => (isQuiet(clock.now()) ? 0 : tell(send));
  return { name, everyMs: 10_000, run };
}
