import { createHash } from 'node:crypto';
import { gzipSync } from 'node:zlib';
import { beijingDayStart } from '../clock/beijing-time.ts';
import type { FaultKind } from '../faults/fault-kinds.ts';
import { type Answer, json, type Router } from '../http/router.ts';
import type { SandboxParts } from '../sandbox-parts.ts';
import type { FrontDoor } from './front-door.ts';
import { fundFlowBill } from './fund-flow-bill.ts';
import type { OrderBook } from './order-book.ts';
import { PayError, parameterError, SUB_CODE } from './pay-error.ts';
import type { RefundBook } from './refund-book.ts';
import { type BillType, tradeBill } from './trade-bill.ts';

const DAY_MS = 86_400_000;
/** A day's bill is there from ten o'clock of the next day, for three months. */
const READY_AFTER_MS = DAY_MS + 10 * 3_600_000;
const KEPT_MS = 92 * DAY_MS;
const URL_LIFE_MS = 30_000;
const SPOILING: readonly FaultKind[] = ['bill_extra_row', 'bill_missing_row', 'bill_amount_diff'];

type File = { content: Buffer; gzip: boolean; expiresAtMs: number };

/** `GET /v3/bill/tradebill` and `fundflowbill`, and the file behind the address it answers. */
export function addBillRoutes(
  router: Router,
  parts: SandboxParts,
  door: FrontDoor,
  orders: OrderBook,
  refunds: RefundBook,
): void {
  const { clock, faults, random } = parts;
  const files = new Map<string, File>();
  for (const call of ['bill', 'bill.fundflow'])
    faults.offer('wechat-pay', call, ['bill_missing', 'bill_hash_wrong', ...SPOILING]);

  /** Checks the day, spoils the bill as ordered, and puts it on the shelf. */
  const shelve = (
    call: string,
    query: URLSearchParams,
    make: (day: string, struck: ReadonlySet<FaultKind>) => string | undefined,
  ): Answer => {
    const day = query.get('bill_date') ?? '';
    const gzip = query.has('tar_type');
    const startMs = /^\d{4}-\d\d-\d\d$/.test(day) ? beijingDayStart(day) : Number.NaN;
    if (Number.isNaN(startMs)) throw parameterError('bill_date', '格式应为yyyy-MM-DD', day, 'query');
    if (gzip && query.get('tar_type') !== 'GZIP')
      throw parameterError('tar_type', '只能是GZIP', query.get('tar_type'), 'query');
    const now = clock.now();
    if (now < startMs + DAY_MS) throw parameterError('bill_date', '只能下载今天以前的账单', day, 'query');
    if (now > startMs + KEPT_MS) throw parameterError('bill_date', '只能下载三个月以内的账单', day, 'query');
    if (now < startMs + READY_AFTER_MS) throw new PayError(400, 'STATEMENT_CREATING', '账单生成中', SUB_CODE.none);
    const missing = faults.take('wechat-pay', call, ['bill_missing'], {});
    const struck = new Set(SPOILING.filter((kind) => faults.take('wechat-pay', call, [kind], {})));
    const text = missing ? undefined : make(day, struck);
    if (text === undefined) throw new PayError(400, 'NO_STATEMENT_EXIST', '账单不存在', SUB_CODE.none);
    const content = Buffer.from(text, 'utf8');
    const token = random.text(48);
    files.set(token, { content, gzip, expiresAtMs: now + URL_LIFE_MS });
    const wrongHash = faults.take('wechat-pay', call, ['bill_hash_wrong'], {});
    return json(200, {
      hash_type: 'SHA1',
      hash_value: createHash('sha1')
        .update(content)
        .update(wrongHash ? ' ' : '')
        .digest('hex'),
      download_url: `${parts.origin()}/v3/billdownload/file?token=${token}`,
    });
  };
  const oneOf = (query: URLSearchParams, name: string, fallback: string, words: readonly string[]): string => {
    const value = query.get(name) ?? fallback;
    if (!words.includes(value)) throw parameterError(name, `只能是${words.join('、')}`, value, 'query');
    return value;
  };

  router.on(
    'GET',
    '/v3/bill/tradebill',
    door({ call: 'bill' }, ({ query }) => {
      const type = oneOf(query, 'bill_type', 'ALL', ['ALL', 'SUCCESS', 'REFUND']) as BillType;
      return shelve('bill', query, (day, struck) =>
        tradeBill({ day, type, orders: orders.list(), refunds: refunds.list() }, struck),
      );
    }),
  );

  router.on(
    'GET',
    '/v3/bill/fundflowbill',
    door({ call: 'bill.fundflow' }, ({ query }) => {
      const account = oneOf(query, 'account_type', 'BASIC', ['BASIC', 'OPERATION', 'FEES']);
      // Money moves in the basic account only.
      return shelve('bill.fundflow', query, (day, struck) =>
        account === 'BASIC' ? fundFlowBill({ day, orders: orders.list(), refunds: refunds.list() }, struck) : undefined,
      );
    }),
  );

  router.on(
    'GET',
    '/v3/billdownload/file',
    door({ call: 'bill.download', download: true }, ({ query }) => {
      const file = files.get(query.get('token') ?? '');
      if (!file || clock.now() >= file.expiresAtMs) {
        throw new PayError(403, 'NO_AUTH', '下载地址不正确或已经过期', SUB_CODE.none);
      }
      return {
        status: 200,
        headers: { 'content-type': file.gzip ? 'application/x-gzip' : 'text/plain; charset=utf-8' },
        body: file.gzip ? gzipSync(file.content) : file.content,
      };
    }),
  );
}
