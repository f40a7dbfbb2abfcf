import { parentPort } from 'node:worker_threads';
import { drawHere } from './draw-pdf.ts';
import type { DrawingAnswer, DrawingTask } from './drawing-desk.ts';
import { rasterise } from './rasterise.ts';

/** The thread in which papers are drawn: one task after the other. */

parentPort?.on('message', async ({ id, drawing, seal, width }: DrawingTask) => {
  try {
    const pdf = await drawHere(drawing, seal);
    if (width === undefined) answer({ id, pdf }, [pdf]);
    else {
      const pictures = await rasterise(pdf, width);
      answer(
        { id, pictures },
        pictures.map(({ png }) => png),
      );
    }
  } catch (error) {
    answer({ id, problem: (error as Error).stack ?? String(error) }, []);
  }
});

function answer(message: DrawingAnswer, bytes: readonly Uint8Array[]): void {
  // Small buffers share a pool that cannot be handed over; copied, they are still right.
  const whole = bytes.flatMap(({ buffer, byteLength }) => (buffer.byteLength === byteLength ? [buffer] : []));
  parentPort?.postMessage(message, [...new Set(whole)] as ArrayBuffer[]);
}
