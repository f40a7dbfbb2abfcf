import { createHash, randomInt, randomUUID } from 'node:crypto';
import { gzipSync } from 'node:zlib';
import { requestBytes } from './http-socket.ts';

const BATCHES_OF_VISIT = 30;
const EVENTS = 60;
const EMPTY = {
  orderNo: '',
  policyHolderIdNum: '',
  policyHolderIdType: '',
  policyHolderName: '',
  policyHolderPhoneNo: '',
  productId: 'js26',
};

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');

/** Sixty events as they come of an ordinary minute: about 11 KB, 2 KB packed. */
function events(fromMs: number): string {
  return JSON.stringify(
    Array.from({ length: EVENTS }, (_, index) => {
      const timestamp = fromMs + index * 80;
      if (index % 6 === 0) {
        const positions = [{ x: randomInt(375), y: randomInt(812), id: randomInt(2_000), timeOffset: -randomInt(500) }];
        return { type: 3, timestamp, data: { source: 6, positions } };
      }
      if (index % 6 === 1) return { type: 3, timestamp, data: { source: 3, id: 1, x: 0, y: randomInt(4_000) } };
      const node = {
        type: 2,
        tagName: 'div',
        attributes: { class: `row row-${randomInt(40)}`, 'data-v': String(randomInt(1e9)) },
        childNodes: [],
        id: randomInt(9_000),
      };
      const adds = [{ parentId: randomInt(2_000), nextId: null, node }];
      return { type: 3, timestamp, data: { source: 0, texts: [], attributes: [], removes: [], adds } };
    }),
  );
}

export type SentMembers = typeof EMPTY & {
  data: string;
  traceId: string;
  v: 1;
  tab: string;
  seq: number;
  prev: string;
  n: number;
};

/** Visits of so many batches in all, a few ready texts among them: what is measured is the taking, not the making. */
export function visits(batches: number): SentMembers[][] {
  const texts = Array.from({ length: BATCHES_OF_VISIT }, (_, index) => events(1_780_000_000_000 + index * 5_000));
  const hashes = texts.map(sha256);
  return Array.from({ length: Math.ceil(batches / BATCHES_OF_VISIT) }, () => {
    const traceId = randomUUID();
    return texts.map((data, seq) => ({
      ...EMPTY,
      ...{ data, traceId, v: 1 as const, tab: 'tab-0001', seq, prev: hashes[seq - 1] ?? '0'.repeat(64), n: EVENTS },
    }));
  });
}

/** The same as bytes on a connection, each visit from an address of its own. */
export function visitsOnTheWire(path: string, batches: number): Buffer[][] {
  return visits(batches).map((visit, index) => {
    const headers = {
      'content-type': 'application/json',
      'content-encoding': 'gzip',
      'x-forwarded-for': `10.${(index >> 16) & 255}.${(index >> 8) & 255}.${index & 255}`,
    };
    return visit.map((batch) => requestBytes('POST', path, headers, gzipSync(JSON.stringify(batch))));
  });
}
