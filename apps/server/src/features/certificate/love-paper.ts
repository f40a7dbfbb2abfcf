import type { LoveCertificateValue } from '@huimin/contract';
import { beijingDateTime } from '@huimin/domain/date';
import { ORDER_STATUS } from '@huimin/domain/order';
import { type Drawing, issueVerificationCode } from '../../papers/index.ts';
import { positionId } from '../../security/order-ids.ts';
import { insuredOfOrders, type OrderRow } from '../order/index.ts';
import { VERIFICATION_PATH } from '../policy/index.ts';
import { shareCodeOfUser } from '../sharing/index.ts';
import type { CertificateDependencies } from './certificate-dependencies.ts';
import {
  countsOfOrders,
  type LoveCounts,
  type LoveRow,
  loveOfOrder,
  lovesOfOrders,
  NICKNAME_PURPOSE,
} from './love-store.ts';
import { paperLink } from './paper-link.ts';

/** Everything a love certificate is made from. */
interface LoveFacts {
  readonly order: OrderRow;
  /** Null until its owner has made one. */
  readonly love: LoveRow | null;
  readonly counts: LoveCounts | null;
  /** Relationships of the insured to the giver. */
  readonly relationships: readonly string[];
}

/** The facts of some orders of one person. */
export async function loveFacts(deps: CertificateDependencies, orders: readonly OrderRow[]): Promise<LoveFacts[]> {
  const [first] = orders;
  if (!first) return [];
  const { query } = deps.database;
  const ids = orders.map(({ id }) => id);
  const [loves, counts, insured] = await Promise.all([
    lovesOfOrders(query, first.shard, ids),
    countsOfOrders(query, first.shard, ids),
    insuredOfOrders(query, first.shard, ids),
  ]);
  return orders.map((order) => ({
    order,
    love: loves.find((one) => one.order_id === order.id) ?? null,
    counts: counts.find((one) => one.order_id === order.id) ?? null,
    relationships: insured.filter((one) => one.order_id === order.id).map((one) => one.relationship),
  }));
}

/** Given to others: nobody of the family is insured by this order. */
export function donationPossible({ relationships }: Pick<LoveFacts, 'relationships'>): boolean {
  return relationships.length > 0 && relationships.every((relationship) => relationship === '05');
}

function isSelfOnly({ relationships }: Pick<LoveFacts, 'relationships'>): boolean {
  return relationships.length === 1 && relationships[0] === '00';
}

function stateOf({ order, love, counts }: LoveFacts): LoveCertificateValue['state'] {
  if (!counts) return withoutPolicies(order);
  if (counts.standing === 0) return 'void';
  return love ? 'ready' : 'none';
}

/** What becomes of a paid order of which no policy was issued. */
export function withoutPolicies({ status }: Pick<OrderRow, 'status'>): 'making' | 'held' | 'uncovered' {
  if (status === ORDER_STATUS.needsOperator) return 'held';
  return status === ORDER_STATUS.paid || status === ORDER_STATUS.issuing ? 'making' : 'uncovered';
}

function certificateNo(deps: CertificateDependencies, order: OrderRow): string {
  return `AX${deps.numbers.memberNo(order.id)}`;
}

function givenOn(order: OrderRow): string {
  return beijingDateTime(order.issued_at ?? order.created_at).slice(0, 10);
}

function landingUrl(deps: CertificateDependencies, order: OrderRow, withShareCode: boolean): string {
  return `${deps.publicOrigin}/${withShareCode ? `?shareCode=${shareCodeOfUser(deps, order.user_id)}` : ''}`;
}

function verificationCode(deps: CertificateDependencies, order: OrderRow, love: LoveRow): string {
  return issueVerificationCode({ kind: 'love', version: love.version, id: positionId(order.id, 0) }, deps.paperKey);
}

/** What the page shows; a link to the picture where there is one. */
export function loveView(deps: CertificateDependencies, facts: LoveFacts): LoveCertificateValue {
  const { order, love, counts } = facts;
  const edition = deps.editions.edition(order.edition_code);
  const state = stateOf(facts);
  const hasPicture = love !== null && (state === 'ready' || state === 'void');
  const link = hasPicture ? paperLink(deps, { kind: 'love', page: 1, id: positionId(order.id, 0) }) : null;
  return {
    orderNo: deps.numbers.orderNo(order.id),
    state,
    productName: edition?.document.proName ?? '',
    serviceName: edition?.document.name ?? '',
    editionYear: order.edition_year,
    certificateNo: certificateNo(deps, order),
    nickname: love && deps.vault.open(NICKNAME_PURPOSE, love.nickname_sealed),
    gift: love?.gift ?? 'guard',
    donationPossible: donationPossible(facts),
    selfOnly: isSelfOnly(facts),
    peopleCount: counts?.standing || (counts?.issued ?? order.insured_count),
    givenOn: givenOn(order),
    withShareCode: love?.with_share_code ?? false,
    landingUrl: landingUrl(deps, order, love?.with_share_code ?? false),
    pictureUrl: link?.url ?? null,
    expiresAt: link?.expiresAt ?? null,
    verificationUrl: love ? `${deps.publicOrigin}${VERIFICATION_PATH}/${verificationCode(deps, order, love)}` : null,
    isDemonstration: edition?.document.isDemonstration ?? false,
  };
}

/** What is drawn of an order's love certificate; null where none was made. The caller has checked who may see it. */
export async function loveDrawing(
  deps: CertificateDependencies,
  order: OrderRow,
): Promise<Extract<Drawing, { kind: 'love' }> | null> {
  const [facts] = await loveFacts(deps, [order]);
  if (!facts?.love || !facts.counts) return null;
  const view = loveView(deps, facts);
  return {
    kind: 'love',
    data: {
      isDemonstration: view.isDemonstration,
      nickname: view.nickname ?? '',
      gift: view.gift === 'donation' ? 'donation' : view.selfOnly ? 'self' : 'family',
      peopleCount: view.peopleCount,
      productName: view.productName,
      serviceName: view.serviceName,
      editionYear: view.editionYear,
      certificateNumber: view.certificateNo,
      givenOn: view.givenOn,
      createdAtMs: facts.love.created_at,
      landingUrl: view.landingUrl,
      verificationCode: verificationCode(deps, order, facts.love),
      ...(view.state === 'void' ? { voided: { voidedAtMs: voidedAtMs(facts), reason: '已退保' } } : {}),
    },
  };
}

function voidedAtMs({ counts, order }: LoveFacts): number {
  return counts?.last_cancelled_at ?? order.issued_at ?? order.created_at;
}

/** What its code tells to anybody: no name, not even the chosen one. */
export async function lovePublicFacts(deps: CertificateDependencies, order: OrderRow) {
  const love = await loveOfOrder(deps.database.query, order.shard, order.id);
  const [facts] = await loveFacts(deps, [order]);
  if (!love || !facts?.counts) return null;
  return {
    version: love.version,
    certificateNo: certificateNo(deps, order),
    peopleCount: facts.counts.standing || facts.counts.issued,
    createdAtMs: love.created_at,
    voidedAtMs: facts.counts.standing === 0 ? voidedAtMs(facts) : null,
  };
}
