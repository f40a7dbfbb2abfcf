import { createHash, timingSafeEqual } from 'node:crypto';
import { parseDate } from '@huimin/domain/date';
import { RESOLUTIONS, type Resolution } from '@huimin/domain/reconciliation';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { RateLimiter } from '../coordination/rate-limit.ts';
import type { Core } from '../core.ts';
import { trialBalance } from '../features/ledger/index.ts';
import type { PaymentDependencies } from '../features/payment/index.ts';
import { decideDifference, differencesFile, newestRuns, runReport, wantDay } from '../features/reconciliation/index.ts';
import { idOf, refuse, type Signature, shown, signatureOf } from './operator-answers.ts';
import { sendTable } from './operator-files.ts';
import { operatorRefundRoutes } from './operator-refund-routes.ts';

export interface OperatorDependencies extends Pick<Core, 'database' | 'vault' | 'index' | 'clock' | 'log'> {
  /** What an operator shows as `Authorization: Bearer`. */
  readonly token: string;
  readonly limiter: RateLimiter;
  readonly payment: PaymentDependencies;
  /** What other topics add behind the same door. */
  readonly more?: readonly ((door: FastifyInstance) => void)[];
}

const RULE = { name: 'operator', limit: 120, windowMs: 60_000 };
const RUNS_SHOWN = 200;
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
  operatorRefundRoutes(door, deps.payment);
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
    return sendTable(reply, name, differencesFile([report]));
  });
  door.post('/reconciliation/differences/:id/resolve', async (request, reply) => {
    const id = idOf(request);
    const decision = decisionOf(request.body);
    if (typeof decision === 'string') return refuse(reply, 400, decision);
    const atMs = deps.clock.now();
    const decided = id === null ? null : await decideDifference(deps.payment, id, { ...decision, atMs });
    if (decided === null || decided.kind === 'absent') return refuse(reply, 404, '没有这笔差异，或它已经结清');
    if (decided.kind === 'not-so') return refuse(reply, 409, decided.why);
    deps.log.info({ difference: String(id), resolution: decision.resolution }, 'difference resolved by an operator');
    return reply.send({ id: String(id), resolution: decision.resolution });
  });
  door.post('/reconciliation/days/:day/run', async (request, reply) => {
    const { day } = request.params as { day: string };
    if (!isPastDay(day, deps.clock.now())) return refuse(reply, 400, '请写过去的一天，如 2026-11-20');
    const providers = [...deps.payment.providers.keys()];
    await wantDay(query, providers, day, deps.clock.now());
    return reply.code(202).send({ day, providers });
  });
}

function hashOf(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}

async function reportOf(deps: OperatorDependencies, request: FastifyRequest) {
  const id = idOf(request);
  return id === null ? null : runReport(deps.database.query, id);
}

interface Decision extends Signature {
  readonly resolution: Resolution;
}

/** The decision in a body, or what is wrong with it. */
function decisionOf(body: unknown): Decision | string {
  const { resolution } = (body ?? {}) as Record<string, unknown>;
  if (typeof resolution !== 'string' || !Object.hasOwn(RESOLUTIONS, resolution)) {
    return `请写处理方式：${Object.entries(RESOLUTIONS)
      .map(([code, label]) => `${code}（${label}）`)
      .join('、')}`;
  }
  const signature = signatureOf(body);
  return typeof signature === 'string' ? signature : { ...signature, resolution: resolution as Resolution };
}

function isPastDay(day: string, nowMs: number): boolean {
  const startMs = /^\d{4}-\d\d-\d\d$/.test(day) ? parseDate(day) : null;
  return startMs !== null && startMs + 24 * 60 * 60_000 <= nowMs;
}
