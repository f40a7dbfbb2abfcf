import { COMPANY_PAPER } from '@huimin/domain/person';
import { inParallel } from '../../coordination/in-parallel.ts';
import type { Query } from '../../db/database.ts';
import type { StoredMember } from '../insured/index.ts';
import { orderById, peopleInTheWay } from '../order/index.ts';
import { payFromDeposit, raiseAlert } from '../payment/index.ts';
import { type BillRow, leasePaidBill, moveBill, releaseBill } from './bill-store.ts';
import type { GroupDependencies } from './group-deps.ts';
import { type GroupRow, groupDetails, lockGroup, moveGroup } from './group-store.ts';
import { groupPersonDetails, movePeople, PERSON_COLUMNS, type PersonRow } from './people-store.ts';
import { planOfGroup } from './plan-of-group.ts';

const LEASE_MS = 120_000;
const PER_ROUND = 200;
const WIDTH = 20;
/** While residents stand in line: so few at a time, that it goes on and nobody in front of a screen waits for it. */
const GIVING_WAY = { perRound: 10, width: 1, pauseMs: 2_000 };
/** Somebody else's unpaid order holds the person: it is paid or closed within half an hour. */
const HELD_PAUSE_MS = 5 * 60_000;
/** Policies follow their payments by a job; looked at again so soon. */
const ISSUE_PAUSE_MS = 2_000;

/**
 * Goes on with one paid bill: each of its people becomes an order of their own, claimed and saved like any other, and is
 * paid from the company's deposit; the policy follows as it does for every paid order. Who has cover meanwhile is
 * dropped, and the premium stays in the deposit. Returns 1 when there was a bill.
 */
export async function chargeDueBill(deps: GroupDependencies): Promise<number> {
  const { query } = deps.database;
  const nowMs = deps.clock.now();
  const bill = await leasePaidBill(query, nowMs, LEASE_MS);
  if (!bill) return 0;
  const group = await begin(deps, bill, nowMs);
  const pace = (await deps.residentsWait()) ? GIVING_WAY : { perRound: PER_ROUND, width: WIDTH, pauseMs: 0 };
  const due = await peopleToCharge(query, bill, nowMs, pace.perRound);
  const reference = await bankReferenceOf(query, group);
  let isOtherPremium = false;
  await inParallel(
    due,
    pace.width,
    (person) => charge(deps, group, person, { ...reference, unitFen: bill.unit_fen }),
    (person, error) => {
      isOtherPremium ||= error instanceof AnotherPremium;
      deps.log.error({ person: deps.numbers.groupPersonNo(person.id), problem: String(error) }, 'not insured yet');
    },
  );
  if (isOtherPremium) await tellAnotherPremium(deps, group, bill);
  await takeOver(query, bill);
  if (due.length === pace.perRound) {
    await releaseBill(query, bill, deps.clock.now() + pace.pauseMs);
    // The next round comes by itself, not at once.
    return pace === GIVING_WAY ? 0 : 1;
  }
  const isDone = await end(deps, bill, group);
  if (!isDone) await releaseBill(query, bill, deps.clock.now() + ISSUE_PAUSE_MS);
  // Not a reason to look again at once.
  return isDone ? 1 : 0;
}

/** Nobody is charged by a bill whose price is not the product's; people decide (see `stopBill`). */
function tellAnotherPremium(deps: GroupDependencies, group: GroupRow, bill: BillRow): Promise<void> {
  const premiumFen = planOfGroup(deps, group)?.premiumFen ?? null;
  const details = { groupNo: deps.numbers.groupNo(group.id), unitFen: bill.unit_fen, premiumFen };
  const about = { kind: 'group-premium-changed', subject: String(bill.id), orderId: null, shard: null } as const;
  return raiseAlert(deps.database.query, { ...about, details }, deps.clock.now());
}

function begin(deps: GroupDependencies, bill: BillRow, nowMs: number): Promise<GroupRow> {
  return deps.database.transaction(async (query) => {
    const group = await lockGroup(query, bill.group_id);
    if (!group) throw new Error('a bill without its group');
    return (await moveGroup(deps, query, group, { event: 'IssuingStarted', actor: '系统', nowMs })) ?? group;
  });
}

async function peopleToCharge(query: Query, bill: BillRow, nowMs: number, most: number): Promise<PersonRow[]> {
  return query<PersonRow>(
    `select ${PERSON_COLUMNS} from group_people d
     where d.shard = $1 and d.bill_id = $2 and d.status = 'billed' and (d.next_try_at is null or d.next_try_at <= $3)
       and not exists (select 1 from payments p where p.shard = d.shard and p.order_id = d.order_id)
     order by d.line, d.id limit $4`,
    [bill.shard, bill.id, new Date(nowMs), most],
  );
}

/** The newest confirmed transfer: what the papers name as the payment. */
async function bankReferenceOf(query: Query, group: GroupRow): Promise<{ text: string; atMs: number }> {
  const [row] = await query<{ bank_reference: string; confirmed_at: number }>(
    `select bank_reference, confirmed_at from group_receipts
     where shard = $1 and group_id = $2 and confirmed_at is not null order by confirmed_at desc, id desc limit 1`,
    [group.shard, group.id],
  );
  if (!row) throw new Error('a bill is paid that nobody transferred for');
  return { text: row.bank_reference, atMs: row.confirmed_at };
}

