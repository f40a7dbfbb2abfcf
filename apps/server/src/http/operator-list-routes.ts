import type { FastifyInstance } from 'fastify';
import type { Core } from '../core.ts';
import {
  type EditionStore,
  type ListKind,
  listFile,
  listOfVersion,
  listVersions,
  problemsFile,
  publishList,
  readListFile,
} from '../features/configuration/index.ts';
import { isSigner, NO_SIGNER, refuse, shown } from './operator-answers.ts';
import { sendTable, TABLE_TYPES, takeFiles } from './operator-files.ts';

interface ListDependencies extends Pick<Core, 'database' | 'clock' | 'log'> {
  readonly editions: EditionStore;
  // biome-ignore lint/suspicious/noExplicitAny: lists of different rows
  readonly lists: readonly ListKind<any>[];
}

const MOST_BYTES = 5 * 1024 * 1024;
const NO_LIST = '没有这个版本，或没有这种目录';
const TYPES = [...TABLE_TYPES, 'application/octet-stream'];

/**
 * Lists of an edition as files: given whole, checked line by line, and only taken when every line is right. Each version
 * can be fetched as a file, and put back.
 */
export function listRoutes(door: FastifyInstance, deps: ListDependencies): void {
  const { query } = deps.database;
  const listOf = (params: unknown) => {
    const { edition, kind } = params as { edition: string; kind: string };
    const list = deps.lists.find((entry) => entry.kind === kind);
    return list && deps.editions.edition(edition) ? { edition, list } : null;
  };
  door.register(async (files) => {
    takeFiles(files, TYPES, MOST_BYTES);
    files.post('/editions/:edition/lists/:kind', { bodyLimit: MOST_BYTES }, async (request, reply) => {
      const found = listOf(request.params);
      if (!found) return refuse(reply, 404, NO_LIST);
      const { by, check, report } = request.query as Record<string, unknown>;
      if (!isSigner(by)) return refuse(reply, 400, '请在地址里写导入人，如 by=张药师，不超过 50 个字');
      if (!Buffer.isBuffer(request.body))
        return refuse(reply, 415, '请用 text/csv 或 application/octet-stream 上传文件');
      const { edition, list } = found;
      const { rows, problems } = await readListFile(query, edition, list, request.body);
      if (problems.length > 0 && report === 'csv') {
        return sendTable(reply.code(422), `${list.kind}-problems.csv`, problemsFile(problems));
      }
      if (problems.length > 0) {
        return reply.code(422).send({ message: `有 ${problems.length} 处要改，没有导入`, problems });
      }
      if (check === '1') return reply.send({ rows: rows.length, isChecked: true });
      const version = await publishList(query, edition, list, rows, { by: by.trim(), nowMs: deps.clock.now() });
      deps.log.info({ edition, list: list.kind, version, rows: rows.length }, 'list published by an operator');
      return reply.code(201).send({ version, rows: rows.length });
    });
  });
  door.get('/editions/:edition/lists/:kind', async (request, reply) => {
    const found = listOf(request.params);
    if (!found) return refuse(reply, 404, NO_LIST);
    const versions = await listVersions(query, found.edition, found.list.kind);
    return reply.send({ label: found.list.label, versions: versions.map(shown) });
  });
  door.get('/editions/:edition/lists/:kind/:version', async (request, reply) => {
    const found = listOf(request.params);
    const version = versionOf(request.params);
    if (!found || version === null) return refuse(reply, 404, NO_LIST);
    const { edition, list } = found;
    // Version 0 is the template: its heading alone.
    const rows = version === 0 ? [] : (await listOfVersion(query, edition, list, version))?.rows;
    if (!rows) return refuse(reply, 404, '没有这一版');
    return sendTable(reply, `${list.kind}-${edition}-${version}.csv`, listFile(list, rows));
  });
  door.post('/editions/:edition/lists/:kind/:version/restore', async (request, reply) => {
    const found = listOf(request.params);
    const version = versionOf(request.params);
    const { by } = (request.body ?? {}) as Record<string, unknown>;
    if (!isSigner(by)) return refuse(reply, 400, NO_SIGNER);
    if (!found || version === null) return refuse(reply, 404, NO_LIST);
    const { edition, list } = found;
    const former = await listOfVersion(query, edition, list, version);
    if (!former) return refuse(reply, 404, '没有这一版');
    const problemOf = await list.fits(query, edition, former.rows);
    const problems = former.rows.flatMap((row) => problemOf(row) ?? []);
    if (problems.length > 0) return refuse(reply, 409, `和现在的其他目录对不上：${problems[0]}`);
    const made = await publishList(query, edition, list, former.rows, { by: by.trim(), nowMs: deps.clock.now() });
    deps.log.info({ edition, list: list.kind, version: made, from: version }, 'list put back by an operator');
    return reply.code(201).send({ version: made, rows: former.rows.length });
  });
}

function versionOf(params: unknown): number | null {
  const text = (params as { version: string }).version;
  return /^\d{1,6}$/.test(text) ? Number(text) : null;
}
