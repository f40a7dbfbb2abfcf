import type { ConsoleCalls } from '@huimin/contract/console';
import { beijingDate, parseDate } from '@huimin/domain/date';
import { formatYuan } from '@huimin/domain/money';
import { fail, ok } from '../../http/handler.ts';
import type { ConsoleHandler, ConsoleHandlerTable } from '../staff/index.ts';
import {
  confirmReceipt,
  enterReceipt,
  proposePayout,
  recordPayout,
  withdrawPayout,
  withdrawReceipt,
} from './deposits.ts';
import { decideGroup } from './desk-decision.ts';
import type { GroupDependencies } from './group-deps.ts';
import { noteInvoice } from './operator.ts';

/** A company's transfers: each is entered by one person and counts by another. */
export function groupMoneyHandlers(deps: GroupDependencies) {
  return {
    enterGroupReceipt: enterGroupReceipt(deps),
    settleGroupReceipt: settleGroupReceipt(deps),
    proposeGroupPayout: proposeGroupPayout(deps),
    settleGroupPayout: settleGroupPayout(deps),
    noteGroupInvoice: noteGroupInvoice(deps),
  } satisfies ConsoleHandlerTable;
}

/** Whether a day exists and has begun. */
const hasBegun = (deps: GroupDependencies, day: string) =>
  parseDate(day) !== null && day <= beijingDate(deps.clock.now());

const movementOf = (number: string): bigint => {
  const id = BigInt(number);
  return id <= 9_223_372_036_854_775_807n ? id : -1n;
};

function enterGroupReceipt(deps: GroupDependencies): ConsoleHandler<ConsoleCalls['enterGroupReceipt']> {
  return async ({ groupNo, ...receipt }, request) => {
    if (!hasBegun(deps, receipt.receivedOn)) return fail('bad-input', '到账日期应不晚于今天');
    const detail = `流水 ${receipt.bankReference}，${formatYuan(receipt.amountFen)} 元`;
    const done = await decideGroup(deps, request, groupNo, detail, (inside, group, by) =>
      enterReceipt(inside, group.id, { ...receipt, by }),
    );
    return done.ok ? ok({}) : done;
  };
}

function settleGroupReceipt(deps: GroupDependencies): ConsoleHandler<ConsoleCalls['settleGroupReceipt']> {
  return async ({ groupNo, receiptNo, decision }, request) => {
    const id = movementOf(receiptNo);
    const detail = `到账 ${receiptNo} ${decision === 'confirm' ? '确认' : '撤回'}`;
    if (decision === 'withdraw') {
      const done = await decideGroup(deps, request, groupNo, detail, (inside, group, by) =>
        withdrawReceipt(inside, group.id, id, by),
      );
      return done.ok ? ok({ isPaid: false }) : done;
    }
    const done = await decideGroup(deps, request, groupNo, detail, (inside, group, by) =>
      confirmReceipt(inside, group.id, id, by),
    );
    return done.ok ? ok({ isPaid: done.value.isPaid }) : done;
  };
}

function proposeGroupPayout(deps: GroupDependencies): ConsoleHandler<ConsoleCalls['proposeGroupPayout']> {
  return async ({ groupNo, amountFen, reason, payeeName, payeeBank, payeeAccount }, request) => {
    const payee = { name: payeeName, bank: payeeBank, account: payeeAccount };
    const detail = `${formatYuan(amountFen)} 元，${reason}`;
    const done = await decideGroup(deps, request, groupNo, detail, (inside, group, by) =>
      proposePayout(inside, group.id, { ...{ amountFen, reason, payee, by } }),
    );
    return done.ok ? ok({}) : done;
  };
}

function settleGroupPayout(deps: GroupDependencies): ConsoleHandler<ConsoleCalls['settleGroupPayout']> {
  return async ({ groupNo, payoutNo, decision, bankReference, paidOn }, request) => {
    const id = movementOf(payoutNo);
    if (decision === 'paid' && (bankReference === undefined || paidOn === undefined || !hasBegun(deps, paidOn))) {
      return fail('bad-input', '请填银行流水号和付款日期，日期不晚于今天');
    }
    const detail = `退款 ${payoutNo} ${decision === 'paid' ? `已付，流水 ${bankReference}` : '撤回'}`;
    const done = await decideGroup<object>(deps, request, groupNo, detail, (inside, group, by) =>
      decision === 'paid'
        ? recordPayout(inside, group.id, id, { by, bankReference: bankReference ?? '', paidOn: paidOn ?? '' })
        : withdrawPayout(inside, group.id, id, by),
    );
    return done.ok ? ok({}) : done;
  };
}

function noteGroupInvoice(deps: GroupDependencies): ConsoleHandler<ConsoleCalls['noteGroupInvoice']> {
  return async ({ groupNo, invoiceNumber, invoicedOn }, request) => {
    if (!hasBegun(deps, invoicedOn)) return fail('bad-input', '开票日期应不晚于今天');
    const invoice = { number: invoiceNumber, day: invoicedOn };
    const done = await decideGroup(deps, request, groupNo, `发票 ${invoiceNumber}`, (inside, group, by) =>
      noteInvoice(inside, group.id, by, invoice),
    );
    return done.ok ? ok({}) : done;
  };
}
