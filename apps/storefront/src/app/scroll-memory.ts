const STORAGE_KEY = 'huimin-scroll';
/** Content that comes with data may still be growing for this long. */
const GROW_MS = 1_500;
const KEPT_VISITS = 50;
/** A finger, a mouse, its wheel, a keyboard. Browsers before pointer events say `touchstart`. */
const SIGNS_OF_A_PERSON = ['touchstart', 'pointerdown', 'wheel', 'keydown'];

type ScrollHost = Pick<
  Window,
  'scrollTo' | 'addEventListener' | 'removeEventListener' | 'setTimeout' | 'clearTimeout'
> & {
  readonly scrollY: number;
  readonly history: { scrollRestoration: 'auto' | 'manual' };
  readonly sessionStorage: Storage;
  readonly document: Document;
};

/** Remembers how far down each visit was and goes there again on the way back, also after a reload. */
export function createScrollMemory(host: ScrollHost) {
  host.history.scrollRestoration = 'manual';
  const positions = read(host);
  let present: string | null = null;

  const keep = () => {
    if (present === null) return;
    positions.delete(present);
    positions.set(present, host.scrollY);
  };
  host.addEventListener('scroll', keep, { passive: true });
  host.addEventListener('pagehide', () => write(host, positions));

  return {
    /** A screen has come. `first` is the screen of a page load, which may be a reload. Answers what stops restoring. */
    arrive(key: string, returned: boolean, first: boolean): () => void {
      const wanted = returned || first ? (positions.get(key) ?? 0) : 0;
      present = key;
      if (first && wanted === 0) return () => {};
      host.scrollTo(0, wanted);
      if (wanted === 0) return () => {};
      // Until the content has grown tall enough, or the person does something: what they press must not move away from under them.
      let tries = 0;
      let timer = 0;
      const stop = () => host.clearTimeout(timer);
      const again = () => {
        tries += 1;
        if (Math.abs(host.scrollY - wanted) < 2 || tries * 100 > GROW_MS) return;
        host.scrollTo(0, wanted);
        timer = host.setTimeout(again, 100);
      };
      timer = host.setTimeout(again, 100);
      for (const sign of SIGNS_OF_A_PERSON) {
        host.addEventListener(sign, stop, { once: true, passive: true, capture: true });
      }
      return stop;
    },
  };
}

function read(host: ScrollHost): Map<string, number> {
  try {
    return new Map(JSON.parse(host.sessionStorage.getItem(STORAGE_KEY) ?? '[]'));
  } catch {
    return new Map();
  }
}

function write(host: ScrollHost, positions: Map<string, number>): void {
  try {
    host.sessionStorage.setItem(STORAGE_KEY, JSON.stringify([...positions].slice(-KEPT_VISITS)));
  } catch {
    // No storage: the way back after a reload starts at the top.
  }
}
