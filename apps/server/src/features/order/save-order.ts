import { hash } from 'node:crypto';
import type { Calls, InputOf } from '@huimin/contract';
import { formatDateTime } from '@huimin/domain/date';
import { premiumTotalFen } from '@huimin/domain/money';
import { checkOrderDraft, isOrderStatus, missingDetails, ORDER_STATUS, SELF } from '@huimin/domain/order';
import { maskName } from '@huimin/domain/person';
import { type PurchaseFlow, pauseOfRegion, pauseSentence, planOf, whyStandsStill } from '@huimin/domain/product';
import type { Core } from '../../core.ts';
import { type CallRequest, fail, type Handler, ok, type Reply } from '../../http/handler.ts';
import { positionId } from '../../security/order-ids.ts';
import { accountPhone, accountStaysOpen } from '../account/index.ts';
import { assistanceOrdered } from '../assisted-sale/index.ts';
import type { EditionStore, LoadedEdition } from '../configuration/index.ts';
import { freeAbandonedClaims, type LoadMembers, type StoredMember } from '../insured/index.ts';
import { inTurn } from './in-turn.ts';
import {
  claimHolders,
  claimPersons,
  insuredOfOrders,
  type NewOrder,
  type OrderRow,
  orderByClientKey,
  releaseClaims,
  type saveOrders,
} from './order-store.ts';
import type { PurchaseLine } from './purchase-line.ts';
import { openWay, type PurchaseWay, purchaseWay } from './purchase-way.ts';

export interface SaveOrderDependencies extends Core {
  readonly editions: EditionStore;
  readonly loadMembers: LoadMembers;
  readonly saveKind: ReturnType<typeof saveOrders>;
  /** Whether this visit is being recorded; asked only where the edition sells nothing that is not. */
  readonly isBeingRecorded: (trace: string | null, userId: bigint) => Promise<boolean>;
  /** Residents who buy by themselves go through it. */
  readonly line: PurchaseLine;
}

/** Unpaid orders close this long after they were saved. */
export const PAYMENT_WINDOW_MS = 30 * 60_000;
/**
 * Claims outlive the payment window by a day: they are released when the order closes, and only a server that was
 * down all that time lets them lapse.
 */
const CLAIM_MARGIN_MS = 24 * 3_600_000;
/** The money of a company's order is there; it ends only where nobody goes on with it. */
const GROUP_WINDOW_MS = 366 * 24 * 3_600_000;

/** What writing an order needs, whoever asked for it. */
export type WritesOrders = Omit<SaveOrderDependencies, 'loadMembers' | 'isBeingRecorded' | 'line'>;

type Input = InputOf<Calls['saveOrder']>;
/** What is saved for whom, whoever chose the people. */
export type OrderWish = Omit<Input, 'policyholderMemberId' | 'insuredMemberIds'>;
export interface Asker {
  readonly user: Pick<CallRequest['user'], 'id' | 'shard'>;
  /** Asked when everybody is claimed, before the order is written. */
  readonly mayStillSave?: () => Promise<Reply<null>>;
}
export type Saved = {
  orderNo: string;
  premiumFen: number;
  insuredCount: number;
  expiresAt: string;
  expiresAtMs: number;
};

/**
 * Saves an order: checks, claims every person for the edition, then transaction A. Repeating with the same client key
 * answers the same order, whether the repeats come one after another or at once.
 */
export function saveOrder(deps: SaveOrderDependencies): Handler<Calls['saveOrder']> {
  return async (input, request) => {
    const who = { id: request.user.id, ticket: input.lineTicket };
    return inTurn(deps.line, who, () => saveOnce(deps, input, request));
  };
}

async function saveOnce(deps: SaveOrderDependencies, input: Input, request: CallRequest): Promise<Reply<Saved>> {
  const saved = await saveAsAsked(deps, input, request);
  if (saved.ok) return saved;
  // The sale may have ended, a document or the family may have changed since the order was saved: it stands.
  const earlier = await orderByClientKey(deps.database.query, request.user, input.clientKey);
  return earlier ? savedBefore(deps, earlier) : saved;
}

