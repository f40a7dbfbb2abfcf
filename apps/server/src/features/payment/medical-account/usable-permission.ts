import type { OrderRow } from '../../order/index.ts';
import { type AttemptRow, openAttempts } from '../attempt-store.ts';
import type { PaymentDependencies } from '../payment-dependencies.ts';
import { detailsOf, type PaymentWay } from '../start-payment.ts';
import { goodPermissions } from './permission-store.ts';

export type MedicalWay = Extract<PaymentWay, { kind: 'medical-account' }>;

/** The payment must have reached the bureau before a permission ends. */
const USE_MARGIN_MS = 30_000;

/** The way of the order's open payment from an account, whose cashier can be gone back to. */
export function openMedicalWay(deps: PaymentDependencies, attempts: readonly AttemptRow[]): MedicalWay | null {
  for (const attempt of openAttempts(attempts)) {
    const way = medicalWayOf(deps, attempt);
    if (way) return way;
  }
  return null;
}

/** A permission for this order that is still good and was not used by any of its attempts; null without one. */
export async function unusedPermission(
  deps: PaymentDependencies,
  order: OrderRow,
  attempts: readonly AttemptRow[],
): Promise<string | null> {
  const used = new Set(attempts.map((attempt) => medicalWayOf(deps, attempt)?.permissionNo));
  for (const row of await goodPermissions(deps.database.query, order, deps.clock.now() + USE_MARGIN_MS)) {
    const permissionNo = row.permission_sealed && deps.vault.open('medical-permission', row.permission_sealed);
    if (permissionNo && !used.has(permissionNo)) return permissionNo;
  }
  return null;
}

function medicalWayOf(deps: PaymentDependencies, attempt: AttemptRow): MedicalWay | null {
  if (attempt.method !== 'xmybpay') return null;
  const { way } = detailsOf(deps, attempt);
  return way.kind === 'medical-account' ? way : null;
}
