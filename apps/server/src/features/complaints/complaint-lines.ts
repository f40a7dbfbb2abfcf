import type { ComplaintLineValue } from '@huimin/contract/console';
import { COMPLAINT_STATUS_TABLE, complaintFindingLabel, isOpenComplaint } from '@huimin/domain/complaint';
import { beijingDateTime } from '@huimin/domain/date';
import { maskPhone } from '@huimin/domain/person';
import { CITIES } from '@huimin/domain/region';
import type { StaffScope } from '@huimin/domain/staff';
import { statusEntryOf } from '@huimin/domain/status';
import type { Core } from '../../core.ts';
import { accountsByIds } from '../account/index.ts';
import { Conditions, withinOrders } from '../order-desk/index.ts';
import { categoryLabels } from './category-labels.ts';
import type { ComplaintDeskDependencies } from './complaint-deps.ts';
import { COLUMNS, type ComplaintRow } from './complaint-store.ts';

export type ListedRow = ComplaintRow & { readonly city: string | null };

/** A complaint beside its order, by which it is decided who of the staff sees it. */
export const WITH_ORDER = 'complaints c left join orders o on o.shard = c.shard and o.id = c.order_id';

/** Those within a scope: what is about no order is for those who see everything. */
export function complaintsWithin({ editions }: Pick<ComplaintDeskDependencies, 'editions'>, scope: StaffScope) {
  const conditions = new Conditions();
  withinOrders(conditions, editions, scope);
  return conditions;
}

const ORDERS = {
  'by-due': 'c.due_at, c.id',
  'by-answer': 'c.answered_at, c.id',
  latest: 'c.filed_at desc, c.id desc',
} as const;

export async function findComplaints(
  { database }: Pick<Core, 'database'>,
  conditions: Conditions,
  order: keyof typeof ORDERS,
  limit: number,
): Promise<ListedRow[]> {
  return database.query<ListedRow>(
    `select ${COLUMNS}, o.city from ${WITH_ORDER} where ${conditions.text}
     order by ${ORDERS[order]} limit ${limit}`,
    conditions.values,
  );
}

/** The one place that opens a complaint for somebody of the staff: what lies outside their scope is not there. */
export async function seenComplaint(
  deps: ComplaintDeskDependencies,
  scope: StaffScope,
  complaintNo: string,
): Promise<ListedRow | null> {
  const id = deps.numbers.complaintId(complaintNo);
  if (id === null) return null;
  const conditions = complaintsWithin(deps, scope);
  conditions.add('c.id = ?::bigint', id);
  const [row] = await findComplaints(deps, conditions, 'latest', 1);
  return row ?? null;
}

/** Not told by the deadline, or told after it; what was taken back is never late. */
export function isLate(row: ComplaintRow, nowMs: number): boolean {
  if (row.status === 'withdrawn') return false;
  const told = isOpenComplaint(row.status) ? nowMs : (row.answered_at ?? row.closed_at ?? nowMs);
  return told > row.due_at;
}

export const cityText = (code: string | null): string =>
  CITIES.find((city) => city.code === code)?.shortName ?? code ?? '';

export async function lines(
  deps: Pick<Core, 'database' | 'vault' | 'clock' | 'numbers'>,
  rows: readonly ListedRow[],
): Promise<ComplaintLineValue[]> {
  const { query } = deps.database;
  const users = await accountsByIds(
    query,
    rows.flatMap((row) => row.user_id ?? []),
  );
  const labels = await categoryLabels(query);
  const phones = new Map(users.map((user) => [user.id, user.phoneSealed]));
  return rows.map((row) => {
    const entry = statusEntryOf(COMPLAINT_STATUS_TABLE, row.status);
    const phone = row.phone_sealed ?? (row.user_id === null ? undefined : phones.get(row.user_id));
    return {
      complaintNo: deps.numbers.complaintNo(row.id),
      category: row.category,
      categoryLabel: labels(row.category),
      status: row.status,
      statusLabel: entry?.label ?? row.status,
      tone: entry?.tone ?? 'neutral',
      filedAt: beijingDateTime(row.filed_at),
      dueAt: beijingDateTime(row.due_at),
      answeredAt: row.answered_at === null ? null : beijingDateTime(row.answered_at),
      late: isLate(row, deps.clock.now()),
      again: row.reopened_at !== null,
      extended: row.extended_at !== null,
      byPhone: row.taken_by !== null,
      orderNo: row.order_id === null ? '' : deps.numbers.orderNo(row.order_id),
      city: cityText(row.city),
      phone: phone ? maskPhone(deps.vault.open('phone', phone)) : '',
      finding: row.finding === null ? '' : complaintFindingLabel(row.finding),
    };
  });
}
