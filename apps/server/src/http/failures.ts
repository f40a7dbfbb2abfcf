import { randomUUID } from 'node:crypto';
import { type IncomingMessage, STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import { API_BASE_PATH, TRACING_BASE_PATH } from '@huimin/contract';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { tookTooLong } from '../db/database.ts';
import type { Log } from '../ports/outside.ts';
import { fail, type Reply } from './handler.ts';
import { sendPageInWords } from './page-in-words.ts';
import { envelopeFor } from './reply-for.ts';

const BAD_INPUT_MESSAGES: Record<string, string> = {
  FST_ERR_CTP_BODY_TOO_LARGE: '内容太长，请缩短后再试',
  FST_ERR_CTP_INVALID_MEDIA_TYPE: '内容格式不支持，请用 JSON 提交',
  FST_ERR_CTP_INVALID_JSON_BODY: '内容不是完整的 JSON，请重新打开页面再试',
  FST_ERR_CTP_EMPTY_JSON_BODY: '没有收到内容，请重新打开页面再试',
};

const BAD_REQUEST_MESSAGE = '请求有误，请重新打开页面再试';

/** A short random number by which a person can name their request to the service desk. */
export function newRequestId(): string {
  const uuid = randomUUID();
  return `${uuid.slice(0, 8)}${uuid.slice(9, 13)}${uuid.slice(14, 18)}`;
}

/** Answers what is too broken to become a request (bytes that are not HTTP, headers without end) with the envelope too. */
export function answerBrokenRequest(error: { code?: string }, socket: Socket): void {
  if (error.code === 'ECONNRESET' || socket.destroyed) return;
  const [status, message] =
    error.code === 'ERR_HTTP_REQUEST_TIMEOUT'
      ? [408, '网络太慢，没有收到完整的内容，请稍后再试']
      : error.code === 'HPE_HEADER_OVERFLOW'
        ? [431, '内容太长，请缩短后再试']
        : [400, BAD_REQUEST_MESSAGE];
  const body = JSON.stringify(envelopeFor(null, fail('bad-input', message), newRequestId()));
  if (socket.writable) {
    const headers = [
      `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
      `Content-Length: ${Buffer.byteLength(body)}`,
      'Content-Type: application/json; charset=utf-8',
      'X-Content-Type-Options: nosniff',
      'Cache-Control: no-store',
      'Connection: close',
    ];
    socket.write(`${headers.join('\r\n')}\r\n\r\n${body}`);
  }
  socket.destroySoon();
}

/** Answers an address that cannot be read (a broken escape, a parameter without end); no hook has run for it. */
export function answerBrokenAddress(_error: unknown, request: FastifyRequest, reply: FastifyReply): void {
  reply.header('x-content-type-options', 'nosniff');
  send(fail('bad-input', '地址有误，请重新打开页面再试'), 400, request, reply);
}

const MOST_REST_BYTES = 16 * 1024 * 1024;
const REST_TIMEOUT_MS = 10_000;

/**
 * Takes what is still coming of a body that is too long and forgets it. A connection that is closed over unread bytes is
 * reset, and the answer, which says what is wrong, is lost with it.
 */
function takeRest(body: IncomingMessage): Promise<void> {
  if (body.readableEnded || body.destroyed) return Promise.resolve();
  return new Promise((resolve) => {
    let taken = 0;
    const timer = setTimeout(resolve, REST_TIMEOUT_MS);
    body.on('data', (bytes: Buffer) => {
      taken += bytes.length;
      if (taken > MOST_REST_BYTES) resolve();
    });
    body.once('close', resolve).once('end', resolve);
    body.resume();
    body.once('close', () => clearTimeout(timer));
  });
}

/** Bad bytes get the envelope with a clear message; what the database was too busy for 503; bugs get 500 with the request's id and nothing else. */
export function addFailureReplies(fastify: FastifyInstance, log: Log): void {
  fastify.setErrorHandler(
    async (error: { code?: string; statusCode?: number; message: string; stack?: string }, request, reply) => {
      const status = error.statusCode ?? 500;
      if (status < 500) {
        if (error.code === 'FST_ERR_CTP_BODY_TOO_LARGE') await takeRest(request.raw);
        const message = BAD_INPUT_MESSAGES[error.code ?? ''] ?? BAD_REQUEST_MESSAGE;
        return send(fail('bad-input', message), 200, request, reply);
      }
      if (tookTooLong(error)) {
        const { url: route } = request.routeOptions;
        log.warn({ requestId: request.id, route, error: error.message }, 'the database took too long');
        return send(fail('server-busy'), 503, request, reply);
      }
      log.error(
        { requestId: request.id, route: request.routeOptions.url, error: error.stack ?? error.message },
        'request failed',
      );
      return send(fail('server-busy'), 500, request, reply);
    },
  );
  fastify.setNotFoundHandler((request, reply) => {
    if (request.url.startsWith(API_BASE_PATH) || request.url.startsWith(TRACING_BASE_PATH)) {
      return send(fail('not-found', '没有这个接口'), 404, request, reply);
    }
    return sendPageInWords(reply.code(404), NOT_FOUND_PAGE);
  });
}

function send(answer: Reply<never>, status: number, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  return reply
    .code(status)
    .header('cache-control', 'no-store')
    .send(envelopeFor(null, answer, request.id));
}

const NOT_FOUND_PAGE = { title: '没有这个页面', text: '地址可能写错了。', href: '/', action: '回到首页' };
