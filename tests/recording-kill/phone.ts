import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { batchOf, type CollectReply, eventsOf, plainBatch, sha256 } from '../integration/recording-client.ts';

/** A batch that the server has answered for. */
export interface Acknowledged {
  readonly trace: string;
  readonly chunk: string;
  readonly dataSha256: string;
}

const BATCHES_OF_VISIT = 40;
const PATH = '/traceable-service/api/v1/insureRecord/collect';

/** A phone that records visit after visit, and sends each batch until it is answered for. */
export function createPhone(number: number, origin: string) {
  const acknowledged: Acknowledged[] = [];
  const isPlain = number % 4 === 3;
  let stopping = false;
  let gaveUp = false;

  async function sendUntilAnswered(trace: string, data: string, batch: object): Promise<void> {
    while (!gaveUp) {
      const reply = await post(batch);
      if (reply?.receipt) {
        acknowledged.push({ trace, chunk: reply.receipt.chunk, dataSha256: sha256(data) });
        return;
      }
      await pause(15);
    }
  }

  async function post(batch: object): Promise<CollectReply | null> {
    try {
      const response = await fetch(`${origin}${PATH}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(batch),
      });
      return (await response.json()) as CollectReply;
    } catch {
      // Killed while it was being asked, or not there yet.
      return null;
    }
  }

  async function record(): Promise<void> {
    while (!stopping) {
      const trace = randomUUID();
      let prev = '0'.repeat(64);
      for (let seq = 0; seq < BATCHES_OF_VISIT && !stopping; seq += 1) {
        const data = eventsOf(`${trace}/${seq}`, 20 + (seq % 40));
        await sendUntilAnswered(trace, data, isPlain ? plainBatch(trace, data) : batchOf(trace, seq, data, { prev }));
        prev = sha256(data);
      }
    }
  }

  const recording = record();
  return {
    acknowledged,
    /** To be called while a server runs: the batch under way is still answered for. */
    async stop() {
      stopping = true;
      await recording;
    },
    /** Where no server runs any more: sends nothing again. */
    giveUp() {
      stopping = gaveUp = true;
    },
  };
}
