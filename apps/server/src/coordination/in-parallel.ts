/** Runs `work` on every item, at most `width` at a time; a failing item is reported and does not stop the others. */
export async function inParallel<T>(
  items: readonly T[],
  width: number,
  work: (item: T) => Promise<void>,
  onFailure: (item: T, error: unknown) => void,
): Promise<void> {
  const queue = [...items];
  const lane = async (): Promise<void> => {
    for (let item = queue.shift(); item !== undefined; item = queue.shift()) {
      try {
        await work(item);
      } catch (error) {
        onFailure(item, error);
      }
    }
  };
  await Promise.all(Array.from({ length: Math.min(width, items.length) }, lane));
}
