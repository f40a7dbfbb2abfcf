import { createHash } from 'node:crypto';
import type { Drawing } from './drawing/draw-pdf.ts';
import { drawInThread } from './drawing/drawing-desk.ts';
import { createPictureShelf } from './drawing/picture-shelf.ts';
import type { Picture } from './drawing/rasterise.ts';
import type { PaperSealer } from './seal/paper-sealer.ts';

/** Pictures of papers are kept only in the memory of the process: they are personal data. */
const SHELF_BYTES = 48_000_000;
const shelf = createPictureShelf(SHELF_BYTES);

/** A page in pixels: sharp on a phone even when it is enlarged. */
const PAGE_WIDTH = 1240;
/** The keepsake is a picture from the start. */
const KEEPSAKE_WIDTH = 1080;

/** One and a half pixels for each of the design: what a phone shows from edge to edge. */
const POSTER_WIDTH = 1125;
/** What a container shows beside the words of a share. */
const CARD_WIDTH = 500;

/** A paper as PDF, signed when there is somebody to sign it. */
export async function drawPdf(
  drawing: Drawing,
  signing?: { sealer: PaperSealer; atMs: number } | null,
): Promise<Buffer> {
  const seal = signing?.sealer.place(signing.atMs);
  const { pdf } = await drawInThread({ drawing, seal });
  const bytes = Buffer.from(pdf as Uint8Array);
  return signing ? signing.sealer.seal(bytes) : bytes;
}

/** A paper's pages as PNG. The same paper asked for again comes from memory. */
export async function drawPictures(drawing: Drawing): Promise<readonly Picture[]> {
  const key = createHash('sha256').update(JSON.stringify(drawing)).digest('base64');
  const kept = shelf.get(key);
  if (kept) return kept;
  const width = drawing.kind === 'love' ? KEEPSAKE_WIDTH : PAGE_WIDTH;
  const { pictures } = await drawInThread({ drawing, seal: undefined, width });
  shelf.put(key, pictures as readonly Picture[]);
  return pictures as readonly Picture[];
}

/** A poster or the picture of a share card as PNG. Nothing personal is on it, so whoever asks keeps it for everybody. */
export async function drawPoster(drawing: Extract<Drawing, { kind: 'poster' | 'share-card' }>): Promise<Buffer> {
  const width = drawing.kind === 'poster' ? POSTER_WIDTH : CARD_WIDTH;
  const { pictures } = await drawInThread({ drawing, seal: undefined, width });
  return Buffer.from((pictures as readonly Picture[])[0]?.png as Uint8Array);
}
