import type { FastifyInstance } from 'fastify';
import {
  decideMidYear,
  type MidYearDecision,
  type MidYearDependencies,
  paperOfMidYear,
  waitingMidYear,
  wholeMidYear,
} from '../features/mid-year/index.ts';
import { refuse } from './operator-answers.ts';

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
    return reply
      .header('content-type', file.contentType)
      .header('content-disposition', `${file.disposition}; filename*=UTF-8''${encodeURIComponent(file.fileName)}`)
      .send(file.bytes);
  });
  for (const kind of KINDS) {
    door.post(`/mid-year/:applicationNo/${kind}`, async (request, reply) => {
      const { applicationNo } = request.params as { applicationNo: string };
      const decision = decisionOf(kind, request.body);
      if (typeof decision === 'string') return refuse(reply, 400, decision);
      const done = await decideMidYear(deps, applicationNo, decision);
      if (done === 'gone') return refuse(reply, 404, '没有这份申请');
      if (done === 'late') return refuse(reply, 409, '这份申请已经有结果，或者已经撤销');
      deps.log.info({ applicationNo, decision: kind }, 'mid-year application decided by an operator');
      return reply.send({ applicationNo, decision: kind });
    });
  }
}

/** The decision in a body, or what is wrong with it. */
function decisionOf(kind: MidYearDecision['kind'], body: unknown): MidYearDecision | string {
  const { by, note } = (body ?? {}) as Record<string, unknown>;
  if (typeof by !== 'string' || !/^[^\p{Cc}]{1,50}$/u.test(by.trim())) return '请写处理人，不超过 50 个字';
  if (kind === 'approve') return { kind, by: by.trim(), note: null };
  const what = kind === 'refuse' ? '原因' : '缺什么材料，要一次写全';
  if (typeof note !== 'string' || !/^[^\p{Cc}]{2,200}$/u.test(note.trim())) return `请写${what}，2 到 200 个字，一行`;
  return { kind, by: by.trim(), note: note.trim() };
}
