import { answerWithFaults } from '../faults/faulty-answer.ts';
import type { Answer, Router } from '../http/router.ts';
import { objectId } from '../keys/der.ts';
import type { SandboxParts } from '../sandbox-parts.ts';
import { type Authority, createAuthority, refusal, type StampRequest } from './authority.ts';

const PATHS = { '/tsa': 'Sandbox TSA', '/tsa2': 'Sandbox TSA 2' } as const;
const BAD_REQUEST = 2;
const BAD_ALGORITHM = 0;
/** SHA-256 and SHA-512, and how long they are. */
const HASHES = [
  [objectId('2.16.840.1.101.3.4.2.1'), 32],
  [objectId('2.16.840.1.101.3.4.2.3'), 64],
] as const;

/** Two time stamp authorities (RFC 3161), each with a root of its own that is made when it is first asked. */
export function startTsa(router: Router, parts: SandboxParts): void {
  const authorities = new Map<string, Authority>();
  let serial = 0;
  parts.faults.offer('tsa', 'stamp', ['timeout_before', 'http_500', 'timeout_after', 'truncated']);
  const authorityAt = (path: keyof typeof PATHS): Authority => {
    const authority = authorities.get(path) ?? createAuthority(PATHS[path]);
    authorities.set(path, authority);
    return authority;
  };
  for (const path of Object.keys(PATHS) as (keyof typeof PATHS)[]) {
    router.on('GET', `${path}/root.pem`, () => ({
      status: 200,
      headers: { 'content-type': 'application/x-pem-file' },
      body: authorityAt(path).rootPem,
    }));
    router.on('POST', path, (request) => {
      request.note({ provider: 'tsa', call: 'stamp' });
      const busy = (): Answer => ({ status: 503, body: 'busy' });
      const call = {
        faults: parts.faults,
        provider: 'tsa',
        call: 'stamp',
        match: {},
        busy,
        rateLimited: busy,
      } as const;
      return answerWithFaults(request, call, () => {
        if (request.headers['content-type'] !== 'application/timestamp-query')
          return { status: 415, body: 'not a query' };
        const asked = readRequest(request.body);
        if (typeof asked === 'number') {
          request.note({ reason: `the request is refused with ${asked}` });
          return reply(refusal(asked));
        }
        serial += 1;
        return reply(authorityAt(path).stamp(asked, parts.clock.now(), serial));
      });
    });
  }
}

const reply = (body: Buffer): Answer => ({
  status: 200,
  headers: { 'content-type': 'application/timestamp-reply' },
  body,
});

/** The request, or the bit that says why it is refused. */
function readRequest(body: Buffer): StampRequest | number {
  try {
    const [whole, ...behind] = elementsOf(body);
    if (whole?.tag !== 0x30 || behind.length > 0) return BAD_REQUEST;
    const [version, imprint, ...others] = elementsOf(whole.content);
    if (version?.tag !== 0x02 || version.content[0] !== 1 || imprint?.tag !== 0x30) return BAD_REQUEST;
    const [algorithm, hashed] = elementsOf(imprint.content);
    const known = HASHES.find(([id]) => algorithm?.content.subarray(0, id.length).equals(id));
    if (!known) return BAD_ALGORITHM;
    if (hashed?.tag !== 0x04 || hashed.content.length !== known[1]) return BAD_REQUEST;
    const nonce = others.find(({ tag }) => tag === 0x02)?.whole ?? null;
    const wantsCertificates = others.find(({ tag }) => tag === 0x01)?.content[0] === 0xff;
    return { imprint: imprint.whole, nonce, wantsCertificates };
  } catch {
    return BAD_REQUEST;
  }
}

type Element = { tag: number; whole: Buffer; content: Buffer };

/** The values that stand one after the other. Throws where a length does not fit. */
function elementsOf(bytes: Buffer): Element[] {
  const found: Element[] = [];
  for (let at = 0; at < bytes.length; ) {
    const first = bytes[at + 1] ?? 0;
    const more = first < 0x80 ? 0 : first & 0x7f;
    const start = at + 2 + more;
    const end = start + (more === 0 ? first : bytes.readUIntBE(at + 2, more));
    if (end > bytes.length) throw new RangeError('cut off');
    found.push({ tag: bytes[at] ?? 0, whole: bytes.subarray(at, end), content: bytes.subarray(start, end) });
    at = end;
  }
  return found;
}
