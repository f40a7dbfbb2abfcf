import { createHash } from 'node:crypto';
import { AwsV4Signer } from 'aws4fetch';
import {
  checkedObjectName,
  type ObjectState,
  type ObjectStore,
  ObjectTaken,
  StoreUnavailable,
} from '../../ports/object-store.ts';
import type { Clock } from '../../ports/outside.ts';
import { createExchange, type ExchangeAnswer, ExchangeError } from '../http-exchange.ts';

export interface S3StoreOptions {
  /** Scheme, host and port of the store. Buckets are addressed by path. */
  readonly origin: string;
  /** Made with object lock, which turns versioning on. */
  readonly bucket: string;
  /** Before every name, so that several shops may share a bucket; ends with `/` or is empty. */
  readonly prefix: string;
  readonly region: string;
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
  readonly clock: Clock;
  /** Pause before the second, third … try. */
  readonly retryAfterMs?: readonly number[];
}

interface Request {
  readonly method: 'GET' | 'PUT' | 'HEAD' | 'DELETE';
  readonly name: string;
  readonly query?: Readonly<Record<string, string>>;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: Buffer;
}

const MAX_BYTES = 512 * 1024 * 1024;
const CONNECT_MS = 5_000;
const TOTAL_MS = 60_000;
const RETRY_AFTER_MS = [200, 1_000, 4_000];

/**
 * Objects in any store that speaks S3 with object lock. Retention is COMPLIANCE: not even the account's owner can
 * delete earlier. What is stored is believed only once the store's own SHA-256 says so.
 */
