import type { Calls, ChangeValue, InputOf } from '@huimin/contract';
import { addYears, endOfDayMs } from '@huimin/domain/date';
import type { ChangeSubject } from '@huimin/domain/endorsement';
import type { Query } from '../../db/database.ts';
import { type CallRequest, fail, type Handler, ok, type Reply } from '../../http/handler.ts';
import { accountPhone } from '../account/index.ts';
import { identityProofs } from '../identity/index.ts';
import { orderById } from '../order/index.ts';
import { FILES_GONE, giveFiles, keepFilesUntil } from '../uploads/index.ts';
import { type Carried, carryOut, identityInTheWay } from './apply-change.ts';
import {
  type ChangeableOrder,
  describeOrder,
  indexOfPerson,
  presentPerson,
  whyNotOffered,
  whyPayerStays,
  whyPolicyStays,
} from './change-context.ts';
import type { ChangeDependencies } from './change-deps.ts';
import { withItems } from './change-items.ts';
import { decidedTogether, moved } from './change-moves.ts';
import { type ChangeRow, changeById, changeOfOwner, holdOrders, openChangesOf } from './change-store.ts';
import { changeViews, itemsOf } from './change-view.ts';
import { CODES_SAVEPOINT, confirmCodes } from './confirm-codes.ts';
import { evaluate } from './evaluate-change.ts';

type Confirmation = InputOf<Calls['updateInsurant']>;

const NOT_FOUND = '没有找到这份申请，请重新填写';
const KEPT_YEARS = 5;

/** Hands a prepared change in: done at once where the rules allow it, else for a person to look at. */
export function handInChange(deps: ChangeDependencies, subject: ChangeSubject): Handler<Calls['updateInsurant']> {
  return async (input, request) => {
    const id = deps.numbers.changeId(input.changeNo);
    const change = id === null ? null : await changeOfOwner(deps.database.query, request.user, id);
    if (!change || change.subject !== subject) return fail('not-found', NOT_FOUND);
    const phone = await accountPhone(deps, request.user);
    const decided = await decidedTogether(deps, (query) => decide(deps, query, change, input, request, phone));
    return decided.ok ? viewOfChange(deps, request, change.id) : decided;
  };
}

/** A change of the asker's as it stands now. */
export async function viewOfChange(
  deps: ChangeDependencies,
  request: Pick<CallRequest, 'user'>,
  changeId: bigint,
): Promise<Reply<ChangeValue>> {
  const { query } = deps.database;
  const change = await changeOfOwner(query, request.user, changeId);
  const order = change && (await orderById(query, change.shard, change.orderId));
  if (!change || !order) return fail('not-found', NOT_FOUND);
  const context = await describeOrder(deps, query, order);
  if (!context.ok) return context;
  const [view] = await changeViews(deps, context.value, [change]);
  return view ? ok(view) : fail('not-found', NOT_FOUND);
}

async function decide(
  deps: ChangeDependencies,
  query: Query,
  found: ChangeRow,
  input: Confirmation,
  request: CallRequest,
  phone: string,
): Promise<Reply<null>> {
  const held = await heldChange(deps, query, found);
  if (!held.ok) return held;
  const { change, carried } = held.value;
  if (change.status !== 'DRAFT') return ok(null);
  const notOffered = whyNotOffered(carried.context.edition, change.subject);
  if (notOffered !== null) return fail('switched-off', notOffered);
  const likely = evaluate(carried, input.proofToken !== undefined);
  if (likely.way === 'refused') return fail('order-state', likely.why);
  if (likely.way === 'review' && !input.fileIds) return papersMissing();
  const confirmed = await tryCodes(deps, query, carried, input, phone);
  if (!confirmed.ok) return confirmed;
  const done = await handOver(deps, query, held.value, input, request);
  // The codes were right and stay good for the next try.
  if (!done.ok) await query(`rollback to savepoint ${CODES_SAVEPOINT}`);
  return done;
}

