import type { FastifyInstance } from 'fastify';
import {
  decideMidYear,
  type MidYearDecision,
  type MidYearDependencies,
  paperOfMidYear,
  waitingMidYear,
  wholeMidYear,
} from '../features/mid-year/index.ts';
import { paperDecisionOf, refuse } from './operator-answers.ts';
import { sendFile } from './operator-files.ts';

const KINDS: readonly MidYearDecision['kind'][] = ['approve', 'refuse', 'ask-papers'];

/** Applications to join after the main window, for who compares them with papers. Every look at a whole one is logged. */
export function midYearRoutes(door: FastifyInstance, deps: MidYearDependencies): void {
  door.get('/mid-year', async (_request, reply) => reply.send({ applications: await waitingMidYear(deps) }));
  door.get('/mid-year/:applicationNo', async (request, reply) => {
    const { applicationNo } = request.params as { applicationNo: string };
    const application = await wholeMidYear(deps, applicationNo);
    if (!application) return refuse(reply, 404, '没有这份申请');
    deps.log.info({ applicationNo }, 'mid-year application read by an operator');
    return reply.send({ application });
  });
  door.get('/mid-year/:applicationNo/papers/:fileId', async (request, reply) => {
    const { applicationNo, fileId } = request.params as { applicationNo: string; fileId: string };
    const file = await paperOfMidYear(deps, applicationNo, fileId);
    if (!file) return refuse(reply, 404, '没有这份材料');
    deps.log.info({ applicationNo, fileId }, 'paper read by an operator');
    return sendFile(reply, file);
  });
  for (const kind of KINDS) {
    door.post(`/mid-year/:applicationNo/${kind}`, async (request, reply) => {
      const { applicationNo } = request.params as { applicationNo: string };
      const decision = paperDecisionOf<'refuse'>(kind, request.body);
      if (typeof decision === 'string') return refuse(reply, 400, decision);
      const done = await decideMidYear(deps, applicationNo, decision);
      if (done === 'gone') return refuse(reply, 404, '没有这份申请');
      if (done === 'late') return refuse(reply, 409, '这份申请已经有结果，或者已经撤销');
      deps.log.info({ applicationNo, decision: kind }, 'mid-year application decided by an operator');
      return reply.send({ applicationNo, decision: kind });
    });
  }
}
