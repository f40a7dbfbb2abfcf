import type { FastifyInstance } from 'fastify';
import {
  SERVICE_DECISIONS,
  type ServiceDependencies,
  settleBooking,
  waitingBookings,
  wholeBooking,
} from '../features/health-services/index.ts';
import {
  closeRound,
  type LuckyDependencies,
  listRounds,
  openRound,
  prizeSent,
  prizesToSend,
  roundOfBody,
} from '../features/lucky/index.ts';
import {
  DRUG_DECISIONS,
  type DrugDependencies,
  decideDrugApplication,
  drugDecisionOf,
  paperOfDrugApplication,
  waitingDrugApplications,
  wholeDrugApplication,
} from '../features/special-drugs/index.ts';
import { isSigner, refuse, sendPaper } from './operator-answers.ts';

/** Applications for listed drugs, for the pharmacist. Every look at a whole one, and at a paper, is logged. */
export function drugRoutes(door: FastifyInstance, deps: DrugDependencies): void {
  const path = '/drug-applications';
  door.get(path, async (_request, reply) => reply.send({ applications: await waitingDrugApplications(deps) }));
  door.get(`${path}/:number`, async (request, reply) => {
    const { number } = request.params as { number: string };
    const application = await wholeDrugApplication(deps, number);
    if (!application) return refuse(reply, 404, '没有这份申请');
    deps.log.info({ drugApplication: number }, 'drug application read by an operator');
    return reply.send({ application });
  });
  door.get(`${path}/:number/papers/:fileId`, async (request, reply) => {
    const { number, fileId } = request.params as { number: string; fileId: string };
    const file = await paperOfDrugApplication(deps, number, fileId);
    if (!file) return refuse(reply, 404, '没有这份材料');
    deps.log.info({ drugApplication: number, fileId }, 'paper read by an operator');
    return sendPaper(reply, file);
  });
  for (const kind of DRUG_DECISIONS) {
    door.post(`${path}/:number/${kind}`, async (request, reply) => {
      const { number } = request.params as { number: string };
      const decision = drugDecisionOf(kind, request.body);
      if (typeof decision === 'string') return refuse(reply, 400, decision);
      const done = await decideDrugApplication(deps, number, decision);
      if (done === 'gone') return refuse(reply, 404, '没有这份申请');
      if (done === 'late') return refuse(reply, 409, '这份申请现在不能这样处理，请看最新状态');
      deps.log.info({ drugApplication: number, decision: kind }, 'drug application decided by an operator');
      return reply.send({ drugApplicationNo: number, decision: kind });
    });
  }
}

/** Booked health services, for the provider's desk. */
export function serviceRoutes(door: FastifyInstance, deps: ServiceDependencies): void {
  const path = '/health-services';
  door.get(path, async (_request, reply) => reply.send({ bookings: await waitingBookings(deps) }));
  door.get(`${path}/:number`, async (request, reply) => {
    const { number } = request.params as { number: string };
    const booking = await wholeBooking(deps, number);
    if (!booking) return refuse(reply, 404, '没有这次预约');
    deps.log.info({ serviceBooking: number }, 'health service booking read by an operator');
    return reply.send({ booking });
  });
  for (const decision of SERVICE_DECISIONS) {
    door.post(`${path}/:number/${decision}`, async (request, reply) => {
      const { number } = request.params as { number: string };
      const done = await settleBooking(deps, number, decision, request.body);
      if (done === 'unsigned') return refuse(reply, 400, '请写处理人，不超过 50 个字');
      if (done === 'gone') return refuse(reply, 404, '没有这次预约');
      if (done === 'late') return refuse(reply, 409, '这次预约已经处理过了');
      deps.log.info({ serviceBooking: number, decision }, 'health service booking settled by an operator');
      return reply.send({ serviceBookingNo: number, decision });
    });
  }
}

/** Rounds of the draw: opened once and never changed, closed early, and their parcels. */
export function luckyRoutes(door: FastifyInstance, deps: LuckyDependencies): void {
  const path = '/lucky/rounds';
  door.get(path, async (_request, reply) => reply.send({ rounds: await listRounds(deps) }));
  door.post(path, async (request, reply) => {
    const round = roundOfBody(request.body);
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
    if (!isSigner(by)) {
      return refuse(reply, 400, '请写处理人，不超过 50 个字');
    }
    if (!(await prizeSent(deps, number, by.trim()))) return refuse(reply, 404, '没有要寄的这份奖品');
    return reply.send({ luckyNo: number });
  });
}