async function saveAsAsked(deps: SaveOrderDependencies, input: Input, request: CallRequest): Promise<Reply<Saved>> {
  const edition = deps.editions.edition(input.productId);
  if (!edition) return fail('not-found', '没有这个产品，请从首页重新进入');
  const nowMs = deps.clock.now();
  const flow = openWay(edition, input, nowMs);
  if (flow === null) return fail('not-on-sale');
  if (edition.pauses.length > 0) {
    const refused = await refusedWhileStopped(deps, edition, input, request, { flow, nowMs });
    if (refused) return refused;
  }
  const changed = changedDocument(edition, input);
  if (changed) return fail('documents-changed', `《${changed}》有更新，请重新读完再付款`);
  const traceId = request.recordId ?? input.traceId ?? null;
  if (edition.document.recordingRequired && !(await deps.isBeingRecorded(traceId, request.user.id))) {
    return fail('recording-required');
  }
  const people = await peopleOf(deps, edition, input, request, nowMs);
  if (!people.ok) return people;
  const { insured } = people.value;
  const way = await wayOf(deps, edition, input, request, { flow, insured, nowMs });
  if (!way.ok) return way;
  const wish = traceId === null ? input : { ...input, traceId };
  const { user } = request;
  const mayStillSave = () => accountStaysOpen(deps, user);
  const saved = await claimAndSave(deps, edition, wish, { user, mayStillSave }, people.value, way.value);
  if (saved.ok && way.value.assistanceNo) await tellOutlet(deps, way.value.assistanceNo, saved.value.orderNo);
  return saved;
}

function wayOf(
  deps: SaveOrderDependencies,
  edition: LoadedEdition,
  input: Input,
  { user, session }: CallRequest,
  at: { readonly flow: PurchaseFlow; readonly insured: readonly StoredMember[]; readonly nowMs: number },
): Promise<Reply<PurchaseWay>> {
  return purchaseWay(deps, { ...at, edition, input, user, openId: session?.openId ?? null });
}

/**
 * Why nothing can be saved for these people while the sale stands still somewhere; null where it goes on for them. What will be
 * true afterwards as well is said first: nobody is to wait for what they will not get.
 */
async function refusedWhileStopped(
  deps: SaveOrderDependencies,
  edition: LoadedEdition,
  input: Input,
  request: CallRequest,
  { flow, nowMs }: { readonly flow: PurchaseFlow; readonly nowMs: number },
): Promise<Reply<never> | null> {
  const people = await peopleOf(deps, edition, input, request, nowMs);
  if (!people.ok) return people;
  const { insured } = people.value;
  const all = whyStandsStill(edition.pauses);
  const some = all ?? whoIsPaused(edition, insured);
  if (some === null) return null;
  const personIndexes = insured.map((member) => member.personIndex);
  const holders = await claimHolders(deps.database.query, edition.code, personIndexes);
  const covered = insured.filter(({ personIndex }) =>
    holders.some((row) => row.person_index.equals(personIndex) && row.expires_at === Number.POSITIVE_INFINITY),
  );
  if (covered.length > 0) return refusedPeople(deps, edition.code, covered, request);
  const way = await wayOf(deps, edition, input, request, { flow, insured, nowMs });
  if (!way.ok) return way;
  return fail(all === null ? 'switched-off' : 'not-on-sale', some);
}

/** The order stands; the outlet's screen follows. */
async function tellOutlet(deps: SaveOrderDependencies, assistanceNo: string, orderNo: string): Promise<void> {
  const orderId = deps.numbers.orderId(orderNo);
  if (orderId !== null) await assistanceOrdered(deps, assistanceNo, orderId);
}

export interface People {
  readonly policyholder: StoredMember;
  readonly insured: readonly StoredMember[];
}

