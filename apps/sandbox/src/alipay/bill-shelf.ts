import { beijingDay } from '../clock/beijing-time.ts';
import { ANSWER_KINDS, type FaultKind } from '../faults/fault-kinds.ts';
import { answerWithFaults } from '../faults/faulty-answer.ts';
import { storedZip } from '../files/stored-zip.ts';
import type { Answer, Router, SandboxRequest } from '../http/router.ts';
import type { SandboxParts } from '../sandbox-parts.ts';
import { AlipayError, businessError } from './alipay-error.ts';
import type { AlipayTables } from './alipay-rows.ts';
import { gbk } from './gbk.ts';
import { alipayBill } from './trade-bill.ts';

const DAY_MS = 86_400_000;
/** A bill is there from ten o'clock of the day after its last day. */
const READY_AFTER_MS = 10 * 3_600_000;
const URL_LIFE_MS = 30_000;
const DOWNLOAD_PATH = '/alipay/bill/download';
const SPOILING: readonly FaultKind[] = ['bill_extra_row', 'bill_missing_row', 'bill_amount_diff'];

export type BillShelf = {
  /** An address that works for half a minute. Throws 40004 `isp.bill_not_exist` when there is no bill (yet). */
  make(type: string, period: string): string;
};

/** Makes bills and serves the files behind their addresses. */
export function createBillShelf(router: Router, parts: SandboxParts, tables: AlipayTables): BillShelf {
  const { clock, faults, keys, random } = parts;
  const files = new Map<string, { content: Buffer; expiresAtMs: number }>();
  faults.offer('alipay', 'bill', ['bill_missing', ...SPOILING]);
  faults.offer('alipay', 'bill.download', ANSWER_KINDS);

  router.on('GET', DOWNLOAD_PATH, (request) => {
    request.note({ provider: 'alipay', call: 'bill.download' });
    const plain = (status: number, body: string): Answer => ({
      status,
      headers: { 'content-type': 'text/plain; charset=utf-8' },
      body,
    });
    return answerWithFaults(
      request,
      {
        ...{ faults, provider: 'alipay', call: 'bill.download', match: {} },
        busy: () => plain(503, '系统繁忙'),
        rateLimited: () => plain(429, '下载过于频繁'),
      },
      () => serve(request),
    );
  });

  const serve = (request: SandboxRequest): Answer => {
    const file = files.get(request.query.get('token') ?? '');
    if (!file || clock.now() >= file.expiresAtMs) {
      request.note({ reason: 'unknown or expired address' });
      return {
        status: 403,
        headers: { 'content-type': 'text/plain; charset=utf-8' },
        body: '下载地址不正确或已经过期',
      };
    }
    return {
      status: 200,
      headers: { 'content-type': 'application/zip', 'content-disposition': 'attachment; filename=bill.zip' },
      body: file.content,
    };
  };

  return {
    make: (type, period) => {
      if (type !== 'trade' && type !== 'signcustomer')
        throw new AlipayError('40002', 'isv.invalid-arguments', 'bill_type 只能是 trade、signcustomer');
      const endMs = periodEnd(period);
      if (Number.isNaN(endMs))
        throw new AlipayError('40002', 'isv.invalid-arguments', 'bill_date 应为 yyyy-MM-dd 或 yyyy-MM');
      const struck = new Set(SPOILING.filter((kind) => faults.take('alipay', 'bill', [kind], {})));
      const missing = faults.take('alipay', 'bill', ['bill_missing'], {});
      const ready = clock.now() >= endMs + READY_AFTER_MS && !missing && type === 'trade';
      const bill = ready
        ? alipayBill(
            {
              period,
              sellerId: keys.alipay.sellerId,
              madeAtMs: clock.now(),
              trades: tables.trades.rows(),
              refunds: tables.refunds.rows(),
            },
            struck,
          )
        : undefined;
      if (!bill) throw businessError('isp.bill_not_exist', '账单不存在');
      const name = `${keys.alipay.sellerId}0156_${period.replaceAll('-', '')}_业务明细`;
      const token = random.text(48);
      const content = storedZip([
        { name: gbk(`${name}.csv`), content: gbk(bill.detail) },
        { name: gbk(`${name}(汇总).csv`), content: gbk(bill.summary) },
      ]);
      files.set(token, { content, expiresAtMs: clock.now() + URL_LIFE_MS });
      return `${parts.origin()}${DOWNLOAD_PATH}?token=${token}`;
    },
  };
}

/** The first moment after a day or month; NaN when it is neither. */
function periodEnd(period: string): number {
  if (/^\d{4}-\d\d-\d\d$/.test(period)) {
    const startMs = Date.parse(`${period}T00:00:00+08:00`);
    return Number.isNaN(startMs) || beijingDay(startMs) !== period ? Number.NaN : startMs + DAY_MS;
  }
  const [, year, month] = /^(\d{4})-(0[1-9]|1[0-2])$/.exec(period) ?? [];
  return year === undefined ? Number.NaN : Date.UTC(Number(year), Number(month)) - 8 * 3_600_000;
}
