import type { PaymentDependencies } from '../../payment/index.ts';
import type { StaffDependencies } from '../../staff/index.ts';

export interface ReconciliationDeskDependencies extends StaffDependencies {
  readonly payment: PaymentDependencies;
}

/** A bill is all of a provider's money, of every city: it is for those whose scope is everything. */
export const SEES_ALL = '对账看的是全省的账，只有数据范围是全省的人能看';
