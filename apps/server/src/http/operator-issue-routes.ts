import { Readable } from 'node:stream';
import { ISSUE_RESOLUTIONS, type IssueResolution } from '@huimin/domain/reconciliation';
import type { FastifyInstance } from 'fastify';
import type { Core } from '../core.ts';
import {
  decideIssueDifference,
  issueDifferences,
  issueDifferencesFile,
  issueEditions,
  issueFileById,
  issueReport,
  LARGEST_FILE_BYTES,
  newestIssueFiles,
  storeIssueFile,
  wantIssueComparison,
} from '../features/reconciliation/index.ts';
import { idOf, isDayUpToNow, isSigner, refuse, shown, signatureOf } from './operator-answers.ts';
import { sendTable } from './operator-files.ts';

const FILES_SHOWN = 200;
const TOO_LARGE = '文件超过 512 MB，请按日期拆开';

/** Issue files of the insurers, and what differs between them and the policies issued here. */
export function issueRoutes(door: FastifyInstance, deps: Pick<Core, 'database' | 'clock' | 'log'>): void {
  const { query } = deps.database;
  // The file is taken piece by piece; the parser hands on the stream, for these addresses alone.
  door.register(async (files) => {
    files.addContentTypeParser('text/csv', { bodyLimit: LARGEST_FILE_BYTES }, (_request, body, done) =>
      done(null, body),
    );
    files.post('/issue-files', { bodyLimit: LARGEST_FILE_BYTES }, async (request, reply) => {
      const { day, by } = request.query as Record<string, unknown>;
      if (!(request.body instanceof Readable)) return refuse(reply, 415, '请用 text/csv 上传文件');
      if (!isDayUpToNow(day, deps.clock.now())) {
        return refuse(reply, 400, '请在地址里写文件是哪一天的，如 day=2026-11-20，不晚于今天');
      }
      if (!isSigner(by)) return refuse(reply, 400, '请在地址里写导入人，如 by=张会计，不超过 50 个字');
      if (Number(request.headers['content-length'] ?? 0) > LARGEST_FILE_BYTES) return refuse(reply, 413, TOO_LARGE);
      const stored = await storeIssueFile(query, request.body, { day, by: by.trim() }, deps.clock.now());
      if (stored.kind === 'refused') return refuse(reply, 400, stored.why);
      deps.log.info({ file: stored.id, day, known: stored.kind === 'known' }, 'issue file given by an operator');
      return reply.code(stored.kind === 'known' ? 200 : 202).send({ id: stored.id, isKnown: stored.kind === 'known' });
    });
  });
  door.get('/issue-files', async (_request, reply) => {
    const files = await newestIssueFiles(query, FILES_SHOWN);
    return reply.send({ files: files.map(shown) });
  });
  door.get('/issue-files/:id', async (request, reply) => {
    const file = await issueFileById(query, (request.params as { id: string }).id);
    return file ? reply.send({ file: shown(file) }) : refuse(reply, 404, '没有这个文件');
  });
  door.get('/issues', async (_request, reply) => reply.send({ editions: (await issueEditions(query)).map(shown) }));
  door.get('/issues/:edition', async (request, reply) => {
    const { edition } = request.params as { edition: string };
    const report = await issueReport(query, edition);
    if (!report) return refuse(reply, 404, '保司还没有这个版本的文件');
    // The first thousand; the file has them all.
    const first = await issueDifferences(query, edition, 'open').next();
    const differences = first.done ? [] : first.value.map(shown);
    return reply.send({ edition: shown(report.edition), days: report.days.map(shown), differences });
  });
  door.get('/issues/:edition/differences.csv', async (request, reply) => {
    const { edition } = request.params as { edition: string };
    if (!(await issueReport(query, edition))) return refuse(reply, 404, '保司还没有这个版本的文件');
    const fileName = `issues-${edition.replace(/[^0-9A-Za-z-]/g, '')}.csv`;
    return sendTable(reply, fileName, Readable.from(issueDifferencesFile(query, edition)));
  });
  door.post('/issues/:edition/run', async (request, reply) => {
    const { edition } = request.params as { edition: string };
    const isWanted = await wantIssueComparison(query, edition, deps.clock.now());
    return isWanted ? reply.code(202).send({ edition }) : refuse(reply, 404, '保司还没有这个版本的文件');
  });
  door.post('/issue-differences/:id/resolve', async (request, reply) => {
    const id = idOf(request);
    const decision = decisionOf(request.body);
    if (typeof decision === 'string') return refuse(reply, 400, decision);
    const decided =
      id === null ? null : await decideIssueDifference(query, id, { ...decision, atMs: deps.clock.now() });
    if (decided === null || decided.kind === 'absent') return refuse(reply, 404, '没有这笔差异，或它已经结清');
    if (decided.kind === 'not-so') return refuse(reply, 409, decided.why);
    deps.log.info({ difference: String(id), resolution: decision.resolution }, 'issue difference resolved');
    return reply.send({ id: String(id), resolution: decision.resolution });
  });
}

/** The decision in a body, or what is wrong with it. */
function decisionOf(body: unknown): { resolution: IssueResolution; reason: string; by: string } | string {
  const { resolution } = (body ?? {}) as Record<string, unknown>;
  if (typeof resolution !== 'string' || !Object.hasOwn(ISSUE_RESOLUTIONS, resolution)) {
    return `请写处理方式：${Object.entries(ISSUE_RESOLUTIONS)
      .map(([code, label]) => `${code}（${label}）`)
      .join('、')}`;
  }
  const signature = signatureOf(body);
  return typeof signature === 'string' ? signature : { ...signature, resolution: resolution as IssueResolution };
}
