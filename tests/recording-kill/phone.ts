import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { batchOf, type CollectReply, eventsOf, plainBatch, sha256 } from '../integration/recording-client.ts';

/** A batch that the server has answered for. */
export interface Acknowledged {
  readonly trace: string;
  readonly chunk: string;
  readonly dataSha256: string;
}

export interface PhoneParts {
  readonly number: number;
  readonly origin: string;
  /** Resolves while a server listens: asking one that is not there costs the machine what the next start needs. */
  readonly isUp: () => Promise<void>;
  readonly onAcknowledged: (batch: Acknowledged) => void;
}

const BATCHES_OF_VISIT = 40;
/** Some are so large that they are packed on another thread. */
const LARGE_EACH = 17;
const LARGE_EVENTS = 1_000;
const PATH = '/traceable-service/api/v1/insureRecord/collect';

/** A phone that records visit after visit, and sends each batch until it is answered for. */
export function createPhone({ number, origin, isUp, onAcknowledged }: PhoneParts) {
  const isPlain = number % 4 === 3;
  let stopping = false;
  let gaveUp = false;
  let sent = number;

  async function sendUntilAnswered(trace: string, data: string, batch: object): Promise<void> {
    const body = JSON.stringify(batch);
    for (;;) {
      await isUp();
      if (gaveUp) return;
      const reply = await post(body);
      if (reply?.receipt) {
        onAcknowledged({ trace, chunk: reply.receipt.chunk, dataSha256: sha256(data) });
        return;
      }
      await pause(15);
    }
  }

  async function post(body: string): Promise<CollectReply | null> {
    try {
      const response = await fetch(`${origin}${PATH}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body,
      });
      return (await response.json()) as CollectReply;
    } catch {
      // Killed while it was being asked.
      return null;
    }
  }

  async function record(): Promise<void> {
    while (!stopping) {
      const trace = randomUUID();
      let prev = '0'.repeat(64);
      for (let seq = 0; seq < BATCHES_OF_VISIT && !stopping; seq += 1) {
        sent += 1;
        const data = eventsOf(`${trace}/${seq}`, sent % LARGE_EACH === 0 ? LARGE_EVENTS : 20 + (seq % 40));
        await sendUntilAnswered(trace, data, isPlain ? plainBatch(trace, data) : batchOf(trace, seq, data, { prev }));
        prev = sha256(data);
      }
    }
  }

  const recording = record();
  return {
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
