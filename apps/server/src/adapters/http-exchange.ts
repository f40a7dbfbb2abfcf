import { Agent as HttpAgent, request as httpRequest, type RequestOptions } from 'node:http';
import { Agent as HttpsAgent, request as httpsRequest } from 'node:https';
import type { Socket } from 'node:net';

export interface ExchangeRequest {
  readonly method: 'GET' | 'POST' | 'PUT' | 'HEAD' | 'DELETE';
  readonly url: URL;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | Buffer;
  readonly connectTimeoutMs: number;
  readonly totalTimeoutMs: number;
  readonly maxBytes: number;
}

export interface ExchangeAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly body: Buffer;
}

export type ExchangeProblem = 'not-connected' | 'broken' | 'timeout' | 'too-large';

/** No usable answer. `not-connected` and `broken` may be tried again when the call is idempotent. */
export class ExchangeError extends Error {
  readonly problem: ExchangeProblem;
  constructor(problem: ExchangeProblem, message: string) {
    super(message);
    this.problem = problem;
  }
}

/** Sends a request and reads its whole answer as bytes. */
export type Exchange = (request: ExchangeRequest) => Promise<ExchangeAnswer>;

/**
 * A kept connection is given up after this long without a request, sooner where the other side says so (`keep-alive:
 * timeout`): one that is closed there, or forgotten by what lies between, just as a request goes out on it leaves open
 * whether a text message was sent.
 */
const KEPT_IDLE_MS = 4_000;

/** Node's own HTTP client with kept connections and separate limits for connecting and for the whole exchange. */
export function createExchange(keptIdleMs: number = KEPT_IDLE_MS): { send: Exchange; close(): void } {
  // Without a `timeout` of its own the agent does not go by what the other side says either.
  const kept = { keepAlive: true, maxSockets: 64, timeout: keptIdleMs };
  const plain = new HttpAgent(kept);
  const secure = new HttpsAgent(kept);
  return {
    close() {
      plain.destroy();
      secure.destroy();
    },
    send: (request) =>
      new Promise((resolve, reject) => {
        const isSecure = request.url.protocol === 'https:';
        const options: RequestOptions = {
          method: request.method,
          headers:
            request.body.length > 0
              ? { ...request.headers, 'content-length': String(Buffer.byteLength(request.body)) }
              : request.headers,
          agent: isSecure ? secure : plain,
        };
        let connected = false;
        let settled = false;
        const outgoing = isSecure ? httpsRequest(request.url, options) : httpRequest(request.url, options);
        const total = setTimeout(() => giveUp('timeout', 'no whole answer in time'), request.totalTimeoutMs);
        let connecting: NodeJS.Timeout | undefined;

        function giveUp(problem: ExchangeProblem, message: string): void {
          if (settled) return;
          settled = true;
          clearTimeout(total);
          clearTimeout(connecting);
          outgoing.destroy();
          reject(new ExchangeError(problem, message));
        }

        outgoing.on('socket', (socket: Socket) => {
          if (!socket.connecting) {
            connected = true;
            return;
          }
          connecting = setTimeout(() => giveUp('not-connected', 'no connection in time'), request.connectTimeoutMs);
          socket.once(isSecure ? 'secureConnect' : 'connect', () => {
            connected = true;
            clearTimeout(connecting);
          });
        });
        outgoing.on('error', (error) => giveUp(connected ? 'broken' : 'not-connected', error.message));
        outgoing.on('response', (incoming) => {
          const chunks: Buffer[] = [];
          let size = 0;
          incoming.on('data', (chunk: Buffer) => {
            size += chunk.length;
            if (size > request.maxBytes) giveUp('too-large', `answer larger than ${request.maxBytes} bytes`);
            else chunks.push(chunk);
          });
          incoming.on('error', (error) => giveUp('broken', error.message));
          incoming.on('aborted', () => giveUp('broken', 'answer cut off'));
          incoming.on('end', () => {
            if (settled) return;
            settled = true;
            clearTimeout(total);
            clearTimeout(connecting);
            resolve({ status: incoming.statusCode ?? 0, headers: incoming.headers, body: Buffer.concat(chunks) });
          });
        });
        outgoing.end(request.body.length > 0 ? request.body : undefined);
      }),
  };
}
