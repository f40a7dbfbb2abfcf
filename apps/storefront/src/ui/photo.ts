/**
 * Opens a photo of any kind this browser knows, the right way up; null when it cannot. Through an element and not
 * `createImageBitmap`, which iOS 14 and old containers lack.
 */
export function openPhoto(file: Blob): Promise<HTMLImageElement | null> {
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

/** A photo as a JPEG whose longer side has at most `longestSidePx`; null when this browser cannot draw it. */
export function drawSmaller(picture: HTMLImageElement, longestSidePx: number, quality: number): Promise<Blob | null> {
  const { naturalWidth: width, naturalHeight: height } = picture;
  const scale = Math.min(1, longestSidePx / Math.max(width, height));
  const canvas = document.createElement('canvas');
  canvas.width = Math.max(1, Math.round(width * scale));
  canvas.height = Math.max(1, Math.round(height * scale));
  const pen = canvas.getContext('2d');
  if (!pen) return Promise.resolve(null);
  pen.drawImage(picture, 0, 0, canvas.width, canvas.height);
  return new Promise((resolve) => canvas.toBlob(resolve, 'image/jpeg', quality));
}

/** A file as base64 without a head. Rejects when it cannot be read. */
export function base64Of(file: Blob): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => {
      const text = String(reader.result);
      resolve(text.slice(text.indexOf(',') + 1));
    };
    reader.onerror = () => reject(reader.error ?? new Error('the file cannot be read'));
    reader.readAsDataURL(file);
  });
}
