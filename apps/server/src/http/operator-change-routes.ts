import { CHANGE_STATUS_TABLE, type ChangeStatus } from '@huimin/domain/endorsement';
import type { FastifyInstance } from 'fastify';
import {
  type ChangeDependencies,
  listWaitingChanges,
  paperOfChange,
  type Review,
  reviewChange,
  wholeChange,
} from '../features/endorsement/index.ts';
import type { Reply } from './handler.ts';
import { paperDecisionOf, refuse } from './operator-answers.ts';
import { sendFile } from './operator-files.ts';

const STATUSES: readonly string[] = CHANGE_STATUS_TABLE.entries.map((entry) => entry.status);
const DECISIONS: readonly Review['kind'][] = ['approve', 'reject', 'ask-papers'];

/** Requests to change data, for the operators who compare them with papers. Every look at a whole one is logged. */
export function changeRoutes(door: FastifyInstance, deps: ChangeDependencies): void {
  door.get('/changes', async (request, reply) => {
    const { status } = request.query as { status?: unknown };
    if (status !== undefined && !STATUSES.includes(String(status))) return refuse(reply, 400, '没有这个状态');
    return reply.send({ changes: await listWaitingChanges(deps, (status as ChangeStatus | undefined) ?? null) });
  });
  door.get('/changes/:changeNo', async (request, reply) => {
    const { changeNo } = request.params as { changeNo: string };
    const change = await wholeChange(deps, changeNo);
    if (!change) return refuse(reply, 404, '没有这份申请');
    deps.log.info({ changeNo }, 'change read by an operator');
    return reply.send({ change });
  });
  door.get('/changes/:changeNo/papers/:fileId', async (request, reply) => {
    const { changeNo, fileId } = request.params as { changeNo: string; fileId: string };
    const file = await paperOfChange(deps, changeNo, fileId);
    if (!file) return refuse(reply, 404, '没有这份材料');
    deps.log.info({ changeNo, fileId }, 'paper read by an operator');
    return sendFile(reply, file);
  });
  for (const kind of DECISIONS) {
    door.post(`/changes/:changeNo/${kind}`, async (request, reply) => {
      const { changeNo } = request.params as { changeNo: string };
      const review = paperDecisionOf<'reject'>(kind, request.body);
      if (typeof review === 'string') return refuse(reply, 400, review);
      const done = await reviewChange(deps, changeNo, review);
      if (!done.ok) return refuse(reply, statusOf(done), done.message ?? '没有办成');
      deps.log.info({ changeNo, decision: kind }, 'change decided by an operator');
      return reply.send({ changeNo, status: done.value.status });
    });
  }
}

function statusOf(failure: Reply<never>): number {
  return !failure.ok && failure.name === 'not-found' ? 404 : 409;
}
