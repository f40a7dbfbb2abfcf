import { createHash } from 'node:crypto';
import { inflateSync } from 'node:zlib';
import { endOfDayMs } from '@huimin/domain/date';
import type { BillResult } from '../../ports/payment-provider.ts';
import { BillFormatError } from '../bill-table.ts';
import { zipEntries } from '../zip-entries.ts';
import type { Gateway } from './gateway.ts';
import { linesOf, settlementRows } from './settlement-rows.ts';
import { wireTime } from './wire-values.ts';

const MAX_ZIP_BYTES = 64 * 1024 * 1024;
const MAX_PLAIN_BYTES = 256 * 1024 * 1024;
const READY_AFTER_MS = 10 * 3_600_000;
/** A file is asked for by month and day, so that one of so long ago would be another year's. */
const ASKED_FOR_MS = 300 * 86_400_000;
const NO_SUCH_FILE = '98';
const FILE = { txnType: '76', txnSubType: '01', bizType: '000000', channelType: '07', fileType: '00' };
/** `INN15090588ZM_802310048993424`: what was settled; with `ZME_`, what banks had corrected. */
const LIST = /^INN\d{8}(ZM|ZME)_(\d{15})$/;

export interface FileDownload {
  readonly gateway: Gateway;
  readonly merId: string;
  readonly nowMs: number;
}

/**
 * The file of a settlement day (`YYYY-MM-DD`), which begins and ends at 23:00. It comes inside a signed answer: base64 of
 * a compressed zip with two lists of lines of fixed widths.
 */
export async function readSettlementFile(day: string, { gateway, merId, nowMs }: FileDownload): Promise<BillResult> {
  if (nowMs < endOfDayMs(day) + READY_AFTER_MS) return { kind: 'not-ready' };
  if (nowMs > endOfDayMs(day) + ASKED_FOR_MS) return { kind: 'unknown', message: 'a day too long ago' };
  const settleDate = day.slice(5).replace('-', '');
  const outcome = await gateway.file({ txnTime: wireTime(nowMs), more: { ...FILE, settleDate } });
  if (outcome.kind === 'unknown') return outcome;
  if (outcome.respCode === NO_SUCH_FILE) return { kind: 'none' };
  if (outcome.respCode !== '00') return { kind: 'unknown', message: outcome.respCode };
  const { fileContent, settleDate: answered = settleDate } = outcome.fields;
  if (!fileContent || answered !== settleDate)
    return { kind: 'unknown', message: 'answer without the file of this day' };
  try {
    return billOf(day, merId, fileContent);
  } catch (error) {
    if (error instanceof BillFormatError) return { kind: 'unknown', message: `settlement file: ${error.message}` };
    return { kind: 'unknown', message: 'settlement file could not be unpacked' };
  }
}

function billOf(day: string, merId: string, fileContent: string): BillResult {
  const zip = inflateSync(Buffer.from(fileContent, 'base64'), { maxOutputLength: MAX_ZIP_BYTES });
  const entries = zipEntries(zip, MAX_PLAIN_BYTES).flatMap(({ name, content }) => {
    const [, list, owner] = LIST.exec(name.toString('latin1')) ?? [];
    return list && owner === merId ? [{ list, content }] : [];
  });
  const [settled, ...others] = entries.filter(({ list }) => list === 'ZM');
  if (!settled || others.length > 0) throw new BillFormatError('not one list of what was settled');
  const corrected = Buffer.concat(entries.filter(({ list }) => list === 'ZME').map(({ content }) => content));
  const file = Buffer.concat([settled.content, corrected]);
  return {
    kind: 'bill',
    day,
    sha1: createHash('sha1').update(file).digest('hex'),
    text: new TextDecoder('gbk').decode(file),
    rows: settlementRows(settled.content, day, merId),
    corrections: linesOf(corrected).length,
  };
}
