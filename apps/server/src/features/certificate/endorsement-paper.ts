import { formatDateTime } from '@huimin/domain/date';
import {
  type ChangeItem,
  type ChangeReason,
  type ChangeSubject,
  changeFieldLabel,
  changeFieldRow,
  changeReasonLabel,
  shownItem,
} from '@huimin/domain/endorsement';
import { SELF } from '@huimin/domain/order';
import { idTypeOf, maskMiddle } from '@huimin/domain/person';
import type { Query } from '../../db/database.ts';
import { type EndorsementPaperData, issueVerificationCode } from '../../papers/index.ts';
import { shardOfOrder } from '../../security/order-ids.ts';
import {
  editionOfOrder,
  type InsuredRow,
  insuredDetails,
  insuredOfOrders,
  type OrderRow,
  orderById,
  policyholderDetails,
} from '../order/index.ts';
import { VERIFICATION_PATH } from '../policy/index.ts';
import type { CertificateDependencies } from './certificate-dependencies.ts';
import { type FoundPaper, PAPER_TITLES } from './found-paper.ts';

/** A change that was made. */
interface MadeChange {
  readonly id: bigint;
  readonly orderId: bigint;
  readonly furtherOrderIds: readonly string[];
  readonly subject: ChangeSubject;
  readonly insuredId: bigint;
  readonly reason: ChangeReason;
  readonly itemsSealed: Buffer;
  readonly decidedAtMs: number;
}

const COLUMNS = `id, order_id as "orderId", further_order_ids::text[] as "furtherOrderIds", subject, insured_id as "insuredId",
  reason, items_sealed as "itemsSealed", decided_at as "decidedAtMs"`;

/** Everything that was changed of an order, or of another one along with it; the first change first. */
function madeChanges(query: Query, order: OrderRow): Promise<MadeChange[]> {
  return query<MadeChange>(
    `select ${COLUMNS} from changes
     where shard = $1 and user_id = $2 and status = 'APPROVED' and (order_id = $3 or $3 = any(further_order_ids))
     order by decided_at, id`,
    [order.shard, order.user_id, order.id],
  );
}

const itemsOf = (deps: CertificateDependencies, change: MadeChange): ChangeItem[] =>
  deps.vault.openJson<ChangeItem[]>('change', change.itemsSealed);

interface Identity {
  readonly name: string;
  readonly idType: string;
  readonly idNumber: string;
}

/** The endorsements of an order, the first one first. */
export async function endorsementsOfOrder(deps: CertificateDependencies, order: OrderRow): Promise<FoundPaper[]> {
  const changes = await madeChanges(deps.database.query, order);
  const papers = await Promise.all(changes.map((change) => paperOfChange(deps, order, change)));
  return papers.flatMap((paper) => paper ?? []);
}

/** One endorsement of an order; null where it has none of that id. The caller has checked who may see the order. */
export async function endorsementOfOrder(
  deps: CertificateDependencies,
  order: OrderRow,
  changeId: bigint,
): Promise<FoundPaper | null> {
  const change = (await madeChanges(deps.database.query, order)).find(({ id }) => id === changeId);
  return change ? paperOfChange(deps, order, change) : null;
}

/** The order that a change was made of, for what is known by the change alone: a link, a code. */
export async function orderOfChange(deps: CertificateDependencies, changeId: bigint): Promise<OrderRow | null> {
  const { query } = deps.database;
  const shard = shardOfOrder(changeId);
  const [change] = await query<{ orderId: bigint }>(
    `select order_id as "orderId" from changes where shard = $1 and id = $2 and status = 'APPROVED'`,
    [shard, changeId],
  );
  return change ? orderById(query, shard, change.orderId) : null;
}

async function paperOfChange(
  deps: CertificateDependencies,
  asked: OrderRow,
  change: MadeChange,
): Promise<FoundPaper | null> {
  const data = await endorsementData(deps, asked, change);
  if (!data) return null;
  const { voided } = data;
  return {
    paper: 'endorsement',
    id: change.id,
    position: null,
    policyNo: null,
    changeNo: data.changeNumber,
    title: PAPER_TITLES.endorsement,
    insuredName: data.name,
    state: voided ? 'void' : 'ready',
    voided: voided ? { at: formatDateTime(voided.voidedAtMs), reason: voided.reason } : null,
    fileName: `${data.productName} 批单 ${data.endorsementNumber}.pdf`,
    drawing: () => ({ kind: 'endorsement', data }),
  };
}

