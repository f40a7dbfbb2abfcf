import type { Core } from '../../core.ts';
import type { Query } from '../../db/database.ts';
import { giveToSubject } from './upload-store.ts';

/** What a resident reads where a file is not there any more. */
export const FILES_GONE = '有材料已经不在了，请重新上传';

interface Owner {
  readonly shard: number;
  readonly userId: bigint;
}

/** Gives one's own files to a request, all or (false) not all; the caller then undoes its transaction. */
export async function giveFiles(
  core: Pick<Core, 'numbers'>,
  query: Query,
  owner: Owner,
  fileIds: readonly string[],
  subjectId: bigint,
): Promise<boolean> {
  const ids = [...new Set(fileIds)].flatMap((fileId) => core.numbers.fileId(fileId) ?? []);
  return (await giveToSubject(query, owner, ids, subjectId)) === new Set(fileIds).size;
}

/** Thrown inside a transaction so that nothing of it stays. */
class FilesGone extends Error {}

/** A transaction whose work hands files over; where one of them is gone, nothing of it stays. */
export async function withFiles<T>(
  { database }: Pick<Core, 'database'>,
  work: (query: Query) => Promise<T>,
): Promise<T | 'files-gone'> {
  try {
    return await database.transaction(work);
  } catch (error) {
    if (error instanceof FilesGone) return 'files-gone';
    throw error;
  }
}

/** Gives one's own files to a request, all of them. Only in the work of `withFiles`. */
export async function handOverFiles(...giving: Parameters<typeof giveFiles>): Promise<void> {
  if (!(await giveFiles(...giving))) throw new FilesGone();
}
