import type { OrderSummaryValue } from '@huimin/contract';
import { formatDateTime } from '@huimin/domain/date';
import { maskMiddle, maskPhone } from '@huimin/domain/person';
import type { Core } from '../../core.ts';
import type { EditionDocument, EditionStore } from '../configuration/index.ts';
import type { PersonDetails } from '../insured/index.ts';
import type { InsuredRow, OrderRow } from './order-store.ts';

export interface OrderViewDependencies extends Core {
  readonly editions: EditionStore;
}

/** An order as lists show it; names only, no numbers. `open`: orders with an open cashier. */
export function orderSummary(
  deps: OrderViewDependencies,
  order: OrderRow,
  insured: readonly InsuredRow[],
  open: ReadonlySet<bigint>,
): OrderSummaryValue {
  const document = deps.editions.edition(order.edition_code)?.document;
  const planName = document ? planNameOf(document, order.plan_code) : null;
  return {
    orderNo: deps.numbers.orderNo(order.id),
    editionCode: order.edition_code,
    productName: document?.proName ?? '',
    ...(order.kind === 'upgrade' ? { kind: order.kind } : {}),
    ...(planName === null ? {} : { planName }),
    editionYear: order.edition_year,
    status: order.status,
    premiumFen: order.premium_fen,
    insured: insured
      .filter((row) => row.order_id === order.id)
      .map((row) => ({
        name: insuredDetails(deps, row).name,
        relationship: row.relationship as OrderSummaryValue['insured'][number]['relationship'],
        ...(row.is_void ? { isVoid: true } : {}),
      })),
    createdAt: formatDateTime(order.created_at),
    paidAt: order.paid_at === null ? null : formatDateTime(order.paid_at),
    closedAt: order.closed_at === null ? null : formatDateTime(order.closed_at),
    expiresAtMs: order.expires_at,
    serverNowMs: deps.clock.now(),
    paymentOpen: open.has(order.id),
  };
}

/** What a plan is called, where the edition sells several; null where there is nothing to tell apart. */
export function planNameOf({ plans }: Pick<EditionDocument, 'plans'>, planCode: string): string | null {
  return plans.length > 1 ? (plans.find((plan) => plan.code === planCode)?.name ?? planCode) : null;
}

/** Number of the endorsement by which an upgrade changes its policy. */
export function endorsementNo(deps: Pick<Core, 'numbers'>, upgradeId: bigint): string {
  return `PD${deps.numbers.policyNo(upgradeId).slice(3)}`;
}

export function insuredDetails(deps: Core, row: InsuredRow): PersonDetails {
  return deps.vault.openJson<PersonDetails>('insured', row.details_sealed);
}

export function policyholderDetails(deps: Core, order: OrderRow): PersonDetails {
  return deps.vault.openJson<PersonDetails>('policyholder', order.policyholder_sealed);
}

export function maskedPerson(details: PersonDetails) {
  return {
    name: details.name,
    idType: details.idType,
    idNumberMasked: maskMiddle(details.idNumber),
    phoneMasked: details.phone ? maskPhone(details.phone) : '',
  };
}
