import type { Calls } from '@huimin/contract';
import { networkOf } from '../../coordination/rate-limit.ts';
import { type CallRequest, fail, type Handler, ok } from '../../http/handler.ts';
import { readBatch } from './batch.ts';
import { receiptOf } from './receipts.ts';
import type { Claimant } from './recording-store.ts';
import type { Recordings } from './recordings.ts';
import { type Taken, takeBatch } from './take-batch.ts';

/** A whole office or a village may come from one address. */
const MOST_OF_ADDRESS = 3_000;
const PAGE_FAULT = '页面内容有误，请重新打开页面再试';

/** Takes one batch of a recorded visit. Whatever goes wrong here is answered, never thrown: it is nobody's purchase. */
export function collect(deps: Recordings): Handler<Calls['collect']> {
  return async (input, request) => {
    const { measures } = deps;
    if (deps.countAddress(networkOf(request.clientAddress)) > MOST_OF_ADDRESS) return fail('too-many-requests');
    const batch = readBatch(input);
    if ('wrong' in batch) {
      measures.countBatch('refused', 0);
      return fail('bad-input', PAGE_FAULT, { fields: [{ path: batch.wrong, message: PAGE_FAULT }] });
    }
    try {
      const taken = await takeBatch(deps, batch, claimantOf(deps, request));
      measures.countBatch(taken.outcome, batch.data.length + batch.values.length);
      return answer(deps, batch.trace, taken);
    } catch (error) {
      measures.countBatch('failed', 0);
      deps.log.error({ requestId: request.requestId, error: String(error) }, 'a batch of a recording was not stored');
      return fail('server-busy');
    }
  };
}

function answer(deps: Recordings, trace: string, taken: Taken) {
  if (taken.outcome === 'refused') return fail('recording-refused');
  const { ack, received, standing } = taken;
  const reply = {
    ack,
    serverTime: deps.clock.now(),
    receipt: received && receiptOf(deps.signer, received),
    // Whoever has not shown that it is theirs gets nothing to show.
    key: standing === 'own' ? deps.wrapper.uploadKey(trace) : '',
  };
  return taken.outcome === 'conflict' ? fail('recording-conflict', undefined, reply) : ok(reply);
}

function claimantOf(deps: Recordings, { session }: CallRequest): Claimant {
  if (session === null) return { sessionHash: null, user: null };
  const { tokenHash: sessionHash, user } = session;
  return { sessionHash, user: user && { id: user.id, shard: user.shard, holder: deps.holderOf(user.id) } };
}