/** What an endorsement says. It tells who somebody was when it was made, whatever was changed since. */
async function endorsementData(
  deps: CertificateDependencies,
  asked: OrderRow,
  change: MadeChange,
): Promise<EndorsementPaperData | null> {
  const { query } = deps.database;
  const order = asked.id === change.orderId ? asked : await orderById(query, asked.shard, change.orderId);
  const edition = order && editionOfOrder(deps.editions, order);
  if (!order || !edition) return null;
  const { document } = edition;
  const people = await insuredOfOrders(query, order.shard, [order.id]);
  const row = people.find(({ id }) => id === change.insuredId) ?? null;
  const later = (await madeChanges(query, order)).filter(
    ({ id, decidedAtMs }) => decidedAtMs > change.decidedAtMs || (decidedAtMs === change.decidedAtMs && id > change.id),
  );
  const payer = asItWas(deps, policyholderDetails(deps, order), null, people, later);
  const person = row === null ? payer : asItWas(deps, insuredDetails(deps, row), row, people, later);
  const policies = await issuedPolicies(query, order, change);
  const code = issueVerificationCode({ kind: 'endorsement', version: 0, id: change.id }, deps.paperKey);
  const isVoid = policies.length > 0 && policies.every(({ cancelledAtMs }) => cancelledAtMs !== null);
  return {
    isDemonstration: document.isDemonstration,
    productName: document.proName,
    productFullName: document.recordFilingName,
    endorsementNumber: deps.numbers.endorsementNo(change.id),
    changeNumber: deps.numbers.changeNo(change.id),
    orderNumber: deps.numbers.orderNo(order.id),
    policyNumbers: policies.map(({ id }) => deps.numbers.policyNo(id)),
    furtherOrders: change.furtherOrderIds.length,
    coverageStartsOn: document.validDate,
    coverageEndsOn: document.invalidDate,
    policyholderName: payer.name,
    subject: change.subject === 'payer' ? '投保人' : '被保险人',
    name: person.name,
    idTypeName: idTypeOf(person.idType)?.label ?? '',
    idNumber: maskMiddle(person.idNumber),
    reason: changeReasonLabel(change.reason),
    items: itemsOf(deps, change).map((item) => {
      const { label, before, after } = shownItem(item);
      return { label, before, after };
    }),
    decidedAtMs: change.decidedAtMs,
    insurerName: document.insuranceCompany.find((company) => company.lead)?.name ?? '',
    servicePhone: document.tel,
    verificationUrl: `${deps.publicOrigin}${VERIFICATION_PATH}/${code}`,
    verificationCode: code,
    countsLikePaper: deps.signing?.counts === true && !document.isDemonstration,
    ...(isVoid
      ? { voided: { voidedAtMs: Math.max(...policies.map((one) => one.cancelledAtMs ?? 0)), reason: '已退保' } }
      : {}),
  };
}

interface IssuedPolicy {
  readonly id: bigint;
  readonly cancelledAtMs: number | null;
}

/** The policies that a change belongs to: of the insured person, or for the payer all of the order. */
function issuedPolicies(query: Query, order: OrderRow, change: MadeChange): Promise<IssuedPolicy[]> {
  return query<IssuedPolicy>(
    `select id, cancelled_at as "cancelledAtMs" from policies
     where shard = $1 and order_id = $2 and issued_at is not null and ($3::bigint is null or id = $3) order by id`,
    [order.shard, order.id, change.subject === 'payer' ? null : change.insuredId],
  );
}

/** Who somebody (null: the payer) was before these changes. A payer who is insured is one person with two rows. */
function asItWas(
  deps: CertificateDependencies,
  now: Identity,
  row: InsuredRow | null,
  people: readonly InsuredRow[],
  later: readonly MadeChange[],
): Identity {
  const isPayer = (id: bigint) => id === 0n || people.find((one) => one.id === id)?.relationship === SELF;
  const own = later.filter(({ insuredId }) =>
    row === null || row.relationship === SELF ? isPayer(insuredId) : insuredId === row.id,
  );
  const before = own
    .toReversed()
    .flatMap((change) => itemsOf(deps, change).filter(({ field }) => changeFieldRow(field).class === 'identity'))
    .map(({ field, before: value }) => [field, value]);
  return { ...now, ...Object.fromEntries(before) };
}

/** What an endorsement's code tells anybody: what was changed, and nothing of what it was or is. */
export async function endorsementPublicFacts(deps: CertificateDependencies, order: OrderRow, changeId: bigint) {
  const change = (await madeChanges(deps.database.query, order)).find(({ id }) => id === changeId);
  const data = change && (await endorsementData(deps, order, change));
  if (!data) return null;
  const labels = itemsOf(deps, change).map(({ field }) => changeFieldLabel(field));
  return { data, changed: `${data.subject}的${labels.join('、')}` };
}
