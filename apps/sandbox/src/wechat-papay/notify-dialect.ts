import type { FaultKind } from '../faults/fault-kinds.ts';
import type { Dialect, Message } from '../notifications/notifier.ts';
import type { SandboxParts } from '../sandbox-parts.ts';
import type { PapayNotification } from './papay-rows.ts';
import { v2Sign } from './v2-signing.ts';
import { type Fields, messageText, parseMessage } from './xml-message.ts';

const SECOND = 1000;
const ANSWER_LIMIT_MS = 5000;

/** Pauses before each repeated send of a contract's notification: ten seconds thrice, thirty thrice, then five minutes. */
export const CONTRACT_RETRY_MS: readonly number[] = [
  ...[10, 10, 10, 30, 30, 30].map((seconds) => seconds * SECOND),
  ...Array<number>(9).fill(300 * SECOND),
];

const otherValue =
  (change: (fields: Fields) => Fields) =>
  (row: PapayNotification): PapayNotification => ({ ...row, fields: change(row.fields) });

const WRONG_ALWAYS: Partial<Record<FaultKind, (row: PapayNotification) => PapayNotification>> = {
  notify_wrong_merchant: otherValue((fields) => ({ ...fields, mch_id: '1900009999' })),
};
const WRONG_PAYMENT: typeof WRONG_ALWAYS = {
  ...WRONG_ALWAYS,
  notify_wrong_amount: otherValue((fields) => ({ ...fields, total_fee: String(Number(fields.total_fee) + 1) })),
  notify_wrong_currency: otherValue((fields) => ({ ...fields, fee_type: 'USD' })),
  notify_wrong_appid: otherValue((fields) => ({ ...fields, appid: 'wx0000000000000000' })),
  notify_wrong_order: otherValue((fields) => ({ ...fields, out_trade_no: `X${fields.out_trade_no?.slice(1)}` })),
};
const WRONG_CONTRACT: typeof WRONG_ALWAYS = {
  ...WRONG_ALWAYS,
  notify_wrong_order: otherValue((fields) => ({ ...fields, contract_code: `X${fields.contract_code?.slice(1)}` })),
};

/** How this provider tells: XML signed with the shared key; `<return_code>SUCCESS` is the only good answer. */
export function papayDialect(
  parts: SandboxParts,
  about: 'contract' | 'payment',
  retryScheduleMs: readonly number[],
): Dialect<PapayNotification> {
  const message = (fields: Fields): Message => ({
    headers: { 'content-type': 'text/xml; charset=utf-8', 'user-agent': 'Mozilla/4.0' },
    body: messageText(fields),
  });
  const sealed = (row: PapayNotification, key = parts.keys.wechatPapay.apiV2Key): Fields => ({
    ...row.fields,
    sign: v2Sign(row.fields, key, row.signType),
  });
  return {
    provider: 'wechat-papay',
    newId: () => `papay-${about}-${parts.random.hex(16)}`,
    retryScheduleMs,
    answerLimitMs: ANSWER_LIMIT_MS,
    accepts: (status, body) => status === 200 && parseMessage(body)?.return_code === 'SUCCESS',
    seal: (row) => message(sealed(row)),
    wrongContent: about === 'payment' ? WRONG_PAYMENT : WRONG_CONTRACT,
    wrongSignature: {
      notify_bad_sign: (row) => message(sealed(row, parts.random.text(32))),
      notify_tampered: (row) => message({ ...sealed(row), openid: 'oSomebodyElse0000000000000' }),
    },
  };
}
