import type { Picture } from './rasterise.ts';

/** Pictures that were drawn lately, by what they show; the oldest go first. */
export interface PictureShelf {
  get(key: string): readonly Picture[] | undefined;
  put(key: string, pictures: readonly Picture[]): void;
}

export function createPictureShelf(maxBytes: number): PictureShelf {
  const kept = new Map<string, readonly Picture[]>();
  let bytes = 0;
  const sizeOf = (pictures: readonly Picture[]): number => pictures.reduce((sum, { png }) => sum + png.length, 0);
  const drop = (key: string): void => {
    bytes -= sizeOf(kept.get(key) ?? []);
    kept.delete(key);
  };
  return {
    get(key) {
      const found = kept.get(key);
      if (found === undefined) return undefined;
      // Back to the end of the row.
      kept.delete(key);
      kept.set(key, found);
      return found;
    },
    put(key, pictures) {
      drop(key);
      kept.set(key, pictures);
      bytes += sizeOf(pictures);
      for (const oldest of kept.keys()) {
        if (bytes <= maxBytes) return;
        drop(oldest);
      }
    },
  };
}
