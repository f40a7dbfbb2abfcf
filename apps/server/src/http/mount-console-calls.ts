import { type AnyConsoleCall, CONSOLE_TOKEN_HEADER } from '@huimin/contract/console';
import { mayStaff } from '@huimin/domain/staff';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { plainAddress } from '../coordination/plain-address.ts';
import type { RateLimiter, RateRule } from '../coordination/rate-limit.ts';
import type { Core } from '../core.ts';
import {
  type AuditNote,
  appendAudit,
  type ConsoleHandlerTable,
  type ConsoleRequest,
  findStaffSession,
  type StaffSession,
} from '../features/staff/index.ts';
import type { Reply } from './handler.ts';
import { fail } from './handler.ts';
import { badInput, carriesHeaders, type LimitedWork, pathOf, rawInput, send } from './mount-calls.ts';
import { inputValidator } from './validate-input.ts';

const COOKIE = 'hm_console';
const COOKIE_PATH = '/hmb-js26/console';
/** 32 random bytes, base64url. */
const TOKEN = /^[A-Za-z0-9_-]{43}$/;
/** What somebody at work, and a page that loads, never reaches. */
const CALLS_OF_ONE: RateRule = { name: 'console-calls', limit: 1200, windowMs: 60_000 };

export interface ConsoleMount {
  readonly calls: readonly AnyConsoleCall[];
  readonly handlers: ConsoleHandlerTable;
  readonly core: Core;
  readonly limiter: RateLimiter;
  /** For tests: a change whose entry is not written in its own transaction is an error. */
  readonly isStrict: boolean;
  readonly limited: LimitedWork;
  /** True when the public address is https. */
  readonly secureCookie: boolean;
  readonly onAnswer?: (call: AnyConsoleCall, code: number | string, durationMs: number) => void;
}

/**
 * Mounts the console's calls: headers, session, page token, permission, input, handler, and an entry in the audit log for
 * every change and every look that its call says is noted, also when its handler forgets.
 */
export function mountConsoleCalls(fastify: FastifyInstance, options: ConsoleMount): void {
  for (const call of options.calls) {
    const handler = options.handlers[call.name];
    if (!handler) throw new Error(`no handler for console call ${call.name} (${call.method} ${call.path})`);
    const validate = inputValidator(call);
    fastify.route({
      method: call.method,
      // Nobody asks whether a page of the console could be had; a hundred routes that a start does not add.
      exposeHeadRoute: false,
      url: pathOf(call),
      bodyLimit: call.bodyLimitBytes,
      handler: async (request, reply) => {
        const startedAt = performance.now();
        const answer = await options.limited(call, () =>
          answerConsoleCall(call, validate, handler, options, request, reply),
        );
        options.onAnswer?.(call, answer.ok ? 200000 : answer.name, performance.now() - startedAt);
        return send(call, answer, request, reply);
      },
    });
  }
}

async function answerConsoleCall(
  call: AnyConsoleCall,
  validate: ReturnType<typeof inputValidator>,
  handler: ConsoleHandlerTable[string],
  options: ConsoleMount,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<Reply<unknown>> {
  // A file is opened as a link, which carries no headers.
  if (!carriesHeaders(call, request)) return fail('missing-header');
  const token = tokenIn(request.headers.cookie);
  const session = token === null ? null : await findStaffSession(options.core, token);
  const notes = auditNotes(call, session, options.core, request);
  const refused = await refusal(call, session, options, request, notes);
  if (refused) return refused;
  const checked = validate(rawInput(call, request));
  if (!checked.ok) return badInput(checked.problems);
  const answer = await handler(checked.value, {
    session,
    member: session?.member as ConsoleRequest['member'],
    clientAddress: plainAddress(request.ip),
    userAgent: String(request.headers['user-agent'] ?? '').slice(0, 300),
    requestId: request.id,
    note: notes.note,
    setSessionToken: (value) => writeCookie(reply, value, options.secureCookie),
  });
  // Nobody fills the log from outside: without a session there is only what the door's own calls say.
  if (answer.ok && session && call.noted !== 'nothing' && !notes.noted()) await notes.note({});
  if (options.isStrict && answer.ok && session && call.noted === 'change' && !notes.notedInside()) {
    throw new Error(`${call.name}: a server that ends now has changed something that its audit log does not know`);
  }
  return answer;
}

async function refusal(
  call: AnyConsoleCall,
  session: StaffSession | null,
  { limiter }: ConsoleMount,
  request: FastifyRequest,
  notes: ReturnType<typeof auditNotes>,
): Promise<Reply<never> | null> {
  if (call.staff !== 'door' && session?.stage !== 'full') return fail('staff-signed-out');
  if (session && call.method !== 'GET' && call.name !== 'beginSignIn') {
    if (request.headers[CONSOLE_TOKEN_HEADER.toLowerCase()] !== session.pageToken) return fail('staff-page-stale');
  }
  if (call.staff === 'door' || session === null) return null;
  const { member } = session;
  if (!(await limiter.allows(CALLS_OF_ONE, String(member.id)))) return fail('too-many-requests');
  if (call.staff === 'self' || call.staff.some((permission) => mayStaff(member.roles, permission))) return null;
  await notes.note({ outcome: 'refused', detail: '没有权限' });
  return fail('staff-may-not');
}

/** Entries of one request; whether there is one yet. */
function auditNotes(call: AnyConsoleCall, session: StaffSession | null, core: Core, request: FastifyRequest) {
  let written = false;
  let writtenInside = false;
  const entryOf = (note: AuditNote, staffId: number | null) => ({
    atMs: core.clock.now(),
    staffId,
    what: call.name,
    outcome: note.outcome ?? ('done' as const),
    subject: note.subject ?? '',
    person: note.person ?? null,
    detail: note.detail ?? '',
    address: plainAddress(request.ip),
    requestId: request.id,
  });
  const note: ConsoleRequest['note'] = async (about, query, by) => {
    const entry = entryOf(about, by?.id ?? session?.member.id ?? null);
    const isInside = query !== undefined && query !== core.database.query;
    if (isInside) await appendAudit(query, entry);
    else await core.database.transaction((inside) => appendAudit(inside, entry));
    written = true;
    writtenInside ||= isInside;
  };
  return { note, noted: () => written, notedInside: () => writtenInside };
}

/** Who is signed in to the console, for what it opens without a call; null when nobody is, or not wholly. */
export async function staffBehind(request: FastifyRequest, core: Core): Promise<StaffSession['member'] | null> {
  const token = tokenIn(request.headers.cookie);
  const session = token === null ? null : await findStaffSession(core, token);
  return session?.stage === 'full' ? session.member : null;
}

function writeCookie(reply: FastifyReply, token: string | null, secure: boolean): void {
  const value = token ?? '; Max-Age=0';
  const attributes = `Path=${COOKIE_PATH}; HttpOnly; SameSite=Strict${secure ? '; Secure' : ''}`;
  reply.header('set-cookie', `${COOKIE}=${value}; ${attributes}`);
}

function tokenIn(header: string | undefined): string | null {
  for (const part of header?.split(';') ?? []) {
    const [name, value] = part.trim().split('=', 2);
    if (name === COOKIE && value && TOKEN.test(value)) return value;
  }
  return null;
}
