import type { FastifyInstance } from 'fastify';
import {
  type DrugDecision,
  type DrugDependencies,
  decideDrugApplication,
  paperOfDrugApplication,
  waitingDrugApplications,
  wholeDrugApplication,
} from '../features/special-drugs/index.ts';
import { isSigner, NO_SIGNER, notedDecisionOf, refuse } from './operator-answers.ts';
import { sendFile } from './operator-files.ts';

const KINDS: readonly DrugDecision['kind'][] = ['approve', 'refuse', 'ask-papers', 'collected'];
const MOST_CYCLES = 24;

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
    return sendFile(reply, file);
  });
  for (const kind of KINDS) {
    door.post(`${path}/:number/${kind}`, async (request, reply) => {
      const { number } = request.params as { number: string };
      const decision = decisionOf(kind, request.body);
      if (typeof decision === 'string') return refuse(reply, 400, decision);
      const done = await deps.database.transaction((query) => decideDrugApplication(deps, query, number, decision));
      if (done === 'gone') return refuse(reply, 404, '没有这份申请');
      if (done === 'late') return refuse(reply, 409, '这份申请现在不能这样处理，请看最新状态');
      deps.log.info({ drugApplication: number, decision: kind }, 'drug application decided by an operator');
      return reply.send({ drugApplicationNo: number, decision: kind });
    });
  }
}

/** The decision in a body, or what is wrong with it. */
function decisionOf(kind: DrugDecision['kind'], body: unknown): DrugDecision | string {
  if (kind === 'refuse' || kind === 'ask-papers') return notedDecisionOf(kind, body);
  const { by, cycles, preExisting = false, priceFen = null } = (body ?? {}) as Record<string, unknown>;
  if (!isSigner(by)) return NO_SIGNER;
  const signed = { by: by.trim() };
  if (kind === 'approve') {
    if (!Number.isSafeInteger(cycles) || Number(cycles) < 1 || Number(cycles) > MOST_CYCLES) {
      return `请写批几期（cycles），1 到 ${MOST_CYCLES}`;
    }
    if (typeof preExisting !== 'boolean') return 'preExisting（按既往症比例）写 true 或 false';
    return { ...signed, kind, cycles: Number(cycles), preExisting };
  }
  const isPrice =
    priceFen === null || (Number.isSafeInteger(priceFen) && Number(priceFen) > 0 && Number(priceFen) <= 1e8);
  return isPrice
    ? { ...signed, kind, priceFen: priceFen === null ? null : Number(priceFen) }
    : 'priceFen 写实际药价，单位分；不写就按目录的参考价';
}
