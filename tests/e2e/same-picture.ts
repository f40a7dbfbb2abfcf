import type { Page } from 'playwright-core';

/** A colour's part may differ so much where edges of letters are drawn; 0 to 255. */
const SAME = 16;

/** How much of two pictures (PNG) is the same, 0 to 1; 0 when they are not of one size. Worked out in a browser's page. */
export function sameShare(page: Page, one: Buffer, other: Buffer): Promise<number> {
  return page.evaluate(
    async ([pictures, most]) => {
      const read = await Promise.all(
        pictures.map(async (text) => {
          const bytes = Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));
          const bitmap = await createImageBitmap(new Blob([bytes], { type: 'image/png' }));
          const canvas = new OffscreenCanvas(bitmap.width, bitmap.height);
          const context = canvas.getContext('2d') as OffscreenCanvasRenderingContext2D;
          context.drawImage(bitmap, 0, 0);
          return context.getImageData(0, 0, bitmap.width, bitmap.height);
        }),
      );
      const [first, second] = read as [ImageData, ImageData];
      if (first.width !== second.width || first.height !== second.height) return 0;
      let same = 0;
      for (let at = 0; at < first.data.length; at += 4) {
        const differs = (part: number) =>
          Math.abs((first.data[at + part] as number) - (second.data[at + part] as number)) > most;
        if (!differs(0) && !differs(1) && !differs(2)) same += 1;
      }
      return same / (first.data.length / 4);
    },
    [[one.toString('base64'), other.toString('base64')], SAME] as const,
  );
}

/** How a screen looked at a moment by the phone's clock. */
export interface LivePicture {
  readonly name: string;
  readonly at: number;
  readonly png: Buffer;
}

/** What lasts less is not told, where something scrolls. */
const STILL_MS = 160;
const ROUNDS = 60;

/** Takes the picture of a screen as soon as it stands still. */
export async function takePicture(page: Page, name: string): Promise<LivePicture> {
  const now = () => page.evaluate(() => Date.now());
  // A hidden caret would be a change of the page, which is recorded.
  const take = () => page.screenshot({ caret: 'initial' });
  let png = await take();
  let since = await now();
  let at = since;
  for (let round = 0; round < ROUNDS; round++) {
    // It looked so before this moment and looks so after it. A moment later it may not.
    at = await now();
    const next = await take();
    if (!next.equals(png)) [png, since] = [next, await now()];
    else if (at - since >= STILL_MS) break;
  }
  return { name, png, at };
}