async function peopleOf(
  deps: SaveOrderDependencies,
  edition: LoadedEdition,
  input: Input,
  request: CallRequest,
  nowMs: number,
): Promise<Reply<People>> {
  const memberNos = [...new Set([input.policyholderMemberId, ...input.insuredMemberIds])];
  if (new Set(input.insuredMemberIds).size !== input.insuredMemberIds.length) {
    return fail('bad-input', '同一个人只能选一次', {
      fields: [{ path: 'insuredMemberIds', message: '同一个人只能选一次' }],
    });
  }
  const members = await deps.loadMembers(request.user, memberNos);
  const kept = members.get(input.policyholderMemberId);
  // The phone verified at login stands in where none was typed for oneself.
  const policyholder = kept && {
    ...kept,
    details: { ...kept.details, phone: kept.details.phone ?? (await accountPhone(deps, request.user)) },
  };
  const insured = input.insuredMemberIds.flatMap((memberNo) => members.get(memberNo) ?? []);
  if (!policyholder || insured.length !== input.insuredMemberIds.length) {
    return fail('not-found', '所选家人已不在名单里，请重新选择');
  }
  if (policyholder.relationship !== SELF) {
    return fail('bad-input', '缴费人要是您本人，请先添加本人信息', {
      fields: [{ path: 'policyholderMemberId', message: '缴费人要是您本人' }],
    });
  }
  return checkedPeople(edition, { policyholder, insured }, nowMs);
}

/** The same people, or what is wrong with the first of them. */
export function checkedPeople(edition: LoadedEdition, people: People, nowMs: number): Reply<People> {
  const { policyholder, insured } = people;
  const problems = checkOrderDraft(
    {
      payer: { ...policyholder.details, phone: policyholder.details.phone ?? undefined },
      insured: insured.map((member) => ({
        ...member.details,
        phone: member.details.phone ?? undefined,
        relationship: member.relationship,
        regionCode: member.regionCode,
      })),
    },
    { nowMs, maxInsured: edition.document.maxInsuredPerOrder },
  );
  const [first] = problems;
  if (first) {
    const name = first.reason === 'minor-payer' ? 'adult-required' : 'bad-input';
    return fail(name, first.message, { fields: problems.map(({ path, message }) => ({ path, message })) });
  }
  const lacking = insured.find((member) => isLacking(member, nowMs));
  if (lacking) return fail('bad-input', `${lacking.details.name}的信息还不全，请先在家人名单里补上`);
  return ok(people);
}

/** Whose city sells nothing for the moment, as a sentence; null where everybody can be insured. */
function whoIsPaused(edition: LoadedEdition, insured: readonly StoredMember[]): string | null {
  for (const pause of edition.pauses) {
    const names = insured
      .filter(({ regionCode }) => pauseOfRegion(edition.pauses, regionCode) === pause)
      .map(({ details }) => details.name);
    if (names.length > 0) return `${pauseSentence(pause)}。${names.join('、')}请到那时再办，其他家人现在可以先办`;
  }
  return null;
}

/** Whether something has to be filled in first; the phone verified at login stands in for one's own. */
function isLacking(member: StoredMember, nowMs: number): boolean {
  const { details, relationship, regionCode } = member;
  const kept = { ...details, relationship, regionCode, guardianConsent: details.guardianConsent === true };
  return missingDetails(kept, nowMs).some((detail) => detail !== 'phone');
}

/**
 * Title of a document that has to be read and was not, or in another version, or that may not be shown yet; null when all
 * were.
 */
export function changedDocument(edition: LoadedEdition, input: Pick<Input, 'agreedDocuments'>): string | null {
  const [withheld] = edition.withheld;
  if (withheld !== undefined) return withheld;
  const agreed = new Map(input.agreedDocuments.map((entry) => [entry.key, entry.version]));
  for (const document of edition.documents.values()) {
    if (document.required && agreed.get(document.key) !== document.version) return document.title;
  }
  return null;
}

