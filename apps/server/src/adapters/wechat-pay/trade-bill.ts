import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';
import type { BillResult } from '../../ports/payment-provider.ts';
import { BillFormatError } from '../bill-table.ts';
import { ExchangeError } from '../http-exchange.ts';
import { billRows } from './bill-rows.ts';
import type { Caller, CallOutcome } from './signed-call.ts';

const MAX_PACKED_BYTES = 64 * 1024 * 1024;
const MAX_PLAIN_BYTES = 256 * 1024 * 1024;
const unpack = promisify(gunzip);

/**
 * Fetches the file a bill answer names (the file itself is not signed) and checks it against the SHA-1 of its
 * uncompressed text, which the signed answer holds.
 */
export async function readTradeBill(
  day: string,
  outcome: CallOutcome,
  caller: Caller,
  totalTimeoutMs: number,
): Promise<BillResult> {
  if (outcome.kind === 'unknown') return outcome;
  if (outcome.kind === 'error') {
    if (outcome.code === 'NO_STATEMENT_EXIST') return { kind: 'none' };
    if (outcome.code === 'STATEMENT_CREATING') return { kind: 'not-ready' };
    return { kind: 'unknown', message: `${outcome.status} ${outcome.code}` };
  }
  const { hash_type: hashType, hash_value: hash, download_url: address } = outcome.json;
  if (hashType !== 'SHA1' || typeof hash !== 'string' || typeof address !== 'string') {
    return { kind: 'unknown', message: 'bill answer without hash or address' };
  }
  const path = caller.pathOf(address);
  if (!path) return { kind: 'unknown', message: 'bill address of another kind' };
  try {
    const answer = await caller.sendUnverified({ method: 'GET', path }, MAX_PACKED_BYTES, totalTimeoutMs);
    if (answer.status !== 200) return { kind: 'unknown', message: `bill file: HTTP ${answer.status}` };
    const plain = isGzip(answer.body) ? await unpack(answer.body, { maxOutputLength: MAX_PLAIN_BYTES }) : answer.body;
    const sha1 = createHash('sha1').update(plain).digest('hex');
    if (sha1 !== hash.toLowerCase()) return { kind: 'unknown', message: 'bill file does not fit its hash' };
    const text = plain.toString('utf8');
    return { kind: 'bill', day, sha1, text, rows: billRows(text) };
  } catch (error) {
    if (error instanceof BillFormatError) return { kind: 'unknown', message: `bill file: ${error.message}` };
    if (error instanceof ExchangeError) return { kind: 'unknown', message: `${error.problem}: ${error.message}` };
    return { kind: 'unknown', message: 'bill file could not be unpacked' };
  }
}

function isGzip(body: Buffer): boolean {
  return body[0] === 0x1f && body[1] === 0x8b;
}
