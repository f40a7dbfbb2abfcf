import type { ChangeStatus } from '@huimin/domain/endorsement';
import type { Query } from '../../db/database.ts';
import { type FileReply, fail, ok, type Reply } from '../../http/handler.ts';
import { shardOfOrder } from '../../security/order-ids.ts';
import { fileOfSubject, keepFilesUntil } from '../uploads/index.ts';
import { carryOut } from './apply-change.ts';
import type { ChangeDependencies } from './change-deps.ts';
import { moved, TOO_LATE, Undone } from './change-moves.ts';
import { type ChangeRow, changeById } from './change-store.ts';
import { heldChange, papersKeptUntil } from './hand-in-change.ts';

const NOT_FOUND = fail('not-found', '没有这份申请');
/** Of a request that was turned down: long enough for a complaint. */
const REJECTED_KEPT_MS = 366 * 86_400_000;
async function changeByNo(deps: ChangeDependencies, query: Query, changeNo: string): Promise<ChangeRow | null> {
  const id = deps.numbers.changeId(changeNo);
  const change = id === null ? null : await changeById(query, shardOfOrder(id), id);
  return change?.status === 'DRAFT' ? null : change;
}

/** A paper of a request, for the person who decides it. */
export async function paperOfChange(
  deps: ChangeDependencies,
  changeNo: string,
  fileId: string,
): Promise<FileReply | null> {
  const change = await changeByNo(deps, deps.database.query, changeNo);
  return change && fileOfSubject(deps, change.shard, change.id, fileId);
}

export type Review =
  | { readonly kind: 'approve'; readonly by: string }
  | { readonly kind: 'reject' | 'ask-papers'; readonly by: string; readonly note: string };

const EVENTS = { approve: 'Approved', reject: 'Rejected', 'ask-papers': 'PapersAsked' } as const;

/**
 * What a person decides about a request; approved, it is carried out with everything looked at anew. In the caller's
 * transaction, which must not be written where this is refused.
 */
export async function reviewChangeWithin(
  deps: ChangeDependencies,
  query: Query,
  changeNo: string,
  review: Review,
): Promise<Reply<{ status: ChangeStatus }>> {
  const found = await changeByNo(deps, query, changeNo);
  if (!found) return NOT_FOUND;
  try {
    const held = await heldChange(deps, query, found);
    // What cannot be made any more can still be turned down.
    if (!held.ok && review.kind === 'approve') return held;
    const change = held.ok ? held.value.change : await changeById(query, found.shard, found.id);
    if (!change) return NOT_FOUND;
    const move = {
      event: EVENTS[review.kind],
      byWhom: `operator:${review.by}`,
      note: review.kind === 'approve' ? null : review.note,
      isTold: true,
    };
    if (!(await moved(deps, query, change, move))) return TOO_LATE;
    if (review.kind === 'approve' && held.ok) {
      await carryOut(deps, query, held.value.carried, change.furtherOrderIds);
      await keepFilesUntil(query, change.shard, change.id, papersKeptUntil(held.value.carried.context));
    } else if (review.kind === 'reject') {
      await keepFilesUntil(query, change.shard, change.id, deps.clock.now() + REJECTED_KEPT_MS);
    }
    const now = await changeById(query, change.shard, change.id);
    return ok({ status: now?.status ?? change.status });
  } catch (error) {
    if (error instanceof Undone) return error.reply;
    throw error;
  }
}
