import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { ClockSource } from '../clock/virtual-clock.ts';
import { maskPersonal } from './mask-personal.ts';
import type { LogEntry, RequestLog } from './request-log.ts';
import { type Answer, json, type Router, type SandboxRequest } from './router.ts';

const BODY_LIMIT_BYTES = 1_048_576;
/** Pictures come to the clouds' address as base64. */
const PICTURE_LIMIT_BYTES = 12 * 1_048_576;
const LOGGED_ANSWER_LIMIT = 4000;

export type HttpServer = { port: number; close(): Promise<void> };

export type HttpServerParts = { router: Router; log: RequestLog; clock: ClockSource };

/**
 * Serves `router` on `host:port` (port 0 takes a free one).
 * Rejects when the port cannot be had, with Node's own error (`code` `EADDRINUSE`).
 */
export async function listen(parts: HttpServerParts, host: string, port: number): Promise<HttpServer> {
  const server: Server = createServer((incoming, outgoing) => {
    void serve(parts, incoming, outgoing);
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, () => {
      server.off('error', reject);
      resolve();
    });
  });
  return {
    port: (server.address() as AddressInfo).port,
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        // Answers that a fault holds back for ever must not hold the process.
        server.closeAllConnections();
      }),
  };
}

async function serve(parts: HttpServerParts, incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
  const target = incoming.url ?? '/';
  const limitBytes = target === '/' ? PICTURE_LIMIT_BYTES : BODY_LIMIT_BYTES;
  const body = await readBody(incoming, limitBytes);
  if (body === 'aborted') return;
  const method = incoming.method ?? 'GET';
  const entry = parts.log.begin({
    atMs: parts.clock.now(),
    method,
    target,
    body: body === 'too-large' ? Buffer.alloc(0) : body,
  });
  if (body === 'too-large') {
    entry.reason = `body over ${limitBytes} bytes`;
    send(outgoing, entry, json(413, { code: 'PARAM_ERROR', message: '请求体过大' }, { connection: 'close' }));
    return;
  }
  const question = target.indexOf('?');
  const request: SandboxRequest = {
    method,
    target,
    path: question < 0 ? target : target.slice(0, question),
    query: new URLSearchParams(question < 0 ? '' : target.slice(question + 1)),
    headers: incoming.headers,
    body,
    remoteAddress: incoming.socket.remoteAddress ?? '',
    params: {},
    note: (remark) => {
      Object.assign(entry, remark);
    },
  };
  send(outgoing, entry, await answer(parts.router, request));
}

async function answer(router: Router, request: SandboxRequest): Promise<Answer> {
  const found = router.find(request.method === 'HEAD' ? 'GET' : request.method, request.path);
  if (found === undefined || found === 'wrong-method') {
    request.note({ reason: found ? 'no such method for this path' : 'no such path' });
    return json(found ? 405 : 404, {
      code: 'RESOURCE_NOT_EXISTS',
      message: found ? '不支持的请求方法' : '请求的地址不存在',
    });
  }
  request.params = found.params;
  try {
    return await found.handler(request);
  } catch (error) {
    request.note({
      reason: `sandbox defect: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`,
    });
    return json(500, { code: 'SYSTEM_ERROR', message: '系统异常，请用相同参数重新调用' });
  }
}

function send(outgoing: ServerResponse, entry: LogEntry, result: Answer): void {
  entry.status = result.status;
  if (result.delivery === 'never') return;
  if (result.delivery === 'reset') {
    outgoing.destroy();
    return;
  }
  if (typeof result.body === 'string' && !result.headers?.['content-type']?.startsWith('text/')) {
    entry.answerBody = maskPersonal(result.body.slice(0, LOGGED_ANSWER_LIMIT));
  }
  outgoing.writeHead(result.status, { 'x-content-type-options': 'nosniff', ...result.headers });
  outgoing.end(result.body);
}

function readBody(incoming: IncomingMessage, limitBytes: number): Promise<Buffer | 'too-large' | 'aborted'> {
  return new Promise((resolve) => {
    const chunks: Buffer[] = [];
    let size = 0;
    incoming.on('data', (chunk: Buffer) => {
      size += chunk.length;
      if (size > limitBytes) {
        incoming.removeAllListeners('data');
        incoming.resume();
        resolve('too-large');
        return;
      }
      chunks.push(chunk);
    });
    incoming.on('end', () => resolve(Buffer.concat(chunks)));
    incoming.on('error', () => resolve('aborted'));
    incoming.on('aborted', () => resolve('aborted'));
  });
}
