import { createHash, timingSafeEqual } from 'node:crypto';
import { parseDate } from '@huimin/domain/date';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { RateLimiter } from '../coordination/rate-limit.ts';
import type { Core } from '../core.ts';
import { trialBalance } from '../features/ledger/index.ts';
import { stuckRefunds } from '../features/payment/index.ts';
import {
  differencesFile,
  newestRuns,
  RESOLUTIONS,
  type Resolution,
  resolveDifference,
  runReport,
  wantDay,
} from '../features/reconciliation/index.ts';
import { addStaffRoutes } from './operator-staff-routes.ts';

export interface OperatorDependencies extends Pick<Core, 'database' | 'vault' | 'index' | 'clock' | 'log'> {
  /** What an operator shows as `Authorization: Bearer`. */
  readonly token: string;
  readonly limiter: RateLimiter;
  /** Codes of the payment providers whose bills can be asked for. */
  readonly providers: readonly string[];
  /** What other topics add behind the same door. */
  readonly more?: readonly ((door: FastifyInstance) => void)[];
}

const RULE = { name: 'operator', limit: 120, windowMs: 60_000 };
const RUNS_SHOWN = 200;
const STUCK_SHOWN = 500;
const PATH = '/operator';

/**
 * Reports and decisions about money for operators: JSON, amounts in integer fen, moments in milliseconds. They are no
 * part of the residents' API and exist only where a token is set.
 */
export async function registerOperatorRoutes(fastify: FastifyInstance, deps: OperatorDependencies): Promise<void> {
  await fastify.register(async (door) => operatorDoor(door, deps), { prefix: PATH });
}

function operatorDoor(door: FastifyInstance, deps: OperatorDependencies): void {
  const { query } = deps.database;
  const expected = hashOf(`Bearer ${deps.token}`);
  door.addHook('onRequest', async (request, reply) => {
    reply.header('cache-control', 'no-store');
    if (!(await deps.limiter.allowsAddress(RULE, request.ip))) return refuse(reply, 429, '操作太频繁，请稍后再试');
    // Hashes have one length, so comparing them says nothing about how much of a guess was right.
    if (timingSafeEqual(hashOf(request.headers.authorization ?? ''), expected)) return;
    reply.header('www-authenticate', 'Bearer');
    return refuse(reply, 401, '口令不对');
  });
  door.get('/ledger/trial-balance', async (_request, reply) =>
    reply.send(await trialBalance(deps.database, deps.clock.now())),
  );
  for (const add of deps.more ?? []) add(door);
  door.get('/refunds/stuck', async (_request, reply) => {
    const refunds = await stuckRefunds(query, STUCK_SHOWN);
    return reply.send({ refunds: refunds.map(shown) });
  });
  door.get('/reconciliation/runs', async (_request, reply) => {
    const runs = await newestRuns(query, RUNS_SHOWN);
    return reply.send({ runs: runs.map(shown) });
  });
  door.get('/reconciliation/runs/:id', async (request, reply) => {
    const report = await reportOf(deps, request);
    if (!report) return refuse(reply, 404, '没有这次核对');
    return reply.send({ run: shown(report.run), differences: report.differences.map(shown) });
  });
  door.get('/reconciliation/runs/:id/differences.csv', async (request, reply) => {
    const report = await reportOf(deps, request);
    if (!report) return refuse(reply, 404, '没有这次核对');
    const name = `reconciliation-${report.run.provider}-${report.run.day}.csv`;
    return reply
      .header('content-type', 'text/csv; charset=utf-8')
      .header('content-disposition', `attachment; filename="${name}"`)
      .send(differencesFile([report]));
  });
  door.post('/reconciliation/differences/:id/resolve', async (request, reply) => {
    const id = idOf(request);
    const decision = decisionOf(request.body);
    if (typeof decision === 'string') return refuse(reply, 400, decision);
    const done = id !== null && (await resolveDifference(query, id, { ...decision, atMs: deps.clock.now() }));
    if (!done) return refuse(reply, 404, '没有这笔差异，或它已经结清');
    deps.log.info({ difference: String(id), resolution: decision.resolution }, 'difference resolved by an operator');
    return reply.send({ id: String(id), resolution: decision.resolution });
  });
  door.post('/reconciliation/days/:day/run', async (request, reply) => {
    const { day } = request.params as { day: string };
    if (!isPastDay(day, deps.clock.now())) return refuse(reply, 400, '请写过去的一天，如 2026-11-20');
    await wantDay(query, deps.providers, day, deps.clock.now());
    return reply.code(202).send({ day, providers: deps.providers });
  });
  addStaffRoutes(door, deps);
}

function hashOf(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}

function refuse(reply: FastifyReply, status: number, message: string): FastifyReply {
  return reply.code(status).send({ message });
}

function idOf(request: FastifyRequest): bigint | null {
  const { id } = request.params as { id: string };
  return /^\d{1,18}$/.test(id) || (/^\d{19}$/.test(id) && id <= '9223372036854775807') ? BigInt(id) : null;
}

async function reportOf(deps: OperatorDependencies, request: FastifyRequest) {
  const id = idOf(request);
  return id === null ? null : runReport(deps.database.query, id);
}

/** Ids as text: they are longer than a number can be in JSON. */
function shown(row: object): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(row).map(([name, value]) => [
      name.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase()),
      typeof value === 'bigint' ? String(value) : value,
    ]),
  );
}

interface Decision {
  readonly resolution: Resolution;
  readonly reason: string;
  readonly by: string;
}

/** The decision in a body, or what is wrong with it. */
function decisionOf(body: unknown): Decision | string {
  const { resolution, reason, by } = (body ?? {}) as Record<string, unknown>;
  if (typeof resolution !== 'string' || !Object.hasOwn(RESOLUTIONS, resolution)) {
    return `请写处理方式：${Object.entries(RESOLUTIONS)
      .map(([code, label]) => `${code}（${label}）`)
      .join('、')}`;
  }
  if (typeof reason !== 'string' || !/^.{2,200}$/.test(reason.trim())) return '请写处理说明，2 到 200 个字，一行';
  if (typeof by !== 'string' || !/^.{1,50}$/.test(by.trim())) return '请写处理人，不超过 50 个字';
  return { resolution: resolution as Resolution, reason: reason.trim(), by: by.trim() };
}

function isPastDay(day: string, nowMs: number): boolean {
  const startMs = /^\d{4}-\d\d-\d\d$/.test(day) ? parseDate(day) : null;
  return startMs !== null && startMs + 24 * 60 * 60_000 <= nowMs;
}
