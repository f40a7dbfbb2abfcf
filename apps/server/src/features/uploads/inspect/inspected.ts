export type MediaType = 'image/jpeg' | 'image/png' | 'application/pdf';

/** A file that is what it claims to be, without what nobody needs to know; or why it is not taken. */
export type Inspected =
  | { readonly ok: true; readonly mediaType: MediaType; readonly bytes: Buffer }
  | { readonly ok: false; readonly message: string };

export const BROKEN: Inspected = { ok: false, message: '文件不完整或者已经损坏，请重新拍照上传' };

/** A photo of a paper that can be read, and no image that takes a viewer's memory away. */
const LEAST_SIDE_PX = 100;
const MOST_SIDE_PX = 12_000;
const MOST_PIXELS = 50_000_000;

/** Null when an image of this size is taken. */
export function sizeRefusal(width: number, height: number): Inspected | null {
  if (Math.min(width, height) < LEAST_SIDE_PX) {
    return { ok: false, message: '照片太小，看不清上面的字，请重新拍一张' };
  }
  if (Math.max(width, height) > MOST_SIDE_PX || width * height > MOST_PIXELS) {
    return { ok: false, message: '照片的尺寸太大，请用手机重新拍一张' };
  }
  return null;
}
