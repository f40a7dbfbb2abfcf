import type { UploadedFileValue } from '@huimin/contract';
import type { Core } from '../../core.ts';
import type { FileReply, HandlerTable, SessionUser } from '../../http/handler.ts';
import { fileReply, fileView } from './file-content.ts';
import { removeFile, type UploadDependencies, uploadFile, viewFile } from './upload-calls.ts';
import { deleteExpired, uploadsOfOwner, uploadsOfSubjects } from './upload-store.ts';

export { FILES_GONE, giveFiles, handOverFiles, withFiles } from './give-files.ts';
export { deleteOfSubject as deleteFilesOf, keepUntil as keepFilesUntil } from './upload-store.ts';

const SWEPT_AT_ONCE = 100;

/** Calls by which residents hand in photos and documents. Requests of any topic take them by number. */
export function uploadHandlers(deps: UploadDependencies) {
  return {
    uploadFile: uploadFile(deps),
    uploadFileWb: uploadFile(deps),
    viewFile: viewFile(deps),
    removeFile: removeFile(deps),
  } satisfies HandlerTable;
}

/** Files of requests as lists show them, by request. */
export async function filesOf(
  core: Core,
  shard: number,
  subjectIds: readonly bigint[],
  query = core.database.query,
): Promise<Map<bigint, UploadedFileValue[]>> {
  const found = new Map<bigint, UploadedFileValue[]>();
  for (const row of await uploadsOfSubjects(query, shard, subjectIds)) {
    found.set(row.subjectId, [...(found.get(row.subjectId) ?? []), fileView(core, row)]);
  }
  return found;
}

/** Everything that somebody has handed in and is still kept, by name. */
export async function ownFiles(core: Core, user: SessionUser): Promise<{ name: string; atMs: number }[]> {
  const rows = await uploadsOfOwner(core.database.query, user);
  return rows.map((row) => ({ name: fileView(core, row).fileName, atMs: row.createdAtMs }));
}

/** One file of a request, for whoever decides it; null where the request has none such. */
export async function fileOfSubject(
  core: Core,
  shard: number,
  subjectId: bigint,
  fileId: string,
): Promise<FileReply | null> {
  const id = core.numbers.fileId(fileId);
  const rows = await uploadsOfSubjects(core.database.query, shard, [subjectId]);
  const row = rows.find((entry) => entry.id === id);
  return row ? fileReply(core, shard, row) : null;
}

/** Deletes files whose time is over; answers how many. */
export async function sweepFiles(core: Pick<Core, 'database' | 'clock'>): Promise<number> {
  return deleteExpired(core.database.query, core.clock.now(), SWEPT_AT_ONCE);
}
