import { makeSm2Pair } from '../keys/medical-account-keys.ts';
import type { Dialect, Message } from '../notifications/notifier.ts';
import { yuan } from '../pages/layout.ts';
import type { SandboxParts } from '../sandbox-parts.ts';
import type { CentreNotification } from './centre-rows.ts';
import { type Envelope, type SealOptions, sealByPlatform } from './envelope.ts';
import type { Data } from './signing.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

/** Pauses before each repeated send. */
export const CENTRE_RETRY_MS: readonly number[] = [
  ...[MINUTE, 2 * MINUTE, 5 * MINUTE, 10 * MINUTE, 30 * MINUTE],
  ...[HOUR, 2 * HOUR, 6 * HOUR],
];
const ANSWER_LIMIT_MS = 5000;
const FRESH_FOR_MS = 5 * MINUTE;

/** How the centre tells: the same envelope as its answers; `{"code":"0"}` within five seconds is an answer. */
export function centreDialect(parts: SandboxParts): Dialect<CentreNotification> {
  const { random } = parts;
  const envelope = (row: CentreNotification, atMs: number, options: SealOptions = {}): Envelope =>
    sealByPlatform(parts, { ...row.data, notifyId: row.id }, {}, { atMs, appId: row.appId, ...options });
  const message = (content: Envelope): Message => ({
    headers: { 'content-type': 'application/json;charset=UTF-8' },
    body: JSON.stringify(content),
  });
  const changed = (change: (data: Data) => Data) => (row: CentreNotification) => ({
    ...row,
    data: { ...row.data, ...change(row.data) },
  });
  const more = (value: Data[string] | undefined): string => yuan(Math.round(Number(value ?? 0) * 100) + 1);

  return {
    provider: 'medical-account',
    newId: () => `YB${random.digits(24)}`,
    retryScheduleMs: CENTRE_RETRY_MS,
    answerLimitMs: ANSWER_LIMIT_MS,
    freshForMs: FRESH_FOR_MS,
    accepts: (status, body) => status === 200 && codeOf(body) === '0',
    // Both forms of a signature are in use at the real centre.
    seal: (row, atMs) => message(envelope(row, atMs, { form: random.next() < 0.5 ? 'rs' : 'der' })),
    wrongContent: {
      notify_wrong_amount: changed((data) => {
        const names = data.notifyType === 'REFUND' ? ['totlRefdAmt', 'psnAcctRefdAmt'] : ['amount', 'psnAcctPayAmt'];
        return Object.fromEntries(names.map((name) => [name, more(data[name])]));
      }),
      notify_wrong_merchant: changed(() => ({ psnAcctMerchantId: 'SBX9999' })),
      notify_wrong_appid: (row) => ({ ...row, appId: '5B0C6E1D2F3A4958FFFFFFFFFFFFFFFF' }),
      notify_wrong_order: changed((data) => ({ outTradeNo: `X${String(data.outTradeNo).slice(1)}` })),
    },
    wrongSignature: {
      notify_bad_sign: (row, atMs) => {
        const sealed = envelope(row, atMs);
        const signData = String(sealed.signData);
        return message({ ...sealed, signData: `${signData.startsWith('A') ? 'B' : 'A'}${signData.slice(1)}` });
      },
      notify_tampered: (row, atMs) => {
        const other = envelope(changed((data) => ({ amount: more(data.amount) }))(row), atMs);
        return message({ ...envelope(row, atMs), encData: other.encData });
      },
      notify_stale: (row, atMs) => message(envelope(row, atMs - 2 * FRESH_FOR_MS)),
      notify_foreign_cert: (row, atMs) =>
        message(envelope(row, atMs, { privateKeyBase64: makeSm2Pair().privateKeyBase64 })),
    },
  };
}

function codeOf(body: Buffer): unknown {
  try {
    return (JSON.parse(body.toString('utf8')) as { code?: unknown } | null)?.code;
  } catch {
    return undefined;
  }
}
