import { parseDate } from '@huimin/domain/date';
import { type LuckyPrize, type LuckyRules, luckyRulesProblem } from '@huimin/domain/lucky';
import type { FastifyInstance } from 'fastify';
import {
  closeRound,
  type LuckyDependencies,
  listRounds,
  openRound,
  prizeSent,
  prizesToSend,
} from '../features/lucky/index.ts';
import { isSigner, NO_SIGNER, refuse } from './operator-answers.ts';

/** Rounds of the draw: opened once and never changed, closed early, and their parcels. */
export function luckyRoutes(door: FastifyInstance, deps: LuckyDependencies): void {
  const path = '/lucky/rounds';
  door.get(path, async (_request, reply) => reply.send({ rounds: await listRounds(deps) }));
  door.post(path, async (request, reply) => {
    const round = roundOf(request.body);
    if (typeof round === 'string') return refuse(reply, 400, round);
    if (!deps.editions.edition(round.editionCode)) return refuse(reply, 404, '没有这个版本');
    if (!(await openRound(deps, round))) return refuse(reply, 409, '这个 code 已经用过了');
    deps.log.info({ round: round.rules.code }, 'draw opened by an operator');
    return reply.code(201).send({ code: round.rules.code });
  });
  door.post(`${path}/:code/close`, async (request, reply) => {
    const { code } = request.params as { code: string };
    if (!(await closeRound(deps, code))) return refuse(reply, 404, '没有这一轮，或它已经结束');
    deps.log.info({ round: code }, 'draw closed by an operator');
    return reply.send({ code });
  });
  door.get(`${path}/:code/prizes`, async (request, reply) => {
    const { code } = request.params as { code: string };
    const prizes = await prizesToSend(deps, code);
    deps.log.info({ round: code, count: prizes.length }, 'addresses of prizes read by an operator');
    return reply.send({ prizes });
  });
  door.post('/lucky/prizes/:number/sent', async (request, reply) => {
    const { number } = request.params as { number: string };
    const { by } = (request.body ?? {}) as Record<string, unknown>;
    if (!isSigner(by)) return refuse(reply, 400, NO_SIGNER);
    if (!(await prizeSent(deps, number, by.trim()))) return refuse(reply, 404, '没有要寄的这份奖品');
    return reply.send({ luckyNo: number });
  });
}

/** A round as an operator describes it, or what is wrong with the description. */
function roundOf(body: unknown): { rules: LuckyRules; editionCode: string; by: string } | string {
  const given = (body ?? {}) as Record<string, unknown>;
  const { by, editionCode } = given;
  if (!isSigner(by)) return '请写开轮的人（by），不超过 50 个字';
  if (typeof editionCode !== 'string' || !/^[a-z0-9]{2,20}$/.test(editionCode)) return '请写 editionCode';
  const text = (name: string): string => (typeof given[name] === 'string' ? (given[name] as string).trim() : '');
  const moment = (name: string): number => parseDate(text(name)) ?? Number.NaN;
  const rules: LuckyRules = {
    ...{ code: text('code'), title: text('title'), organiser: text('organiser'), approvalNo: text('approvalNo') },
    ...{ startsAtMs: moment('startsAt'), endsAtMs: moment('endsAt'), claimDays: Number(given.claimDays) },
    actions: Array.isArray(given.actions) ? (given.actions as LuckyRules['actions']) : [],
    prizes: Array.isArray(given.prizes) ? given.prizes.slice(0, 100).map(prizeOf) : [],
  };
  return luckyRulesProblem(rules) ?? { rules, editionCode, by: by.trim() };
}

function prizeOf(given: unknown): LuckyPrize {
  const { code, name, unit, valueFen, stock, oddsPpm } = (given ?? {}) as Record<string, unknown>;
  const texts = { code: String(code ?? ''), name: String(name ?? ''), unit: String(unit ?? '') };
  return { ...texts, valueFen: Number(valueFen), stock: Number(stock), oddsPpm: Number(oddsPpm) };
}
