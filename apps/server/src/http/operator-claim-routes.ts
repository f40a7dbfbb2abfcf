import { Readable } from 'node:stream';
import type { RuleSet } from '@huimin/domain/adjustment';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import {
  answerClaimRecheck,
  type ClaimBooksDependencies,
  checkClaim,
  claimFileById,
  claimProblemsFile,
  LARGEST_FILE_BYTES,
  newestClaimFiles,
  publishedRules,
  publishRules,
  type RecheckDecision,
  rulesProblems,
  storeClaimFile,
  waitingClaimRechecks,
  wholeClaimRecheck,
} from '../features/claims/index.ts';
import { idOf, isDayUpToNow, isLine, isSigner, NO_SIGNER, refuse, shown, signatureOf } from './operator-answers.ts';
import { sendTable, TABLE_TYPES, takeFiles } from './operator-files.ts';

const FILES_SHOWN = 200;

/** Claims as insurers tell of them, the rules they are worked out by, and wishes to have one worked out again. */
export function claimRoutes(door: FastifyInstance, deps: ClaimBooksDependencies): void {
  const { query } = deps.database;
  door.register(async (files) => fileRoutes(files, deps));
  // Every look at a claim is logged: by whom it was made stands at the operators' own entrance.
  door.get('/claims/:caseNo', async (request, reply) => {
    const { caseNo } = request.params as { caseNo: string };
    const claim = await checkClaim(deps, caseNo);
    if (!claim) return refuse(reply, 404, '没有这个案件');
    deps.log.info({ caseNo }, 'claim worked out again for an operator');
    return reply.send({ claim });
  });
  door.get('/claim-rules', async (_request, reply) => reply.send({ rules: (await publishedRules(query)).map(shown) }));
  door.post('/claim-rules', async (request, reply) => {
    const signature = signatureOf(request.body);
    if (typeof signature === 'string') return refuse(reply, 400, signature);
    const rules = rulesIn(deps, request);
    if (typeof rules === 'string') return refuse(reply, 400, rules);
    const version = await publishRules(query, rules, { ...signature, atMs: deps.clock.now() });
    if (version === null) return refuse(reply, 409, '版本号要接着最新的一版，请先看 GET /operator/claim-rules');
    deps.log.info({ edition: rules.editionCode, version }, 'claim rules published by an operator');
    return reply.code(201).send({ editionCode: rules.editionCode, version });
  });
  door.get('/claim-rechecks', async (_request, reply) =>
    reply.send({ rechecks: (await waitingClaimRechecks(deps)).map(shown) }),
  );
  door.get('/claim-rechecks/:id', async (request, reply) => {
    const id = idOf(request);
    const recheck = id === null ? null : await wholeClaimRecheck(deps, id);
    if (!recheck) return refuse(reply, 404, '没有这个复核申请');
    deps.log.info({ recheck: String(id) }, 'recheck read by an operator');
    return reply.send({ recheck: shown(recheck) });
  });
  door.post('/claim-rechecks/:id/answer', async (request, reply) => {
    const id = idOf(request);
    const decision = decisionOf(request.body);
    if (typeof decision === 'string') return refuse(reply, 400, decision);
    if (id === null || !(await answerClaimRecheck(deps, query, id, decision))) {
      return refuse(reply, 404, '没有这个复核申请，或它已经有结果、已经撤回');
    }
    deps.log.info({ recheck: String(id), decision: decision.kind }, 'recheck answered by an operator');
    return reply.send({ id: String(id), decision: decision.kind });
  });
}

function fileRoutes(files: FastifyInstance, deps: ClaimBooksDependencies): void {
  const { query } = deps.database;
  takeFiles(files, TABLE_TYPES, LARGEST_FILE_BYTES);
  files.post('/claim-files', { bodyLimit: LARGEST_FILE_BYTES }, async (request, reply) => {
    const { day, by } = request.query as Record<string, unknown>;
    if (!Buffer.isBuffer(request.body)) return refuse(reply, 415, '请用 text/csv 或 .xlsx 的类型上传文件');
    if (!isDayUpToNow(day, deps.clock.now())) {
      return refuse(reply, 400, '请在地址里写文件是哪一天的，如 day=2026-11-20，不晚于今天');
    }
    if (!isSigner(by)) return refuse(reply, 400, '请在地址里写导入人，如 by=张理赔，不超过 50 个字');
    if (request.body.length === 0) return refuse(reply, 400, '文件是空的');
    const stored = await storeClaimFile(deps, request.body, { day, by: by.trim() }, deps.clock.now());
    deps.log.info({ file: stored.id, day, known: stored.isKnown }, 'claim file given by an operator');
    return reply.code(stored.isKnown ? 200 : 202).send(stored);
  });
  files.get('/claim-files', async (_request, reply) => {
    const newest = await newestClaimFiles(query, FILES_SHOWN);
    return reply.send({ files: newest.map(shown) });
  });
  files.get('/claim-files/:id', async (request, reply) => {
    const file = await claimFileById(query, (request.params as { id: string }).id);
    return file ? reply.send({ file: shown(file) }) : refuse(reply, 404, '没有这个文件');
  });
  files.get('/claim-files/:id/problems.csv', async (request, reply) => {
    const file = await claimFileById(query, (request.params as { id: string }).id);
    if (!file) return refuse(reply, 404, '没有这个文件');
    return sendTable(reply, `claim-file-${file.day}-problems.csv`, Readable.from(claimProblemsFile(query, file.id)));
  });
}

/** The rule set in a body, or what is wrong with it. */
function rulesIn({ editions }: ClaimBooksDependencies, request: FastifyRequest): RuleSet | string {
  const { rules } = (request.body ?? {}) as { rules?: RuleSet };
  if (typeof rules !== 'object' || rules === null) return '请在 rules 里写规则';
  const { editionCode, version, label, plans, rounding } = rules;
  const document =
    typeof editionCode === 'string' && editionCode !== '' ? editions.edition(editionCode)?.document : null;
  if (!document) return '没有这个版本的产品';
  if (!Number.isSafeInteger(version) || version < 1 || version > 9_999) return '规则版本应为正整数';
  const read: RuleSet = { editionCode, version, label, plans, rounding };
  const problems = rulesProblems(document, read);
  return problems.length > 0 ? problems.join('；') : read;
}

/** The answer in a body, or what is wrong with it. */
function decisionOf(body: unknown): RecheckDecision | string {
  const { decision, by, answer } = (body ?? {}) as Record<string, unknown>;
  if (decision !== 'upheld' && decision !== 'corrected')
    return '请写 decision：upheld（复核无误）或 corrected（需要更正）';
  if (!isSigner(by)) return NO_SIGNER;
  if (!isLine(answer, 2, 200)) return '请写给本人看的答复，2 到 200 个字，一行，不写诊断';
  return { kind: decision, by: by.trim(), answer: answer.trim() };
}
