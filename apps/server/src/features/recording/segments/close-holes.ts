import { open, readFile, rename } from 'node:fs/promises';
import { dirname } from 'node:path';
import { isDamage } from '@huimin/evidence/bytes';
import { frameOf, readSegment } from '@huimin/evidence/segment';
import { segmentFile, syncFolder } from './segment-writer.ts';

/**
 * Writes a file anew with its whole frames alone, one behind the other. For files nobody writes to any more, in which a power
 * cut left some pages of the last group and not those before them. It is there as before, or as after, whatever happens meanwhile.
 */
export async function closeHoles(folder: string, segment: string): Promise<void> {
  const file = segmentFile(folder, segment);
  const bytes = await readFile(file);
  const content = readSegment(bytes);
  if (isDamage(content)) return;
  const begins = (content.frames[0]?.offset ?? 4) - 4;
  const start = bytes.subarray(0, Math.min(begins, content.damaged[0]?.at ?? begins));
  const beside = `${file}.mending`;
  const handle = await open(beside, 'w', 0o600);
  try {
    await handle.writeFile(Buffer.concat([start, ...content.frames.map(({ chunk }) => frameOf(chunk))]));
    await handle.sync();
  } finally {
    await handle.close();
  }
  await rename(beside, file);
  await syncFolder(dirname(file));
}