/** Every person claimed, then transaction A. */
export async function claimAndSave(
  deps: WritesOrders,
  edition: LoadedEdition,
  input: OrderWish,
  request: Asker,
  people: People,
  way: PurchaseWay,
): Promise<Reply<Saved>> {
  const plan = planOf(edition.document, input.planCode);
  if (!plan) return fail('not-found', '没有这个方案，请返回首页重新选择');
  const now = deps.clock.now();
  const expiresAtMs = now + (way.forGroup ? GROUP_WINDOW_MS : PAYMENT_WINDOW_MS);
  const claim = {
    // With the edition: one key of theirs, used for two of them, must not hold in both what one order stands for.
    claimKey: hash('sha256', `${request.user.id}/${edition.code}/${input.clientKey}`, 'buffer').subarray(0, 16),
    editionCode: edition.code,
    personIndexes: people.insured.map((member) => member.personIndex),
  };
  const take = () =>
    deps.groupCommit.write(claimPersons, {
      ...claim,
      userId: request.user.id,
      claimedAt: new Date(now),
      expiresAt: new Date(expiresAtMs + CLAIM_MARGIN_MS),
    });
  let refused = await take();
  if (refused.length > 0) {
    const inTheWay = refused.map((position) => claim.personIndexes[position] as Buffer);
    const freed = await freeAbandonedClaims(deps.database.query, edition.code, inTheWay, now);
    if (freed.length > 0) refused = await take();
  }
  if (refused.length > 0) {
    await releaseUnused(deps, claim, await orderByClientKey(deps.database.query, request.user, input.clientKey));
    return refusedPeople(
      deps,
      edition.code,
      refused.map((position) => people.insured[position] as StoredMember),
      request,
    );
  }
  const may = request.mayStillSave ? await request.mayStillSave() : ok(null);
  if (!may.ok) {
    await releaseUnused(deps, claim, await orderByClientKey(deps.database.query, request.user, input.clientKey));
    return may;
  }
  const order = newOrder(deps, { edition, plan, input, request, people, way, claim, now, expiresAtMs });
  if (await deps.groupCommit.write(deps.saveKind, order))
    return ok(savedView(deps, order.id, order.premiumFen, order.insured.length, order.expiresAt.getTime()));
  const earlier = await orderByClientKey(deps.database.query, request.user, input.clientKey);
  if (!earlier) throw new Error('the client key was taken but its order is not there');
  await releaseUnused(deps, claim, earlier);
  return savedBefore(deps, earlier);
}

/** Gives back what this request claimed beyond the order that already carries its client key. */
async function releaseUnused(
  deps: Core,
  claim: { claimKey: Buffer; editionCode: string; personIndexes: readonly Buffer[] },
  earlier: OrderRow | null,
): Promise<void> {
  const { query } = deps.database;
  const holds = earlier?.edition_code === claim.editionCode && holdsClaims(earlier);
  const kept = holds ? await insuredOfOrders(query, earlier.shard, [earlier.id]) : [];
  const unused = claim.personIndexes.filter((index) => !kept.some((row) => row.person_index.equals(index)));
  await releaseClaims(query, { ...claim, personIndexes: unused });
}

interface OrderParts {
  readonly edition: LoadedEdition;
  readonly plan: { code: string; premiumFen: number };
  readonly input: OrderWish;
  readonly request: Asker;
  readonly people: People;
  readonly way: PurchaseWay;
  readonly claim: { claimKey: Buffer };
  readonly now: number;
  readonly expiresAtMs: number;
}

