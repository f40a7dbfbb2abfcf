import { createHash } from 'node:crypto';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { Answer, Remark } from '../http/router.ts';
import type { SandboxParts } from '../sandbox-parts.ts';
import { checksumOf, createObjectBook, type ObjectBook, type StoredObject, StoreError } from './object-book.ts';
import { refusalOf } from './signature-v4.ts';

export type RunningObjectStore = { objects: ObjectBook; port: number; close(): Promise<void> };

const MAX_BYTES = 64 * 1_048_576;
const CALLS = { PUT: 'put', GET: 'get', HEAD: 'head', DELETE: 'delete' } as const;
const BEFORE = ['timeout_before', 'http_500', 'busy_code'] as const;
const AFTER = ['timeout_after', 'truncated'] as const;

type Request = {
  method: string;
  target: string;
  headers: IncomingMessage['headers'];
  body: Buffer;
  note(remark: Remark): void;
};

/** An S3-compatible store with object lock on a port of its own: its paths are whatever the shop's objects are called. */
export async function startObjectStore(parts: SandboxParts, host: string, port: number): Promise<RunningObjectStore> {
  const objects = createObjectBook(parts);
  for (const call of Object.values(CALLS)) parts.faults.offer('object-store', call, [...BEFORE, ...AFTER]);
  const server = createServer((incoming, outgoing) => void serve(parts, objects, incoming, outgoing));
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, resolve);
  });
  return { objects, port: portOf(server), close: () => closed(server) };
}

async function serve(
  parts: SandboxParts,
  objects: ObjectBook,
  incoming: IncomingMessage,
  outgoing: ServerResponse,
): Promise<void> {
  const body = await bodyOf(incoming);
  if (!body) return void outgoing.destroy();
  const { method = '', url = '/', headers } = incoming;
  // Contents stay out of the log.
  const entry = parts.log.begin({ atMs: parts.clock.now(), method, target: url, body: Buffer.alloc(0) });
  const note = (remark: Remark): void => void Object.assign(entry, { provider: 'object-store', ...remark });
  const answer = answerTo(parts, objects, { method, target: url, headers, body, note });
  entry.status = answer.status;
  if (answer.delivery === 'reset') return void outgoing.destroy();
  if (answer.delivery === 'never') return;
  const content = Buffer.from(answer.body ?? '');
  outgoing.writeHead(answer.status, { 'content-length': String(content.length), ...answer.headers });
  outgoing.end(method === 'HEAD' ? undefined : content);
}

function answerTo(parts: SandboxParts, objects: ObjectBook, request: Request): Answer {
  const call = CALLS[request.method as keyof typeof CALLS];
  if (call === undefined) return failure(405, 'MethodNotAllowed', 'The specified method is not allowed.');
  request.note({ call });
  const before = parts.faults.take('object-store', call, BEFORE, {});
  if (before) request.note({ reason: `fault ${before.kind}` });
  if (before?.kind === 'timeout_before') return { status: 200, delivery: 'never' };
  if (before?.kind === 'busy_code') return failure(503, 'SlowDown', 'Please reduce your request rate.');
  if (before) return failure(500, 'InternalError', 'We encountered an internal error. Please try again.');
  const answer = acted(parts, objects, request);
  const after = parts.faults.take('object-store', call, AFTER, {});
  if (after) request.note({ reason: `fault ${after.kind}` });
  if (after?.kind === 'timeout_after') return { ...answer, delivery: 'never' };
  return after ? { ...answer, delivery: 'reset' } : answer;
}

function acted(parts: SandboxParts, objects: ObjectBook, request: Request): Answer {
  const { objectStore } = parts.keys;
  const refusal = refusalOf(request, objectStore, parts.clock.now());
  if (refusal) {
    request.note({ reason: refusal.message, expectedSignText: refusal.expectedSignText });
    return failure(refusal.status, refusal.code, refusal.message);
  }
  const [path = '', query = ''] = request.target.split('?', 2);
  const [, bucket, ...rest] = path.split('/').map(decodeURIComponent);
  const name = rest.join('/');
  if (bucket !== objectStore.bucket) return failure(404, 'NoSuchBucket', 'The specified bucket does not exist');
  if (name === '') return failure(400, 'InvalidRequest', 'Objects only are played.');
  try {
    return call(parts, objects, name, new URLSearchParams(query), request);
  } catch (error) {
    if (error instanceof StoreError) return failure(error.status, error.code, error.message);
    throw error;
  }
}

