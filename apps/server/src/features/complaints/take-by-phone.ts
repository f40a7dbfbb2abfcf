import type { ComplaintCategoryValue } from '@huimin/contract';
import { COMPLAINT_WORKING_DAYS } from '@huimin/domain/complaint';
import { deadlineAfter } from '@huimin/domain/date';
import type { Core } from '../../core.ts';
import type { Query } from '../../db/database.ts';
import { noteNotice } from '../account/index.ts';
import { addStep, COMPLAINT_SEAL, type ComplaintRow, insertComplaint } from './complaint-store.ts';

/** What somebody says on the phone, and where it is kept. */
export interface ComplaintByPhone {
  readonly shard: number;
  /** Whose list it stands in; null: in nobody's. */
  readonly userId: bigint | null;
  readonly person: Buffer;
  readonly clientKey: string;
  readonly category: ComplaintCategoryValue;
  readonly words: string;
  readonly orderId: bigint | null;
  readonly staffId: number;
  /** Where its messages go. */
  readonly phone: string;
  /** That is not the account's own. */
  readonly keepsPhone: boolean;
}

export interface TakenComplaint {
  readonly complaintNo: string;
  readonly dueAtMs: number;
  /** False where it was taken before. */
  readonly isNew: boolean;
  /** False where something else is written now than what was taken then. */
  readonly isSame: boolean;
}

/** So long after it was taken a complaint is known again by its key. */
const KNOWN_MS = 24 * 3_600_000;

/** Takes a complaint down as if its resident had filed it: the same clock, the same steps. Its number goes to the phone. */
export async function takeComplaintByPhone(deps: Core, query: Query, by: ComplaintByPhone): Promise<TakenComplaint> {
  const { shard } = by;
  const nowMs = deps.clock.now();
  const before = await takenBefore(deps, query, by, nowMs);
  if (before) return before;
  const id = deps.orderIds.next(shard);
  const dueAtMs = deadlineAfter(nowMs, COMPLAINT_WORKING_DAYS).byMs;
  const isNew = await insertComplaint(query, {
    ...{ shard, id, user_id: by.userId, client_key: by.clientKey, person_index: by.person, category: by.category },
    ...{ order_id: by.orderId, words_sealed: deps.vault.seal(COMPLAINT_SEAL, by.words.trim()), filed_at: nowMs },
    ...{ due_at: dueAtMs, taken_by: by.staffId },
    phone_sealed: by.keepsPhone ? deps.vault.seal('phone', by.phone) : null,
  });
  if (!isNew) {
    const other = await takenBefore(deps, query, by, nowMs);
    if (!other) throw new Error('a complaint is neither new nor there');
    return other;
  }
  await addStep(deps, query, { shard, id }, 'filed', { staffId: by.staffId });
  const complaintNo = deps.numbers.complaintNo(id);
  const place = by.userId === null ? {} : { accountId: by.userId, about: complaintNo };
  await noteNotice(
    deps,
    query,
    shard,
    by.phone,
    `收到投诉${complaintNo}，${COMPLAINT_WORKING_DAYS}个工作日内答复`,
    place,
  );
  return { complaintNo, dueAtMs, isNew, isSame: true };
}

/** Wherever it stands: with another order it may be in another place. */
async function takenBefore(
  deps: Core,
  query: Query,
  by: ComplaintByPhone,
  nowMs: number,
): Promise<TakenComplaint | null> {
  const [row] = await query<
    Pick<ComplaintRow, 'id' | 'due_at' | 'category' | 'order_id' | 'words_sealed' | 'phone_sealed'>
  >(
    `select id, due_at, category, order_id, words_sealed, phone_sealed from complaints
     where filed_at > $1 and client_key = $2 and taken_by = $3 and person_index = $4 order by filed_at limit 1`,
    [new Date(nowMs - KNOWN_MS), by.clientKey, by.staffId, by.person],
  );
  if (!row) return null;
  const phone = row.phone_sealed === null ? null : deps.vault.open('phone', row.phone_sealed);
  const isSame =
    row.category === by.category &&
    row.order_id === by.orderId &&
    deps.vault.open(COMPLAINT_SEAL, row.words_sealed) === by.words.trim() &&
    phone === (by.keepsPhone ? by.phone : null);
  return { complaintNo: deps.numbers.complaintNo(row.id), dueAtMs: row.due_at, isNew: false, isSame };
}
