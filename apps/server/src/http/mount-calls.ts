import { extname } from 'node:path';
import {
  type AnyCall,
  API_BASE_PATH,
  PRODUCT_NUMBER,
  PRODUCT_NUMBER_HEADER,
  PROJECT_ID,
  PROJECT_ID_HEADER,
  RECORD_ID_HEADER,
  TRACING_BASE_PATH,
} from '@huimin/contract';
import type { FastifyInstance, FastifyReply, FastifyRequest, HTTPMethods } from 'fastify';
import { plainAddress } from '../coordination/plain-address.ts';
import {
  type CallRequest,
  type FileReply,
  fail,
  type HandlerTable,
  type InputProblem,
  ReadyReply,
  type Reply,
  type Session,
  type SessionGate,
  type StreamedFile,
} from './handler.ts';
import { type ReadBody, takePackedBodies } from './packed-body.ts';
import { opensAsPage, sendPageInWords } from './page-in-words.ts';
import { envelopeFor } from './reply-for.ts';
import { inputValidator } from './validate-input.ts';

export interface MountOptions {
  readonly calls: readonly AnyCall[];
  readonly handlers: HandlerTable;
  readonly sessions: SessionGate;
  /** Understands bodies that are not JSON, of calls that take packed ones. */
  readonly readBody?: ReadBody;
  /** Runs the work of a call with a limit to each of its statements. */
  readonly limited: LimitedWork;
  /** Counts every answered call by its code, for metrics. */
  readonly onAnswer?: (call: AnyCall, code: number | string, durationMs: number) => void;
}

export type LimitedWork = <T>(call: AnyCall, work: () => Promise<Reply<T>>) => Promise<Reply<T>>;

/** The call's whole path: tracing calls already carry theirs. */
export function pathOf(call: AnyCall): string {
  const path = call.path.startsWith(TRACING_BASE_PATH) ? call.path : `${API_BASE_PATH}${call.path}`;
  return path.replace(/\{(\w+)\}/g, ':$1');
}

/** What can be had can be asked about; in one route, where the framework would make a second one for it. */
export function methodsOf(call: AnyCall): HTTPMethods | HTTPMethods[] {
  return call.method === 'GET' ? ['GET', 'HEAD'] : call.method;
}

/** Mounts every call of the contract: headers, login, validation, handler, envelope. A call without handler is a start error. */
export function mountCalls(fastify: FastifyInstance, options: MountOptions): void {
  for (const call of options.calls) {
    const handler = options.handlers[call.name];
    if (!handler) throw new Error(`no handler for call ${call.name} (${call.method} ${call.path})`);
    const { expandedLimitBytes } = call;
    if (expandedLimitBytes === null) mountCall(fastify, call, handler, options);
    else {
      fastify.register(async (scope) => {
        const limits = { bodyBytes: call.bodyLimitBytes, expandedBytes: expandedLimitBytes };
        takePackedBodies(scope, limits, options.readBody);
        mountCall(scope, call, handler, options);
      });
    }
  }
}

function mountCall(
  fastify: FastifyInstance,
  call: AnyCall,
  handler: HandlerTable[string],
  options: MountOptions,
): void {
  const validate = inputValidator(call);
  fastify.route({
    method: methodsOf(call),
    url: pathOf(call),
    bodyLimit: call.bodyLimitBytes,
    handler: async (request, reply) => {
      const startedAt = performance.now();
      const answer = await options.limited(call, () =>
        answerCall(call, validate, handler, options.sessions, request, reply),
      );
      options.onAnswer?.(call, answer.ok ? 200000 : answer.name, performance.now() - startedAt);
      return send(call, answer, request, reply);
    },
  });
}

