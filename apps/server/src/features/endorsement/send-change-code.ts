import type { Calls } from '@huimin/contract';
import { maskPhone } from '@huimin/domain/person';
import { fail, type Handler, ok } from '../../http/handler.ts';
import { accountPhone, sendCode } from '../account/index.ts';
import type { ChangeDependencies } from './change-deps.ts';
import { changeOfOwner } from './change-store.ts';
import { itemsOf } from './change-view.ts';

/** Sends a code for a draft: to the phone of the account, or to the one that is to become the contact. */
export function sendChangeCode(deps: ChangeDependencies): Handler<Calls['sendChangeCode']> {
  return async ({ changeNo, to }, request) => {
    const id = deps.numbers.changeId(changeNo);
    const change = id === null ? null : await changeOfOwner(deps.database.query, request.user, id);
    if (!change) return fail('not-found', '没有找到这份申请，请重新填写');
    if (change.status !== 'DRAFT') return fail('order-state', '这份申请已经提交了，不用再获取验证码');
    const newPhone = itemsOf(deps, change).find(({ field }) => field === 'phone')?.after;
    if (to === 'new-phone' && !newPhone) return fail('order-state', '手机号没有改，不用验证新手机号');
    const subject =
      to === 'new-phone' && newPhone
        ? ({ phone: newPhone, purpose: 'change-contact' } as const)
        : ({ phone: await accountPhone(deps, request.user), purpose: 'change' } as const);
    const sent = await sendCode(deps.codes, subject, request.clientAddress);
    return sent.ok ? ok({ phoneMasked: maskPhone(subject.phone), ...sent.value }) : sent;
  };
}
