import { API_BASE_PATH, type Calls } from '@huimin/contract';
import { type KeptQuery, keptQueryOf } from '@huimin/domain/share';
import { fail, type Handler, ok } from '../../../http/handler.ts';
import type { AccountOwner } from '../../../ports/payment-provider.ts';
import { attemptsOf } from '../attempt-store.ts';
import type { PaymentDependencies } from '../payment-dependencies.ts';
import { methodOf } from '../payment-methods.ts';
import { centreBusy, payerAccount } from './payer-account.ts';
import { askNoOf } from './permission-numbers.ts';
import { askPermission, hasConsent } from './permission-store.ts';
import { openMedicalWay, unusedPermission } from './usable-permission.ts';

/** What a permission was asked with, sealed beside it. */
export interface PermissionAskDetails {
  readonly owner: AccountOwner;
  /** Comes back with the browser, so that a return belongs to its ask. */
  readonly state: string;
  /** The shared parameters that the payer left with. */
  readonly kept: KeptQuery;
}

/**
 * The bureau's page on which the owner allows this payment: the intent is written, then the bureau is asked. Nothing is
 * asked while a permission or a cashier of before can still be used.
 */
export function medicalAccountPermission(deps: PaymentDependencies): Handler<Calls['medicalAccountPermission']> {
  return async (input, request) => {
    const account = await payerAccount(deps, request, input.orderNo);
    if (!account.ok) return account;
    const { centre, order, owner } = account.value;
    const { query } = deps.database;
    if (!(await hasConsent(query, order))) return fail('medical-permission', '请先同意查询医保个人账户，再付款');
    const attempts = await attemptsOf(query, order.shard, order.id);
    if (openMedicalWay(deps, attempts) || (await unusedPermission(deps, order, attempts))) {
      return ok({ permissionUrl: null });
    }
    const id = deps.orderIds.next(order.shard);
    const details: PermissionAskDetails = {
      owner,
      state: deps.random.bytes(16).toString('hex'),
      kept: keptQueryOf(input.returnQuery ?? ''),
    };
    const askSealed = deps.vault.sealJson('medical-ask', details);
    await askPermission(query, { order, id, askSealed, nowMs: deps.clock.now() });
    const page = await centre.permissionPage({
      askNo: askNoOf(deps.numbers, id),
      owner,
      state: details.state,
      returnUrl: `${deps.publicOrigin}${centre.permissionReturnPath}`,
      notifyUrl: `${deps.notifyOrigin}${API_BASE_PATH}${centre.permissionNotices.path}`,
    });
    if (page.kind === 'page') return ok({ permissionUrl: page.url });
    deps.log.warn({ problem: page.message }, 'no page of permission');
    if (page.kind === 'unknown') return centreBusy();
    const expected = methodOf('xmybpay').refusals?.[page.code];
    return expected ? fail(expected.name, expected.message) : fail('payment-method');
  };
}