function call(
  parts: SandboxParts,
  objects: ObjectBook,
  name: string,
  query: URLSearchParams,
  { method, headers, body }: Request,
): Answer {
  if (method === 'DELETE') {
    objects.remove(name, query.get('versionId') ?? undefined);
    return { status: 204 };
  }
  if (method !== 'PUT') {
    const object = objects.find(name);
    if (!object) return failure(404, 'NoSuchKey', 'The specified key does not exist.');
    return read(object, String(headers.range ?? ''), headers['x-amz-checksum-mode'] === 'ENABLED');
  }
  const told = headers['x-amz-checksum-sha256'];
  const checksum = createHash('sha256').update(body).digest('base64');
  if (told !== undefined && told !== checksum)
    return failure(400, 'BadDigest', 'The SHA256 you specified did not match.');
  const xml = body.toString('utf8');
  if (query.has('retention')) {
    const [, until] = /<Mode>COMPLIANCE<\/Mode><RetainUntilDate>([^<]+)<\/RetainUntilDate>/.exec(xml) ?? [];
    objects.retain(name, untilOf(parts, until));
    return { status: 200 };
  }
  if (query.has('legal-hold')) {
    const [, status] = /<Status>(ON|OFF)<\/Status>/.exec(xml) ?? [];
    if (status === undefined) throw new StoreError(400, 'MalformedXML', 'The XML you provided was not well-formed');
    objects.hold(name, status === 'ON');
    return { status: 200 };
  }
  const mode = headers['x-amz-object-lock-mode'];
  const until = headers['x-amz-object-lock-retain-until-date'];
  if ((mode === undefined) !== (until === undefined) || (mode !== undefined && mode !== 'COMPLIANCE')) {
    return failure(400, 'InvalidArgument', 'x-amz-object-lock-mode and -retain-until-date must both be given');
  }
  const stored = objects.put(
    {
      name,
      content: body.toString('base64'),
      contentType: String(headers['content-type'] ?? 'binary/octet-stream'),
      ...(until === undefined ? {} : { retainUntilMs: untilOf(parts, String(until)) }),
    },
    headers['if-none-match'] === '*',
  );
  return { status: 200, headers: { 'x-amz-version-id': stored.version, 'x-amz-checksum-sha256': checksum } };
}

function untilOf(parts: SandboxParts, text: string | undefined): number {
  const untilMs = Date.parse(text ?? '');
  if (Number.isNaN(untilMs)) throw new StoreError(400, 'MalformedXML', 'The retain until date cannot be read');
  if (untilMs <= parts.clock.now()) {
    throw new StoreError(400, 'InvalidArgument', 'The retain until date must be in the future!');
  }
  return untilMs;
}

function read(object: StoredObject, range: string, withChecksum: boolean): Answer {
  const content = Buffer.from(object.content, 'base64');
  const headers = {
    'content-type': object.contentType,
    'x-amz-version-id': object.version,
    ...(withChecksum ? { 'x-amz-checksum-sha256': checksumOf(object) } : {}),
    ...(object.retainUntilMs === undefined
      ? {}
      : {
          'x-amz-object-lock-mode': 'COMPLIANCE',
          'x-amz-object-lock-retain-until-date': new Date(object.retainUntilMs).toISOString(),
        }),
    'x-amz-object-lock-legal-hold': object.held ? 'ON' : 'OFF',
  };
  // What a HEAD tells of the length, too.
  const length = { 'content-length': String(content.length) };
  const [, from, to] = /^bytes=(\d+)-(\d+)$/.exec(range) ?? [];
  if (from === undefined) return { status: 200, headers: { ...headers, ...length }, body: content };
  if (Number(from) >= content.length) return failure(416, 'InvalidRange', 'The requested range is not satisfiable');
  const part = content.subarray(Number(from), Number(to) + 1);
  return { status: 206, headers, body: part };
}

function failure(status: number, code: string, message: string): Answer {
  const body = `<?xml version="1.0" encoding="UTF-8"?><Error><Code>${code}</Code><Message>${message}</Message></Error>`;
  return { status, headers: { 'content-type': 'application/xml' }, body };
}

function bodyOf(incoming: IncomingMessage): Promise<Buffer | null> {
  return new Promise((resolve) => {
    const chunks: Buffer[] = [];
    let size = 0;
    incoming.on('data', (chunk: Buffer) => {
      size += chunk.length;
      if (size > MAX_BYTES) resolve(null);
      else chunks.push(chunk);
    });
    incoming.on('end', () => resolve(Buffer.concat(chunks)));
    incoming.on('error', () => resolve(null));
  });
}

function portOf(server: Server): number {
  const address = server.address();
  return typeof address === 'object' && address !== null ? address.port : 0;
}

function closed(server: Server): Promise<void> {
  server.closeAllConnections();
  return new Promise((resolve) => server.close(() => resolve()));
}
