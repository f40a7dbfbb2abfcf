import type { FastifyInstance } from 'fastify';
import type { Core } from '../core.ts';
import {
  faultsFile,
  outletLists,
  outletsFile,
  outletsOfList,
  showList,
  takeOutletFile,
} from '../features/outlets/index.ts';
import { isSigner, refuse, shown, signatureOf } from './operator-answers.ts';
import { sendTable, TABLE_TYPES, takeFiles } from './operator-files.ts';

const LARGEST_FILE_BYTES = 4 * 1024 * 1024;
const LISTS_SHOWN = 100;
const WHO = '请在地址里写导入人，如 by=张会计，不超过 50 个字';

/** The list of outlets: given whole as a file, checked row by row, shown at once, and gone back from. */
export function outletRoutes(door: FastifyInstance, deps: Pick<Core, 'database' | 'clock' | 'log'>): void {
  const { query } = deps.database;
  door.get('/outlets', async (_request, reply) =>
    reply.send({ lists: (await outletLists(query, LISTS_SHOWN)).map(shown) }),
  );
  door.get('/outlets/:version', async (request, reply) => {
    const version = versionOf(request.params);
    const outlets = version === null ? [] : await outletsOfList(query, version);
    if (outlets.length === 0) return refuse(reply, 404, '没有这一版网点');
    return sendTable(reply, `outlets-${version}.csv`, outletsFile(outlets));
  });
  door.register(async (files) => {
    takeFiles(files, TABLE_TYPES, LARGEST_FILE_BYTES);
    files.post('/outlets', { bodyLimit: LARGEST_FILE_BYTES }, async (request, reply) => {
      const { by, name } = request.query as Record<string, unknown>;
      if (!Buffer.isBuffer(request.body)) return refuse(reply, 415, '请用 text/csv 或 XLSX 的类型上传文件');
      if (!isSigner(by)) return refuse(reply, 400, WHO);
      const fileName = typeof name === 'string' ? name.replace(/\p{Cc}/gu, '').slice(0, 100) : '';
      const taken = await takeOutletFile(deps, { bytes: request.body, fileName, by: by.trim() });
      if (!taken.ok) {
        if (taken.faults.length > 0 && String(request.headers.accept).includes('text/csv')) {
          return sendTable(reply.code(400), 'outlets-problems.csv', faultsFile(taken.faults));
        }
        return reply.code(400).send({ message: taken.message, faults: taken.faults });
      }
      deps.log.info({ version: taken.version, outlets: taken.outletCount }, 'list of outlets given by an operator');
      return reply.send({ version: taken.version, outletCount: taken.outletCount, isKnown: taken.isKnown });
    });
  });
  door.post('/outlets/:version/show', async (request, reply) => {
    const signature = signatureOf(request.body);
    if (typeof signature === 'string') return refuse(reply, 400, signature);
    const version = versionOf(request.params);
    const done = version !== null && (await showList(deps.database, version, signature.by, deps.clock.now()));
    if (!done) return refuse(reply, 404, '没有这一版网点');
    deps.log.info({ version, reason: signature.reason }, 'list of outlets chosen by an operator');
    return reply.send({ version });
  });
}

function versionOf(parameters: unknown): number | null {
  const { version } = parameters as { version: string };
  return /^\d{1,6}$/.test(version) ? Number(version) : null;
}
