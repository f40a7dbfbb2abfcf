import type { UploadedFileValue } from '@huimin/contract';
import type { Core } from '../../core.ts';
import type { FileReply } from '../../http/handler.ts';
import type { MediaType } from './inspect/inspected.ts';
import { chunksOf, type UploadRow } from './upload-store.ts';

const CHUNK_BYTES = 512 * 1024;
const NAME_LENGTH = 60;
const ENDINGS: Readonly<Record<MediaType, string>> = {
  'image/jpeg': '.jpg',
  'image/png': '.png',
  'application/pdf': '.pdf',
};

/** Bound into every piece, so that none can stand in for another. */
const pieceOf = (id: bigint, seq: number): string => `upload ${id} ${seq}`;

/** The pieces of a file as they are stored. */
export function sealedPieces(core: Pick<Core, 'vault'>, id: bigint, bytes: Buffer): Buffer[] {
  const count = Math.max(1, Math.ceil(bytes.length / CHUNK_BYTES));
  return Array.from({ length: count }, (_, seq) =>
    core.vault.sealBytes(pieceOf(id, seq), bytes.subarray(seq * CHUNK_BYTES, (seq + 1) * CHUNK_BYTES)),
  );
}

/** The name as it may be shown: no path, no control characters, the ending of what the file is. */
export function plainFileName(given: string, mediaType: MediaType): string {
  const last = given.split(/[\\/]/).at(-1) ?? '';
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is taken out
  const clean = last.replace(/[\u0000-\u001f\u007f-\u009f\u200b-\u200f\u202a-\u202e\u2066-\u2069"<>|:*?]/g, '').trim();
  const stem = Array.from(clean.replace(/\.[A-Za-z0-9]{1,5}$/, ''))
    .slice(0, NAME_LENGTH)
    .join('');
  return `${stem || '材料'}${ENDINGS[mediaType]}`;
}

/** A file as its owner sees it in lists. */
export function fileView(core: Pick<Core, 'vault' | 'numbers'>, row: UploadRow): UploadedFileValue {
  const { mediaType, bytes } = row;
  return { fileId: core.numbers.fileNo(row.id), fileName: nameOf(core, row), mediaType, bytes };
}

function nameOf(core: Pick<Core, 'vault'>, row: UploadRow): string {
  return core.vault.open('upload-name', row.nameSealed);
}

/** The file itself. Pictures are shown, everything else is saved: nothing a resident sent runs in this origin. */
export async function fileReply(core: Core, shard: number, row: UploadRow): Promise<FileReply> {
  const pieces = await chunksOf(core.database.query, shard, row.id);
  const bytes = Buffer.concat(pieces.map((piece, seq) => core.vault.openBytes(pieceOf(row.id, seq), piece)));
  if (bytes.length !== row.bytes) throw new Error('a file has lost a piece');
  return {
    bytes,
    contentType: row.mediaType,
    fileName: nameOf(core, row),
    disposition: row.mediaType === 'application/pdf' ? 'attachment' : 'inline',
  };
}