/** What follows once the person has confirmed: the proof, the papers, the change itself. */
async function handOver(
  deps: ChangeDependencies,
  query: Query,
  { change, carried }: HeldChange,
  input: Confirmation,
  request: CallRequest,
): Promise<Reply<null>> {
  const proven = await isProven(deps, query, carried, input, request);
  if (!proven.ok) return proven;
  const { way } = evaluate(carried, proven.value);
  if (way === 'review') {
    const open = await openChangesOf(query, change.shard, change.orderId);
    if (open.some((other) => other.insuredId === change.insuredId)) {
      return fail('order-state', '已经有一份更正正在审核。请等结果，或者先撤回它');
    }
    if (!input.fileIds) return papersMissing();
  }
  if (input.fileIds && !(await giveFiles(deps, query, change, input.fileIds, change.id))) {
    return refusedField('fileIds', FILES_GONE);
  }
  const isAtOnce = way === 'at-once';
  if (isAtOnce) {
    await carryOut(deps, query, carried, change.furtherOrderIds);
    await keepFilesUntil(query, change.shard, change.id, papersKeptUntil(carried.context));
  }
  const move = isAtOnce
    ? ({ event: 'DoneAtOnce', byWhom: 'rules', note: null, isTold: true } as const)
    : ({ event: 'HandedIn', byWhom: 'user', note: null, isTold: false } as const);
  if (!(await moved(deps, query, change, move))) throw new Error('a draft cannot move');
  return ok(null);
}

function papersMissing(): Reply<never> {
  return refusedField('fileIds', '请上传证件照片，审核要对照');
}

export interface HeldChange {
  readonly change: ChangeRow;
  readonly carried: Carried;
}

/**
 * Holds a change's orders and reads everything anew: what was refunded, changed or decided in the meantime is seen, and
 * what comes later waits.
 */
export async function heldChange(
  deps: ChangeDependencies,
  query: Query,
  { shard, id, orderId, furtherOrderIds }: ChangeRow,
): Promise<Reply<HeldChange>> {
  await holdOrders(query, shard, [orderId, ...furtherOrderIds]);
  const change = await changeById(query, shard, id);
  const order = await orderById(query, shard, orderId);
  if (!change || !order) return fail('not-found', NOT_FOUND);
  const described = await describeOrder(deps, query, order);
  if (!described.ok) return described;
  const context = described.value;
  const row = change.subject === 'payer' ? null : context.people.find((person) => person.id === change.insuredId);
  if (row === undefined) return fail('not-found', NOT_FOUND);
  const items = itemsOf(deps, change);
  const before = presentPerson(deps, context, row);
  const settled = change.status !== 'DRAFT' && change.status !== 'REVIEWING' && change.status !== 'PAPERS_WANTED';
  const after = settled ? before : withItems(before, items);
  if (after === null) return fail('order-state', '信息在这期间已经变了，请重新填写');
  const carried = { context, row, items, before, after };
  if (settled) return ok({ change, carried });
  const stays =
    row === null ? whyPayerStays(context) : whyPolicyStays(context.policies.find(({ id }) => id === row.id));
  if (stays !== null) return fail('order-state', stays);
  const free = await identityInTheWay(deps, query, carried);
  return free.ok ? ok({ change, carried }) : free;
}

async function isProven(
  deps: ChangeDependencies,
  query: Query,
  { row, after }: Carried,
  input: Confirmation,
  request: CallRequest,
): Promise<Reply<boolean>> {
  if (input.proofToken === undefined) return ok(false);
  const purpose = row === null ? 'change-payer' : 'correct-identity';
  const wanted = {
    purpose,
    userId: request.user.id,
    personIndex: indexOfPerson(deps, after),
    name: after.name,
  } as const;
  const proof = await identityProofs(deps).consume(input.proofToken, wanted, query);
  return proof ? ok(true) : fail('order-state', '身份核验已经过期，或者核验的不是这个人。请重新核验');
}

/** The codes that a change takes. Whoever proved to be the payer needs none from the old phone. */
async function tryCodes(
  deps: ChangeDependencies,
  query: Query,
  { row, items }: Carried,
  input: Confirmation,
  phone: string,
): Promise<Reply<null>> {
  const newPhone = row === null ? items.find(({ field }) => field === 'phone')?.after : null;
  const fromLogin = !(input.proofToken !== undefined && row === null);
  if (fromLogin && input.code === undefined) return refusedField('code', '请填写短信里的 6 位数字');
  if (newPhone && input.newPhoneCode === undefined) {
    return refusedField('newPhoneCode', '请填写新手机号收到的 6 位数字');
  }
  return confirmCodes(deps, query, [
    ...(newPhone ? [{ phone: newPhone, purpose: 'change-contact' as const, code: input.newPhoneCode ?? '' }] : []),
    ...(fromLogin ? [{ phone, purpose: 'change' as const, code: input.code ?? '' }] : []),
  ]);
}

function refusedField(path: string, message: string): Reply<never> {
  return fail('bad-input', message, { fields: [{ path, message }] });
}

/** Papers of a change that was made are kept as long as the records of the contract. */
export function papersKeptUntil({ edition }: ChangeableOrder): number {
  return endOfDayMs(addYears(edition.document.invalidDate, KEPT_YEARS));
}
