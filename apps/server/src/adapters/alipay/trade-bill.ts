import { createHash } from 'node:crypto';
import { endOfDayMs } from '@huimin/domain/date';
import type { BillResult } from '../../ports/payment-provider.ts';
import { BillFormatError } from '../bill-table.ts';
import { type Exchange, ExchangeError } from '../http-exchange.ts';
import { zipEntries } from '../zip-entries.ts';
import { billRows } from './bill-rows.ts';
import type { Gateway } from './gateway.ts';

const MAX_PACKED_BYTES = 64 * 1024 * 1024;
const MAX_PLAIN_BYTES = 256 * 1024 * 1024;
const READY_AFTER_MS = 10 * 3_600_000;

export interface BillDownload {
  readonly gateway: Gateway;
  readonly gatewayAddress: string;
  readonly send: Exchange;
  readonly nowMs: number;
  readonly connectTimeoutMs: number;
  readonly totalTimeoutMs: number;
}

/**
 * The trade bill of a day (`YYYY-MM-DD`): a zip with the list of trades and a summary, in GBK. The list's text is
 * given, with the SHA-1 of its bytes. A day's bill is there from ten o'clock of the next one.
 */
export async function readTradeBill(day: string, download: BillDownload): Promise<BillResult> {
  if (download.nowMs < endOfDayMs(day) + READY_AFTER_MS) return { kind: 'not-ready' };
  const outcome = await download.gateway.call('alipay.data.dataservice.bill.downloadurl.query', {
    bill_type: 'trade',
    bill_date: day,
  });
  if (outcome.kind === 'unknown') return outcome;
  if (outcome.kind === 'failed') {
    return outcome.code === 'isp.bill_not_exist' ? { kind: 'none' } : { kind: 'unknown', message: outcome.code };
  }
  const url = billAddress(outcome.node.bill_download_url, download.gatewayAddress);
  if (!url) return { kind: 'unknown', message: 'bill address of another kind' };
  try {
    const answer = await download.send({
      method: 'GET',
      url,
      headers: { 'user-agent': 'huimin-storefront' },
      body: '',
      connectTimeoutMs: download.connectTimeoutMs,
      totalTimeoutMs: download.totalTimeoutMs,
      maxBytes: MAX_PACKED_BYTES,
    });
    if (answer.status !== 200) return { kind: 'unknown', message: `bill file: HTTP ${answer.status}` };
    return listOfTrades(day, answer.body);
  } catch (error) {
    if (error instanceof BillFormatError) return { kind: 'unknown', message: `bill file: ${error.message}` };
    if (error instanceof ExchangeError) return { kind: 'unknown', message: `${error.problem}: ${error.message}` };
    return { kind: 'unknown', message: 'bill file could not be unpacked' };
  }
}

/** The signed answer names the address; it must still be a secure one, or the gateway's own. */
function billAddress(value: unknown, gatewayAddress: string): URL | null {
  if (typeof value !== 'string' || !URL.canParse(value)) return null;
  const url = new URL(value);
  return url.protocol === 'https:' || url.origin === new URL(gatewayAddress).origin ? url : null;
}

function listOfTrades(day: string, zip: Buffer): BillResult {
  const gbk = new TextDecoder('gbk', { fatal: true });
  const lists = zipEntries(zip, MAX_PLAIN_BYTES).filter(({ name }) => {
    const shown = gbk.decode(name);
    return shown.endsWith('.csv') && !shown.includes('汇总');
  });
  const [list] = lists;
  if (!list || lists.length > 1) return { kind: 'unknown', message: 'bill file without one list of trades' };
  const sha1 = createHash('sha1').update(list.content).digest('hex');
  const text = gbk.decode(list.content);
  return { kind: 'bill', day, sha1, text, rows: billRows(text) };
}
