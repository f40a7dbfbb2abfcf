import { type Calls, type InputOf, MAX_UPLOAD_BYTES, type UploadedFileValue } from '@huimin/contract';
import type { RateLimiter, RateRule } from '../../coordination/rate-limit.ts';
import type { Core } from '../../core.ts';
import { type CallRequest, fail, type Handler, ok, type Reply } from '../../http/handler.ts';
import { fileReply, fileView, plainFileName, sealedPieces } from './file-content.ts';
import { inspectFile } from './inspect/inspect-file.ts';
import { deleteUnused, insertUpload, uploadByClientKey, uploadOfOwner } from './upload-store.ts';

export interface UploadDependencies extends Core {
  readonly limiter: RateLimiter;
}

/** A file that no request takes goes again. */
const UNUSED_MS = 24 * 3_600_000;
const RULE: RateRule = { name: 'upload-user', limit: 40, windowMs: 3_600_000 };
const NOT_FOUND = '没有找到这份材料，请重新上传';

/** Checks a file by its content, takes out what nobody needs to know, seals it piece by piece and keeps it. */
export function uploadFile(deps: UploadDependencies): Handler<Calls['uploadFile']> {
  return async (input, request) => {
    const before = await uploadByClientKey(deps.database.query, request.user, input.clientKey);
    if (before) return ok(fileView(deps, before));
    if (!(await deps.limiter.allows(RULE, String(request.user.id)))) {
      return fail('too-many-requests', '上传的次数太多了，请过一会儿再试');
    }
    return keepFile(deps, input, request);
  };
}

async function keepFile(
  deps: UploadDependencies,
  input: InputOf<Calls['uploadFile']>,
  { user }: CallRequest,
): Promise<Reply<UploadedFileValue>> {
  const given = Buffer.from(input.content, 'base64');
  if (given.length > MAX_UPLOAD_BYTES) return fail('file-refused', '文件太大，最大 5 MB。请拍照上传');
  const inspected = inspectFile(given);
  if (!inspected.ok) return fail('file-refused', inspected.message);
  const { mediaType, bytes } = inspected;
  const id = deps.orderIds.next(user.shard);
  const nowMs = deps.clock.now();
  const upload = {
    id,
    clientKey: input.clientKey,
    purpose: input.use,
    mediaType,
    bytes: bytes.length,
    nameSealed: deps.vault.seal('upload-name', plainFileName(input.fileName, mediaType)),
    chunks: sealedPieces(deps, id, bytes),
    nowMs,
    expiresAtMs: nowMs + UNUSED_MS,
  };
  try {
    const kept = await deps.database.transaction((query) => insertUpload(query, user, upload));
    if (!kept) return fail('file-refused', '您存的材料太多了。请先撤回不要的申请，或者打客服电话');
  } catch (error) {
    // The same file at the same moment: the other one is it.
    if ((error as { code?: string }).code !== '23505') throw error;
  }
  const stored = await uploadByClientKey(deps.database.query, user, input.clientKey);
  return stored ? ok(fileView(deps, stored)) : fail('server-busy');
}

export function viewFile(deps: UploadDependencies): Handler<Calls['viewFile']> {
  return async ({ fileId }, request) => {
    const id = deps.numbers.fileId(fileId);
    const row = id === null ? null : await uploadOfOwner(deps.database.query, request.user, id);
    return row ? ok(await fileReply(deps, request.user.shard, row)) : fail('not-found', NOT_FOUND);
  };
}

export function removeFile(deps: UploadDependencies): Handler<Calls['removeFile']> {
  return async ({ fileId }, request) => {
    const id = deps.numbers.fileId(fileId);
    const isGone = id !== null && (await deleteUnused(deps.database.query, request.user, id));
    return isGone ? ok({}) : fail('not-found', '没有找到这份材料，或者它已经交上去了');
  };
}
