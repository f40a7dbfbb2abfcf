import Type, { type Static } from 'typebox';
import { ClientKey } from '../vocabulary/schemas.ts';

/** Largest file that is taken. */
export const MAX_UPLOAD_BYTES = 5 * 1024 * 1024;

export const FileId = Type.String({ pattern: '^W[0-9]{19}$', description: '材料编号' });
export const FileIds = Type.Array(FileId, { minItems: 1, maxItems: 6 });

/** The bytes as base64; what they are is read from themselves. */
export const UploadInput = Type.Object({
  clientKey: ClientKey,
  use: Type.Enum(['change', 'mid-year', 'appeal', 'special-drug', 'transfer', 'complaint'], {
    description:
      '材料用途：change 更正信息，mid-year 中途参保，appeal 既往症复核，special-drug 申请用药，transfer 转账回单，complaint 投诉',
  }),
  fileName: Type.String({ minLength: 1, maxLength: 120, description: '文件名' }),
  content: Type.String({
    minLength: 4,
    maxLength: Math.ceil(MAX_UPLOAD_BYTES / 3) * 4,
    pattern: '^[A-Za-z0-9+/]+={0,2}$',
    description: '文件内容，base64',
  }),
});

/** Base64 is a third longer than what it stands for; the rest of the body is short. */
export const UPLOAD_BODY_BYTES = Math.ceil(MAX_UPLOAD_BYTES / 3) * 4 + 8 * 1024;

export const UploadedFile = Type.Object({
  fileId: FileId,
  fileName: Type.String(),
  mediaType: Type.Enum(['image/jpeg', 'image/png', 'application/pdf']),
  bytes: Type.Integer(),
});
export type UploadedFileValue = Static<typeof UploadedFile>;
