import { formatDateTime } from '@huimin/domain/date';
import type { ChangeStatus } from '@huimin/domain/endorsement';
import {
  type Correction,
  changeFieldLabel,
  changeReasonLabel,
  measureCorrection,
  shownChangeStatus,
  shownItem,
  wholeValue,
} from '@huimin/domain/endorsement';
import { maskName } from '@huimin/domain/person';
import type { Query } from '../../db/database.ts';
import { type FileReply, fail, ok, type Reply } from '../../http/handler.ts';
import { shardOfOrder } from '../../security/order-ids.ts';
import { orderById } from '../order/index.ts';
import { fileOfSubject, filesOf, keepFilesUntil } from '../uploads/index.ts';
import { carryOut, touchesIdentity } from './apply-change.ts';
import { describeOrder, presentPerson } from './change-context.ts';
import type { ChangeDependencies } from './change-deps.ts';
import { decidedTogether, moved, TOO_LATE, Undone } from './change-moves.ts';
import { type ChangeRow, changeById, eventsOf, waitingChanges } from './change-store.ts';
import { itemsOf } from './change-view.ts';
import { heldChange, papersKeptUntil } from './hand-in-change.ts';

const NOT_FOUND = fail('not-found', '没有这份申请');
/** Of a request that was turned down: long enough for a complaint. */
const REJECTED_KEPT_MS = 366 * 86_400_000;
const MOST_LISTED = 200;

export interface WaitingChange {
  readonly changeNo: string;
  readonly orderNo: string;
  readonly status: ChangeStatus;
  readonly statusLabel: string;
  readonly name: string;
  readonly fields: readonly string[];
  readonly submittedAt: string | null;
}

/** Requests that wait for a person, oldest first; people are masked. */
export async function listWaitingChanges(
  deps: ChangeDependencies,
  status: ChangeStatus | null,
): Promise<WaitingChange[]> {
  const { query } = deps.database;
  const rows = await waitingChanges(query, status, MOST_LISTED);
  const listed: WaitingChange[] = [];
  for (const change of rows) {
    const described = await describedChange(deps, change);
    if (!described) continue;
    listed.push({
      changeNo: deps.numbers.changeNo(change.id),
      orderNo: deps.numbers.orderNo(change.orderId),
      status: change.status,
      statusLabel: shownChangeStatus(change.status).label,
      name: maskName(described.person.name),
      fields: itemsOf(deps, change).map(({ field }) => changeFieldLabel(field)),
      submittedAt: change.submittedAtMs === null ? null : formatDateTime(change.submittedAtMs),
    });
  }
  return listed;
}

async function describedChange(deps: ChangeDependencies, change: ChangeRow) {
  const { query } = deps.database;
  const order = await orderById(query, change.shard, change.orderId);
  const described = order && (await describeOrder(deps, query, order));
  if (!described?.ok) return null;
  const context = described.value;
  const row = context.people.find((person) => person.id === change.insuredId) ?? null;
  return { context, row, person: presentPerson(deps, context, row) };
}

async function changeByNo(deps: ChangeDependencies, changeNo: string): Promise<ChangeRow | null> {
  const id = deps.numbers.changeId(changeNo);
  const change = id === null ? null : await changeById(deps.database.query, shardOfOrder(id), id);
  return change?.status === 'DRAFT' ? null : change;
}

/** One request whole, for the person who compares it with the papers. */
export async function wholeChange(deps: ChangeDependencies, changeNo: string) {
  const change = await changeByNo(deps, changeNo);
  const described = change && (await describedChange(deps, change));
  if (!change || !described) return null;
  const { context, row, person } = described;
  const items = itemsOf(deps, change);
  const before = { ...person, ...Object.fromEntries(items.map((item) => [item.field, item.before])) };
  const after = { ...person, ...Object.fromEntries(items.map((item) => [item.field, item.after])) };
  const correction: Correction | null = touchesIdentity(items) ? measureCorrection(before, after) : null;
  const events = await eventsOf(deps.database.query, change.shard, [change.id]);
  return {
    changeNo,
    orderNo: deps.numbers.orderNo(change.orderId),
    policyNo: row ? deps.numbers.policyNo(row.id) : null,
    subject: change.subject,
    status: change.status,
    statusLabel: shownChangeStatus(change.status).label,
    reason: changeReasonLabel(change.reason),
    phase: context.phase,
    correction,
    items: items.map((item) => ({
      field: item.field,
      label: changeFieldLabel(item.field),
      before: wholeValue(item.field, item.before),
      after: wholeValue(item.field, item.after),
      shown: shownItem(item),
    })),
    papers: (await filesOf(deps, change.shard, [change.id])).get(change.id) ?? [],
    history: events.map(({ event, byWhom, note, atMs }) => ({ event, byWhom, note, at: formatDateTime(atMs) })),
  };
}

/** A paper of a request, for the person who decides it. */
export async function paperOfChange(
  deps: ChangeDependencies,
  changeNo: string,
  fileId: string,
): Promise<FileReply | null> {
  const change = await changeByNo(deps, changeNo);
  return change && fileOfSubject(deps, change.shard, change.id, fileId);
}

export type Review =
  | { readonly kind: 'approve'; readonly by: string }
  | { readonly kind: 'reject' | 'ask-papers'; readonly by: string; readonly note: string };

const EVENTS = { approve: 'Approved', reject: 'Rejected', 'ask-papers': 'PapersAsked' } as const;

/** What a person decides about a request. Approved, it is carried out with everything looked at anew. */
export async function reviewChange(
  deps: ChangeDependencies,
  changeNo: string,
  review: Review,
): Promise<Reply<{ status: ChangeStatus }>> {
  return decidedTogether(deps, async (query) => {
    const done = await reviewChangeWithin(deps, query, changeNo, review);
    if (!done.ok) throw new Undone(done);
    return done;
  });
}

/** The same in the caller's transaction, which must not be written where this is refused. */
export async function reviewChangeWithin(
  deps: ChangeDependencies,
  query: Query,
  changeNo: string,
  review: Review,
): Promise<Reply<{ status: ChangeStatus }>> {
  const found = await changeByNo(deps, changeNo);
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