function newOrder(deps: Core, parts: OrderParts): NewOrder {
  const { edition, plan, input, request, people, way, now } = parts;
  const id = deps.orderIds.next(request.user.shard);
  return {
    shard: request.user.shard,
    id,
    userId: request.user.id,
    clientKey: input.clientKey,
    claimKey: parts.claim.claimKey,
    editionCode: edition.code,
    editionYear: edition.document.editionYear,
    planCode: plan.code,
    unitPremiumFen: plan.premiumFen,
    premiumFen: premiumTotalFen(plan.premiumFen, people.insured.length),
    policyholderSealed: deps.vault.sealJson('policyholder', people.policyholder.details),
    policyholderIndex: people.policyholder.personIndex,
    agreedDocuments: input.agreedDocuments,
    // Agreed to when paying, as a contract of its own.
    automaticReapplication: false,
    attribution: way.attribution,
    traceId: input.traceId ?? null,
    flow: way.flow,
    coverFrom: way.coverFrom,
    assistanceNo: way.assistanceNo,
    kind: way.forGroup ? 'group' : 'purchase',
    createdAt: new Date(now),
    expiresAt: new Date(parts.expiresAtMs),
    insured: people.insured.map((member, index) => ({
      id: positionId(id, index + 1),
      personIndex: member.personIndex,
      detailsSealed: deps.vault.sealJson('insured', member.details),
      relationship: member.relationship,
      regionCode: member.regionCode,
      sex: member.details.sex,
      birthYear: Number(member.details.birthDate.slice(0, 4)),
    })),
  };
}

function savedView(deps: Core, orderId: bigint, premiumFen: number, insuredCount: number, expiresAtMs: number): Saved {
  return {
    orderNo: deps.numbers.orderNo(orderId),
    premiumFen,
    insuredCount,
    expiresAt: formatDateTime(expiresAtMs),
    expiresAtMs,
  };
}

/** Until its policies are issued; then they are cover, which is not given back here, or free again after a refund. */
const HOLDING: readonly number[] = [
  ORDER_STATUS.awaitingPayment,
  ORDER_STATUS.paymentUnderWay,
  ORDER_STATUS.paid,
  ORDER_STATUS.issuing,
];

function holdsClaims(order: OrderRow): boolean {
  return HOLDING.includes(order.status);
}

function isClosed(order: OrderRow): boolean {
  return order.status === ORDER_STATUS.cancelled || order.status === ORDER_STATUS.expired;
}

function savedBefore(deps: Core, order: OrderRow): Reply<Saved> {
  if (isClosed(order) || !isOrderStatus(order.status)) {
    return fail('order-state', '这笔订单已经关闭，请重新提交', { orderNo: deps.numbers.orderNo(order.id) });
  }
  return ok(savedView(deps, order.id, order.premium_fen, order.insured_count, order.expires_at));
}

/** Who cannot be insured by this order: covered already, or held by an order that waits for payment. */
export interface RefusedPerson {
  readonly memberId: string;
  readonly name: string;
  readonly state: 'insured' | 'own-order' | 'other-order';
}

/** Says who is in the way and what to do: covered already, or held by an order that waits for payment. */
async function refusedPeople(
  deps: Core,
  editionCode: string,
  refused: readonly StoredMember[],
  request: Asker,
): Promise<Reply<never>> {
  const holders = await claimHolders(
    deps.database.query,
    editionCode,
    refused.map((member) => member.personIndex),
  );
  const people: RefusedPerson[] = refused.map((member) => {
    const holder = holders.find((row) => row.person_index.equals(member.personIndex));
    const covered = holder?.expires_at === Number.POSITIVE_INFINITY;
    const own = holder?.user_id === request.user.id;
    return {
      memberId: member.memberNo,
      name: member.details.name,
      state: covered ? 'insured' : own ? 'own-order' : 'other-order',
    };
  });
  const [first] = people;
  const name = first?.state === 'other-order' ? maskName(first.name) : (first?.name ?? '');
  const message =
    first?.state === 'insured'
      ? `${name}已参加本年度保障，无需重复投保`
      : first?.state === 'own-order'
        ? `${name}有一笔未付款的订单，请先去付款或者取消`
        : `${name}正在由其他家人参保，请先问一下家人`;
  return fail('already-insured', message, { people });
}