async function answerCall(
  call: AnyCall,
  validate: ReturnType<typeof inputValidator>,
  handler: HandlerTable[string],
  sessions: SessionGate,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<Reply<unknown>> {
  if (!carriesHeaders(call, request)) return fail('missing-header');
  const session = call.login === 'none' ? null : within(call, await sessions.read(request));
  if (call.login === 'required' && !session?.user) return fail('not-logged-in');
  const checked = validate(rawInput(call, request));
  if (!checked.ok) return badInput(checked.problems);
  return handler(checked.value, callRequest(session, sessions, request, reply));
}

/** The session as far as it reaches: one for claims and settlements is a visitor's everywhere else. */
function within(call: AnyCall, session: Session | null): Session | null {
  return session?.settlementOnly && !call.forSettlement ? { ...session, user: null } : session;
}

/** What was sent, path parameters included, as it came. */
export function rawInput(call: AnyCall, request: FastifyRequest): unknown {
  const raw =
    call.method === 'GET' || call.method === 'DELETE' || call.method === 'HEAD' ? request.query : request.body;
  return withPathParameters(withQuery(call, raw, request.query), request.params);
}

/** A file opened as a link carries no headers; every other call must. */
export function carriesHeaders(call: AnyCall, request: FastifyRequest): boolean {
  if (call.replyKind === 'file' || call.path.startsWith(TRACING_BASE_PATH)) return true;
  return (
    request.headers[PRODUCT_NUMBER_HEADER.toLowerCase()] === PRODUCT_NUMBER &&
    request.headers[PROJECT_ID_HEADER.toLowerCase()] === PROJECT_ID
  );
}

function withQuery({ inQuery }: AnyCall, body: unknown, query: unknown): unknown {
  if (inQuery.length === 0) return body;
  const given = Object.entries(query as object).filter(([name]) => inQuery.includes(name));
  return { ...Object.fromEntries(given), ...(body as object | null) };
}

function withPathParameters(raw: unknown, params: unknown): unknown {
  const given = params as Record<string, string>;
  if (Object.keys(given).length === 0) return raw;
  return { ...(raw as object), ...given };
}

export function badInput(problems: readonly InputProblem[]): Reply<never> {
  return fail('bad-input', problems[0]?.message, { fields: problems });
}

function callRequest(
  session: Session | null,
  sessions: SessionGate,
  request: FastifyRequest,
  reply: FastifyReply,
): CallRequest {
  return {
    session,
    user: session?.user as NonNullable<Session['user']>,
    clientAddress: plainAddress(request.ip),
    userAgent: String(request.headers['user-agent'] ?? '').slice(0, 300),
    requestId: request.id,
    recordId: recordIdOf(request),
    setSessionToken: (token) => sessions.write(reply, token),
  };
}

/** Whatever a browser keeps as the id of its recording. */
const RECORD_ID = /^[0-9A-Za-z_-]{8,64}$/;
const RECORD_ID_FIELD = RECORD_ID_HEADER.toLowerCase();

function recordIdOf(request: FastifyRequest): string | null {
  const given = request.headers[RECORD_ID_FIELD];
  return typeof given === 'string' && RECORD_ID.test(given) ? given : null;
}

export function send(
  call: AnyCall,
  answer: Reply<unknown>,
  request: FastifyRequest,
  reply: FastifyReply,
): FastifyReply {
  if (answer.ok && answer.value instanceof ReadyReply) {
    const { body, etag } = answer.value;
    reply.header('cache-control', 'no-cache').header('etag', etag);
    if (request.headers['if-none-match'] === etag) return reply.code(304).send();
    reply.header('content-type', 'application/json; charset=utf-8');
    const gzip = answer.value.gzip();
    if (gzip === null) return reply.send(body);
    reply.header('vary', 'accept-encoding');
    const takesGzip = /\bgzip\b/.test(String(request.headers['accept-encoding'] ?? ''));
    return takesGzip ? reply.header('content-encoding', 'gzip').send(gzip) : reply.send(body);
  }
  reply.header('cache-control', 'no-store');
  if (answer.ok && call.replyKind === 'file') {
    const file = answer.value as FileReply | StreamedFile;
    if ('pieces' in file) reply.header('x-about-bytes', String(file.aboutBytes));
    return reply
      .header('content-type', file.contentType)
      .header(
        'content-disposition',
        `${file.disposition}; filename="document${extname(file.fileName)}"; filename*=UTF-8''${encodeURIComponent(file.fileName)}`,
      )
      .send('pieces' in file ? file.pieces : file.bytes);
  }
  const envelope = envelopeFor(call, answer, request.id);
  if (!answer.ok && call.replyKind === 'file' && opensAsPage(request)) {
    const page = answer.name === 'not-logged-in' ? LOGGED_OUT_PAGE : REFUSED_PAGE;
    return sendPageInWords(reply, { ...page, title: envelope.message });
  }
  return reply.send(envelope);
}

/** A link to a file was followed: a person reads the answer. */
const REFUSED_PAGE = { text: '请返回刚才的页面再试一次。', href: '/', action: '回到首页' };
const LOGGED_OUT_PAGE = { text: '登录以后，再从原来的页面打开这份文件。', href: '/#/login', action: '去登录' };
