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
  if (/^image\/(jpeg|png)$/.test(file.type) && file.size <= MOST_BYTES) return base64Of(file);
  const picture = await opened(file);
  if (picture === null) return null;
  for (const { side, quality } of TRIES) {
    const drawn = await drawnSmaller(picture, side, quality);
    if (drawn && drawn.size <= MOST_BYTES) return base64Of(drawn);
  }
  return null;
}

/** Through an element and not `createImageBitmap`, which old containers lack; it turns photos the right way up. */
function opened(file: Blob): Promise<HTMLImageElement | null> {
  const url = URL.createObjectURL(file);
  return new Promise((resolve) => {
    const image = new Image();
    const end = (result: HTMLImageElement | null) => {
      URL.revokeObjectURL(url);
      resolve(result);
    };
    image.onload = () => end(image);
    image.onerror = () => end(null);
    image.src = url;
  });
}

function drawnSmaller(picture: HTMLImageElement, side: number, quality: number): Promise<Blob | null> {
  const { naturalWidth: width, naturalHeight: height } = picture;
  const scale = Math.min(1, side / Math.max(width, height));
  const canvas = document.createElement('canvas');
  canvas.width = Math.max(1, Math.round(width * scale));
  canvas.height = Math.max(1, Math.round(height * scale));
  const pen = canvas.getContext('2d');
  if (!pen) return Promise.resolve(null);
  pen.drawImage(picture, 0, 0, canvas.width, canvas.height);
  return new Promise((resolve) => canvas.toBlob(resolve, 'image/jpeg', quality));
}

function base64Of(file: Blob): Promise<string | null> {
  return new Promise((resolve) => {
    const reader = new FileReader();
    reader.onload = () => resolve(String(reader.result).split(',')[1] ?? null);
    reader.onerror = () => resolve(null);
    reader.readAsDataURL(file);
  });
}
