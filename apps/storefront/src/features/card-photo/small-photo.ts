import { base64Of, drawSmaller, openPhoto } from '../../ui/photo.ts';

/** What the server takes, bytes. */
const MOST_BYTES = 1_048_576;
const LONGEST_SIDE = 1_800;
/** Each try smaller and coarser than the one before. */
const TRIES = [
  { side: LONGEST_SIDE, quality: 0.88 },
  { side: 1_500, quality: 0.8 },
  { side: 1_200, quality: 0.7 },
] as const;

/**
 * The photo as base64, small enough to send: JPEG and PNG of up to 1 MB as they are, anything else drawn anew, smaller.
 * Null when this browser cannot open it.
 */
export async function smallPhoto(file: Blob): Promise<string | null> {
  if (/^image\/(jpeg|png)$/.test(file.type) && file.size <= MOST_BYTES) return base64Of(file).catch(() => null);
  const picture = await openPhoto(file);
  if (picture === null) return null;
  for (const { side, quality } of TRIES) {
    const drawn = await drawSmaller(picture, side, quality);
    if (drawn && drawn.size <= MOST_BYTES) return base64Of(drawn);
  }
  return null;
}
