import type { FastifyInstance } from 'fastify';
import {
  type AppealDecision,
  decidePreExistingAppeal,
  type PreExistingDependencies,
  paperOfPreExistingAppeal,
  waitingPreExistingAppeals,
  wholePreExistingAppeal,
} from '../features/pre-existing/index.ts';
import { isLine, isSigner, refuse } from './operator-answers.ts';
import { sendFile } from './operator-files.ts';

const KINDS: readonly AppealDecision['kind'][] = ['correct', 'confirm', 'ask-papers'];
const PATH = '/pre-existing/appeals';
const WHO = '请写处理人（by），不超过 50 个字';

/**
 * Appeals against answers about pre-existing conditions. Whoever looks at one says who they are: it goes into the list
 * that the resident sees.
 */
export function preExistingRoutes(door: FastifyInstance, deps: PreExistingDependencies): void {
  door.get(PATH, async (_request, reply) => reply.send({ appeals: await waitingPreExistingAppeals(deps) }));
  door.get(`${PATH}/:appealNo`, async (request, reply) => {
    const { appealNo } = request.params as { appealNo: string };
    const { by } = request.query as Record<string, unknown>;
    if (!isSigner(by)) return refuse(reply, 400, WHO);
    const appeal = await wholePreExistingAppeal(deps, appealNo, by.trim());
    if (!appeal) return refuse(reply, 404, '没有这份申请');
    deps.log.info({ appealNo }, 'appeal read by an operator');
    return reply.send({ appeal });
  });
  door.get(`${PATH}/:appealNo/papers/:fileId`, async (request, reply) => {
    const { appealNo, fileId } = request.params as { appealNo: string; fileId: string };
    const { by } = request.query as Record<string, unknown>;
    if (!isSigner(by)) return refuse(reply, 400, WHO);
    const file = await paperOfPreExistingAppeal(deps, appealNo, fileId, by.trim());
    if (!file) return refuse(reply, 404, '没有这份材料');
    deps.log.info({ appealNo, fileId }, 'paper read by an operator');
    return sendFile(reply, file);
  });
  for (const kind of KINDS) {
    door.post(`${PATH}/:appealNo/${kind}`, async (request, reply) => {
      const { appealNo } = request.params as { appealNo: string };
      const decision = decisionOf(kind, request.body);
      if (typeof decision === 'string') return refuse(reply, 400, decision);
      const done = await deps.database.transaction((query) => decidePreExistingAppeal(deps, query, appealNo, decision));
      if (done === 'gone') return refuse(reply, 404, '没有这份申请');
      if (done === 'late') return refuse(reply, 409, '这份申请已经有结果，或者已经撤销');
      deps.log.info({ appealNo, decision: kind }, 'appeal decided by an operator');
      return reply.send({ appealNo, decision: kind });
    });
  }
}

/** The decision in a body, or what is wrong with it. A correction says `label` no, or yes with another `classCode`. */
function decisionOf(kind: AppealDecision['kind'], body: unknown): AppealDecision | string {
  const { by, note, label, classCode } = (body ?? {}) as Record<string, unknown>;
  if (!isSigner(by)) return WHO;
  if (!isLine(note, 2, 200)) return '请写给居民看的说明（note），2 到 200 个字，一行，不写病名';
  const decision = { kind, by: by.trim(), note: note.trim(), classCode: null };
  if (kind !== 'correct' || label === 'no') return decision;
  const isClass = typeof classCode === 'string' && /^C[1-9]$/.test(classCode);
  return label === 'yes' && isClass
    ? { ...decision, classCode: classCode as string }
    : '请写更正后的结果：label 为 no，或者 label 为 yes 并写 classCode（C1 到 C9）';
}
