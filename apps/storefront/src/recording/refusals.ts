const MOST = 3;

/**
 * Counts, life by life, how often in a row the server took nothing. The first time it is too often the recording may be at fault (erased since, or
 * somebody else's), and another one is begun; the second time nothing more is recorded.
 */
export function createRefusals(beginAnew: () => void, stop: () => void) {
  let isAnew = false;
  return () => {
    let count = 0;
    return {
      refused(): void {
        count += 1;
        if (count !== MOST) return;
        if (isAnew) stop();
        else beginAnew();
        isAnew = true;
      },
      taken(): void {
        count = 0;
      },
    };
  };
}
