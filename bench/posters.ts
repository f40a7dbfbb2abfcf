import { drawHere } from '../apps/server/src/papers/drawing/draw-pdf.ts';
import { encodePng } from '../apps/server/src/papers/drawing/png.ts';
import { rasterise } from '../apps/server/src/papers/drawing/rasterise.ts';
import { SAMPLE_POSTER } from '../apps/server/src/papers/sample-papers.ts';
import { median } from './measure.ts';

const WIDTH = 1125;
const HEIGHT = 2001;
const POSTERS = 15;

/**
 * A poster with a QR code of its own, from its data to the bytes of its picture, against the least that any picture of this
 * size costs: packing its pixels. Both in this thread, one after the other.
 */
export async function takePosters(): Promise<{ posterMs: number; packingMs: number }> {
  const pixels = new Uint8Array(WIDTH * HEIGHT * 4).map((_, index) => (index >> 12) & 0xff);
  const posters: number[] = [];
  const packing: number[] = [];
  for (let index = 0; index < POSTERS; index++) {
    const from = performance.now();
    const landingUrl = `${SAMPLE_POSTER.landingUrl}&n=${index}`;
    await rasterise(await drawHere({ kind: 'poster', data: { ...SAMPLE_POSTER, landingUrl } }), WIDTH);
    const drawn = performance.now();
    encodePng(pixels, WIDTH, HEIGHT);
    // The first one opens fonts and the engine.
    if (index === 0) continue;
    posters.push(drawn - from);
    packing.push(performance.now() - drawn);
  }
  return { posterMs: median(posters), packingMs: median(packing) };
}