export function createS3Store(options: S3StoreOptions): ObjectStore & { close(): void } {
  const { clock, retryAfterMs = RETRY_AFTER_MS } = options;
  const exchange = createExchange();

  async function once({ method, name, query = {}, headers = {}, body }: Request): Promise<ExchangeAnswer> {
    const bytes = body ?? Buffer.alloc(0);
    const url = new URL(`${options.origin}/${options.bucket}/${options.prefix}${checkedObjectName(name)}`);
    for (const [key, value] of Object.entries(query)) url.searchParams.set(key, value);
    const signed = await new AwsV4Signer({
      method,
      url: String(url),
      headers: { ...headers, 'x-amz-content-sha256': createHash('sha256').update(bytes).digest('hex') },
      accessKeyId: options.accessKeyId,
      secretAccessKey: options.secretAccessKey,
      service: 's3',
      region: options.region,
      datetime: new Date(clock.now()).toISOString().replace(/[:-]|\.\d{3}/g, ''),
    }).sign();
    return exchange.send({
      method,
      url,
      headers: Object.fromEntries(signed.headers),
      body: bytes,
      connectTimeoutMs: CONNECT_MS,
      totalTimeoutMs: TOTAL_MS,
      maxBytes: MAX_BYTES,
    });
  }

  /** Every call may be made again: a write carries its condition, a deletion its version. */
  async function ask(request: Request): Promise<ExchangeAnswer> {
    for (let tries = 0; ; tries++) {
      const answer = await once(request).catch((error: unknown) => {
        if (error instanceof ExchangeError) return new StoreUnavailable(`${request.method}: ${error.message}`);
        throw error;
      });
      const isFinal = !(answer instanceof StoreUnavailable) && answer.status < 500 && answer.status !== 429;
      if (isFinal) return answer;
      const pauseMs = retryAfterMs[tries];
      if (pauseMs === undefined) {
        throw answer instanceof StoreUnavailable ? answer : unexpected(request, answer);
      }
      await new Promise((resolve) => setTimeout(resolve, pauseMs));
    }
  }

  /** State and version; the version is needed to delete for good. */
  async function head(name: string): Promise<{ state: ObjectState; version: string } | null> {
    const request: Request = { method: 'HEAD', name, headers: { 'x-amz-checksum-mode': 'ENABLED' } };
    const answer = await ask(request);
    if (answer.status === 404) return null;
    if (answer.status !== 200) throw unexpected(request, answer);
    const checksum = headerOf(answer, 'x-amz-checksum-sha256');
    const retainUntil = headerOf(answer, 'x-amz-object-lock-retain-until-date');
    const mode = headerOf(answer, 'x-amz-object-lock-mode');
    const held = headerOf(answer, 'x-amz-object-lock-legal-hold') === 'ON';
    if (checksum === '') throw new StoreUnavailable(`HEAD: the store tells no SHA-256 of ${name}`);
    const state: ObjectState = {
      bytes: Number(headerOf(answer, 'content-length')),
      sha256: Buffer.from(checksum, 'base64').toString('hex'),
      retainUntilMs: retainUntil === '' ? null : Date.parse(retainUntil),
      held,
      lock: mode === 'COMPLIANCE' || held ? 'compliance' : 'none',
    };
    return { state, version: headerOf(answer, 'x-amz-version-id') };
  }

  const state = async (name: string): Promise<ObjectState | null> => (await head(name))?.state ?? null;

  async function get(name: string): Promise<Buffer | null> {
    const request: Request = { method: 'GET', name };
    const answer = await ask(request);
    if (isAbsent(answer)) return null;
    if (answer.status !== 200) throw unexpected(request, answer);
    return answer.body;
  }

  async function retain(name: string, untilMs: number): Promise<ObjectState | null> {
    const before = await state(name);
    // To the second, as the store keeps it.
    if (!before || (before.retainUntilMs ?? 0) >= Math.floor(untilMs / 1000) * 1000) return before;
    await put(name, 'retention', `<Mode>COMPLIANCE</Mode><RetainUntilDate>${isoOf(untilMs)}</RetainUntilDate>`);
    return state(name);
  }

  /** One of the two small documents that stand beside an object. */
  async function put(name: string, what: 'retention' | 'legal-hold', content: string): Promise<void> {
    const tag = what === 'retention' ? 'Retention' : 'LegalHold';
    const xml = `<${tag} xmlns="http://s3.amazonaws.com/doc/2006-03-01/">${content}</${tag}>`;
    const body = Buffer.from(xml);
    const request: Request = { method: 'PUT', name, query: { [what]: '' }, body, headers: checksumOf(body) };
    const answer = await ask(request);
    if (answer.status !== 200) throw unexpected(request, answer);
  }

  return {
    async put(name, bytes, { contentType, retainUntilMs }) {
      const request: Request = {
        method: 'PUT',
        name,
        body: bytes,
        headers: {
          ...checksumOf(bytes),
          'content-type': contentType,
          'if-none-match': '*',
          ...(retainUntilMs === undefined
            ? {}
            : {
                'x-amz-object-lock-mode': 'COMPLIANCE',
                'x-amz-object-lock-retain-until-date': isoOf(retainUntilMs),
              }),
        },
      };
      const answer = await ask(request);
      // 412: the name is taken, perhaps by our own try whose answer was lost.
      if (answer.status !== 200 && answer.status !== 412) throw unexpected(request, answer);
      const stored = await state(name);
      if (!stored) throw new StoreUnavailable(`PUT: ${name} was taken and is not there`);
      if (stored.sha256 !== createHash('sha256').update(bytes).digest('hex')) throw new ObjectTaken(name);
      return retainUntilMs === undefined ? stored : ((await retain(name, retainUntilMs)) ?? stored);
    },
    get,
    async kept(name) {
      const bytes = await get(name);
      const keeping = bytes && (await state(name));
      return keeping && { bytes, keeping };
    },
    async range(name, from, length) {
      const request: Request = { method: 'GET', name, headers: { range: `bytes=${from}-${from + length - 1}` } };
      const answer = await ask(request);
      if (isAbsent(answer)) return null;
      if (answer.status === 416) return Buffer.alloc(0);
      if (answer.status !== 206) throw unexpected(request, answer);
      return answer.body;
    },
    state,
    retain,
    async hold(name, held) {
      const before = await state(name);
      if (!before || before.held === held) return before;
      await put(name, 'legal-hold', `<Status>${held ? 'ON' : 'OFF'}</Status>`);
      return state(name);
    },
    async remove(name) {
      const found = await head(name);
      if (!found) return 'absent';
      // Without its version a deletion would only hide the object, even a locked one.
      const request: Request = { method: 'DELETE', name, query: { versionId: found.version } };
      const answer = await ask(request);
      if (answer.status === 403 && codeOf(answer) === 'AccessDenied') return 'locked';
      if (answer.status !== 204 && answer.status !== 404) throw unexpected(request, answer);
      return 'removed';
    },
    close: () => exchange.close(),
  };
}

function checksumOf(body: Buffer): Record<string, string> {
  return { 'x-amz-checksum-sha256': createHash('sha256').update(body).digest('base64') };
}

function isoOf(atMs: number): string {
  return new Date(atMs).toISOString().replace(/\.\d{3}/, '');
}

function headerOf(answer: ExchangeAnswer, name: string): string {
  return String(answer.headers[name] ?? '');
}

function unexpected(request: Request, answer: ExchangeAnswer): StoreUnavailable {
  return new StoreUnavailable(`${request.method} was answered ${answer.status} ${codeOf(answer)}`.trim());
}

/** Another 404 is a bucket that is not there. */
function isAbsent(answer: ExchangeAnswer): boolean {
  return answer.status === 404 && codeOf(answer) === 'NoSuchKey';
}

function codeOf(answer: ExchangeAnswer): string {
  return /<Code>(\w+)<\/Code>/.exec(answer.body.toString('utf8'))?.[1] ?? '';
}
