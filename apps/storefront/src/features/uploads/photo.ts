import { base64Of, drawSmaller, openPhoto } from '../../ui/photo.ts';

/** What is sent of a chosen file. */
export interface PreparedFile {
  readonly fileName: string;
  /** Base64 without a head. */
  readonly content: string;
}

const LONGEST_SIDE_PX = 2400;
const QUALITY = 0.86;
const LARGE_BYTES = 400 * 1024;

/** Photos are made as small as reading them allows before they leave the phone; where that fails they go as they are. */
export async function prepareFile(file: File): Promise<PreparedFile> {
  const smaller = file.type.startsWith('image/') && isWorthIt(file) ? await smallerPhoto(file).catch(() => null) : null;
  return { fileName: file.name || '照片', content: await base64Of(smaller ?? file) };
}

/** Small pictures of the kinds the server takes go as they are. */
function isWorthIt(file: File): boolean {
  return file.size > LARGE_BYTES || !/^image\/(jpeg|png)$/.test(file.type);
}

async function smallerPhoto(file: File): Promise<Blob | null> {
  const picture = await openPhoto(file);
  return picture && drawSmaller(picture, LONGEST_SIDE_PX, QUALITY);
}