/** One person: order, then payment. Safe to repeat after a crash at any point. */
async function charge(
  deps: GroupDependencies,
  group: GroupRow,
  person: PersonRow,
  reference: { readonly text: string; readonly atMs: number; readonly unitFen: number },
): Promise<void> {
  const { query } = deps.database;
  const saved = await deps.saveForGroup({
    owner: { id: group.id, shard: group.shard },
    editionCode: group.edition_code,
    planCode: group.plan_code,
    premiumFen: reference.unitFen,
    clientKey: `group-person-${person.id}`,
    agreedDocuments: person.agreed_documents ?? [],
    agentCode: group.agent_code,
    policyholder: companyAsPayer(deps, group),
    insured: insuredOf(deps, person),
  });
  if (saved === 'another-premium') {
    await tryLater(deps, person);
    throw new AnotherPremium();
  }
  if (!saved.ok) {
    const [inTheWay] = peopleInTheWay(saved);
    if (inTheWay?.state === 'insured') {
      await movePeople(query, person.shard, [person.id], 'Dropped', '已参加本年度保障，没有重复收费');
      return;
    }
    await tryLater(deps, person);
    return;
  }
  const orderId = deps.numbers.orderId(saved.value.orderNo) as bigint;
  // Of a bill that was stopped meanwhile nobody is charged: the order closes unpaid.
  const [linked] = await query(
    `update group_people set order_id = $3 where shard = $1 and id = $2 and status = 'billed' and bill_id = $4
     returning 1 as linked`,
    [person.shard, person.id, orderId, person.bill_id],
  );
  if (!linked) return;
  const order = await orderById(query, group.shard, orderId);
  if (!order) throw new Error('an order was saved but is not there');
  // Nobody agreed to pay more than the bill says.
  if (order.premium_fen !== reference.unitFen) throw new Error('the premium is not that of the bill any more');
  const payment = { reference: `${reference.text}-${deps.numbers.groupPersonNo(person.id)}`, paidAtMs: reference.atMs };
  await payFromDeposit(deps, order, payment);
}

/** The plan costs something else than the company was billed. */
class AnotherPremium extends Error {
  constructor() {
    super('the premium is not that of the bill any more');
  }
}

async function tryLater(deps: GroupDependencies, person: PersonRow): Promise<void> {
  await deps.database.query('update group_people set next_try_at = $3 where shard = $1 and id = $2', [
    person.shard,
    person.id,
    new Date(deps.clock.now() + HELD_PAUSE_MS),
  ]);
}

/** The company as the policyholder of an order. It has no phone there: nobody is the policyholder by a text message. */
function companyAsPayer(deps: GroupDependencies, group: GroupRow): StoredMember {
  const { companyName, creditCode } = groupDetails(deps, group);
  return {
    memberNo: deps.numbers.groupNo(group.id),
    id: group.id,
    personIndex: group.company_index,
    relationship: '05',
    regionCode: group.region_code,
    details: {
      name: companyName,
      idType: COMPANY_PAPER.code,
      idNumber: creditCode,
      phone: null,
      sex: 'm',
      birthDate: '1900-01-01',
      relationshipNote: null,
    },
  };
}

function insuredOf(deps: GroupDependencies, person: PersonRow): StoredMember {
  if (person.region_code === null) throw new Error('somebody agreed without a place of insurance');
  return {
    memberNo: deps.numbers.groupPersonNo(person.id),
    id: person.id,
    personIndex: person.person_index,
    relationship: '05',
    regionCode: person.region_code,
    details: groupPersonDetails(deps, person),
  };
}

/** What became of the orders: policies issued, or given up and the premium back in the deposit. */
async function takeOver(query: Query, bill: BillRow): Promise<void> {
  const rows = await query<{ id: bigint; status: number }>(
    `select d.id, o.status from group_people d join orders o on o.shard = d.shard and o.id = d.order_id
     where d.shard = $1 and d.bill_id = $2 and d.status = 'billed' and o.status >= 50`,
    [bill.shard, bill.id],
  );
  const insured = rows.filter(({ status }) => status === 50).map(({ id }) => id);
  // Given back already: the money is in the deposit again. 70 and 71 never took any.
  const dropped = rows.filter(({ status }) => [62, 70, 71].includes(status)).map(({ id }) => id);
  await movePeople(query, bill.shard, insured, 'Insured');
  await movePeople(query, bill.shard, dropped, 'Dropped', '没能承保，款项退回单位');
}

/** Ends a bill whose people are all insured or dropped. */
function end(deps: GroupDependencies, bill: BillRow, { id }: GroupRow): Promise<boolean> {
  return deps.database.transaction(async (query) => {
    const group = await lockGroup(query, id);
    const [open] = await query(
      `select 1 from group_people where shard = $1 and bill_id = $2 and status = 'billed' limit 1`,
      [bill.shard, bill.id],
    );
    if (open || !group) return false;
    const nowMs = deps.clock.now();
    if (!(await moveBill(query, bill, { from: 'paid', to: 'done', nowMs }))) return false;
    await moveGroup(deps, query, group, { event: 'Issued', actor: '系统', news: '保单已出，每人一份', nowMs });
    return true;
  });
}
