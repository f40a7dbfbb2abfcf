/** Lets what concerns the same thing run one after the other, and everything else at the same time. */
export function createTurns(): <T>(thing: string, work: () => Promise<T>) => Promise<T> {
  const last = new Map<string, Promise<unknown>>();
  return async (thing, work) => {
    const before = last.get(thing) ?? Promise.resolve();
    const mine = before.then(work, work);
    last.set(thing, mine);
    try {
      return await mine;
    } finally {
      if (last.get(thing) === mine) last.delete(thing);
    }
  };
}

/** At most `width` at once; the others wait in the order in which they came. */
export function createNarrowDoor(width: number): <T>(work: () => Promise<T>) => Promise<T> {
  const waiting: (() => void)[] = [];
  let inside = 0;
  return async (work) => {
    if (inside < width) inside += 1;
    else await new Promise<void>((resolve) => waiting.push(resolve));
    try {
      return await work();
    } finally {
      const next = waiting.shift();
      if (next) next();
      else inside -= 1;
    }
  };
}
