import type { CallRequest, HandlerTable } from '../../http/handler.ts';
import type { AssistanceDependencies } from './assistance-deps.ts';
import {
  assistanceOfResident,
  assistanceOfStaff,
  closeAssistance,
  keepOrder,
  noteStep,
  overdueAssistances,
} from './assistance-store.ts';
import { assistanceDesk, endAssistance, openAssistance, prepareAssistance } from './desk-calls.ts';
import { acceptAssistance, joinAssistance, queryAssistance, reportReading } from './resident-calls.ts';
import { staffByNo, staffOfUser } from './staff-store.ts';

export type { AssistanceDependencies } from './assistance-deps.ts';
export { PHONE_SEAL as ASSISTED_PHONE_SEAL } from './assistance-store.ts';
export { findStaff, type KeptStaff, keepStaff } from './staff-store.ts';

const SWEPT_AT_ONCE = 200;

/** The calls of this topic, by name. */
export function assistedSaleHandlers(deps: AssistanceDependencies) {
  return {
    assistanceDesk: assistanceDesk(deps),
    openAssistance: openAssistance(deps),
    prepareAssistance: prepareAssistance(deps),
    joinAssistance: joinAssistance(deps),
    queryAssistance: queryAssistance(deps),
    reportReading: reportReading(deps),
    acceptAssistance: acceptAssistance(deps),
    endAssistance: endAssistance(deps, (request, assistanceNo) => ownAssistance(deps, request, assistanceNo)),
  } satisfies HandlerTable;
}

async function ownAssistance(deps: AssistanceDependencies, request: CallRequest, assistanceNo: string) {
  const { query } = deps.database;
  const asResident = await assistanceOfResident(query, request.user, assistanceNo);
  if (asResident) return { row: asResident, actor: 'resident' as const };
  const staff = await staffOfUser(deps, request.user);
  const asStaff = staff && (await assistanceOfStaff(query, staff.staffNo, assistanceNo));
  return asStaff ? { row: asStaff, actor: 'staff' as const } : null;
}

/** What an order that comes of a help is saved with. */
export interface AssistedOrder {
  readonly staffNo: string;
  readonly agentCode: string | null;
}

type OrderingCore = Pick<AssistanceDependencies, 'database' | 'vault' | 'index' | 'clock' | 'orderIds'>;

/** The help this resident confirms an order from; null unless it is theirs, was filled in and is not over. */
export async function assistanceForOrder(
  core: OrderingCore,
  user: CallRequest['user'],
  assistanceNo: string,
): Promise<AssistedOrder | null> {
  const row = await assistanceOfResident(core.database.query, user, assistanceNo);
  if (row?.status !== 'prepared' || row.expires_at <= core.clock.now()) return null;
  const staff = await staffByNo(core, row.staff_no);
  return { staffNo: row.staff_no, agentCode: staff?.agentCode ?? null };
}

/** Tells the outlet's screen that the order was saved. Safe to repeat. */
export async function assistanceOrdered(core: OrderingCore, assistanceNo: string, orderId: bigint): Promise<void> {
  const isNews = await keepOrder(core.database.query, assistanceNo, orderId, core.clock.now());
  if (isNews) await noteStep(core, assistanceNo, { actor: 'resident', step: 'ordered' });
}

/** Ends what nobody finished; what was filled in is forgotten. Answers how many. */
export async function expireAssistances(core: OrderingCore): Promise<number> {
  const nowMs = core.clock.now();
  const overdue = await overdueAssistances(core.database.query, nowMs, SWEPT_AT_ONCE);
  for (const assistanceNo of overdue) {
    const closed = await closeAssistance(core.database.query, assistanceNo, 'expired', nowMs);
    if (closed) await noteStep(core, assistanceNo, { actor: 'system', step: 'expired' });
  }
  return overdue.length;
}
