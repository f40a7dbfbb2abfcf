import type { IncomingMessage } from 'node:http';
import { promisify } from 'node:util';
import { gunzip, gunzipSync } from 'node:zlib';
import type { FastifyInstance, FastifyRequest } from 'fastify';

const unpack = promisify(gunzip);
/** Up to here unpacking on the spot is over sooner than the way to another thread and back. */
const SMALL_BYTES = 131_072;
/** A gzip file ends with the length of what was packed. */
const LENGTH_BYTES = 4;
/** Below it nothing is unpacked into. */
const LEAST_ROOM = 64;

export interface PackedLimits {
  /** Largest body as it travels. */
  readonly bodyBytes: number;
  /** Largest body unpacked; nothing is unpacked beyond it. */
  readonly expandedBytes: number;
}

class BodyFault extends Error {
  readonly statusCode: number;
  readonly code: string;
  constructor(statusCode: number, code: string) {
    super(code);
    this.statusCode = statusCode;
    this.code = code;
  }
}
const tooLarge = () => new BodyFault(413, 'FST_ERR_CTP_BODY_TOO_LARGE');
const notJson = () => new BodyFault(400, 'FST_ERR_CTP_INVALID_JSON_BODY');

/** A body written in a way of its own call; null where it is not, `unknown` where nobody here can read it. */
export type ReadBody = (bytes: Buffer, mostBytes: number) => Promise<object | 'unknown' | null>;

/** For routes of this scope: JSON, plain or as gzip, also when it says that it is text, and what `readBody` understands. */
export function takePackedBodies(scope: FastifyInstance, limits: PackedLimits, readBody?: ReadBody): void {
  scope.removeAllContentTypeParsers();
  scope.addContentTypeParser(
    ['application/json', 'text/plain'],
    async (request: FastifyRequest, payload: IncomingMessage) => {
      const sent = await readAtMost(payload, limits.bodyBytes);
      const bytes = isGzip(sent) ? await expand(sent, limits.expandedBytes) : plain(request, sent);
      const read = (await readBody?.(bytes, limits.expandedBytes)) ?? null;
      if (read === 'unknown') throw new BodyFault(415, 'FST_ERR_CTP_INVALID_MEDIA_TYPE');
      if (read !== null) return read;
      const text = bytes.toString('utf8');
      if (text === '') throw new BodyFault(400, 'FST_ERR_CTP_EMPTY_JSON_BODY');
      return parsed(text);
    },
  );
}

/** Only members that the call names are taken over, so that a name like `__proto__` reaches nothing. */
function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw notJson();
  }
}

/** What says that it is gzip and is not has been damaged on its way. */
function plain(request: FastifyRequest, sent: Buffer): Buffer {
  if ((request.headers['content-encoding'] ?? 'identity') !== 'identity') throw notJson();
  return sent;
}

/** What is too long is not read further, and the connection stays: its sender is to get the answer. */
function readAtMost(payload: IncomingMessage, most: number): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const parts: Buffer[] = [];
    let length = 0;
    const stop = () => payload.off('data', take).off('end', end).off('error', broken);
    const take = (part: Buffer) => {
      length += part.length;
      parts.push(part);
      if (length <= most) return;
      stop();
      reject(tooLarge());
    };
    const end = () => {
      stop();
      resolve(Buffer.concat(parts));
    };
    const broken = () => {
      stop();
      reject(notJson());
    };
    payload.on('data', take).on('end', end).on('error', broken);
  });
}

/** By the first bytes: a page that is closing cannot say how its body is encoded. */
function isGzip(bytes: Buffer): boolean {
  return bytes[0] === 0x1f && bytes[1] === 0x8b;
}

const lengthSaid = (bytes: Buffer): number =>
  bytes.length > LENGTH_BYTES ? bytes.readUInt32LE(bytes.length - LENGTH_BYTES) : Number.POSITIVE_INFINITY;

async function expand(bytes: Buffer, most: number): Promise<Buffer> {
  try {
    const said = lengthSaid(bytes);
    // With room for as much as it says nothing is asked for twice, or in vain.
    const options = { maxOutputLength: Math.min(SMALL_BYTES, most), chunkSize: said + LEAST_ROOM };
    if (said <= SMALL_BYTES) return gunzipSync(bytes, options);
  } catch {
    // Not what it says: the careful way tells what it is.
  }
  try {
    return await unpack(bytes, { maxOutputLength: most });
  } catch (error) {
    throw (error as { code?: string }).code === 'ERR_BUFFER_TOO_LARGE' ? tooLarge() : notJson();
  }
}
