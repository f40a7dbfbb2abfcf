const TAP_KEY = 'huimin-carried-tap';
/** Whoever comes back later has forgotten what they tapped. */
const CARRIED_FOR_MS = 30_000;
/** A page that is still here then is not leaving any more. */
const LEAVES_WITHIN_MS = 10_000;
const PRESSABLE = 'a[href^="#"],button';

interface CarriedTapParts {
  page: Document;
  storage: Pick<Storage, 'getItem' | 'setItem' | 'removeItem'> | null;
  clock: { now(): number };
  timers: { set(run: () => void, delayMs: number): unknown };
  /** Shows that something is under way, or no longer. */
  showWaiting: (waits: boolean) => void;
}

export interface CarriedTap {
  /** Whether the person has pressed anything on this page yet. */
  hasActed(): boolean;
  /** From now on this page is leaving and will come back: what is tapped is noted instead of done. */
  leave(): void;
  /** Does what was tapped before the page left, unless the person has pressed something by now. */
  resume(whenReady: (run: () => void) => void): void;
}

/** Carries a tap over a round trip of the page: by the words that it was on, which the page has again when it is back. */
export function createCarriedTap({ page, storage, clock, timers, showWaiting }: CarriedTapParts): CarriedTap {
  let acted = false;
  const act = () => {
    acted = true;
  };
  for (const sign of ['pointerdown', 'keydown']) page.addEventListener(sign, act, { passive: true, capture: true });

  function note(event: Event): void {
    const pressed = (event.target as Element).closest(PRESSABLE);
    if (!pressed) return;
    event.preventDefault();
    event.stopPropagation();
    try {
      storage?.setItem(TAP_KEY, JSON.stringify([clock.now(), pressed.textContent]));
      showWaiting(true);
    } catch {
      // A full storage: the page comes back for another tap.
    }
  }

  /** The noted tap as what does it, or null; it is noted no longer. */
  function taken(): (() => void) | null {
    try {
      const [atMs, words] = JSON.parse(storage?.getItem(TAP_KEY) ?? '[0]');
      storage?.removeItem(TAP_KEY);
      if (clock.now() - atMs > CARRIED_FOR_MS) return null;
      const isSame = ({ textContent }: Element) => textContent === words;
      return () => [...page.querySelectorAll<HTMLElement>(PRESSABLE)].find(isSame)?.click();
    } catch {
      return null;
    }
  }

  return {
    hasActed: () => acted,
    leave() {
      page.addEventListener('click', note, true);
      timers.set(() => {
        page.removeEventListener('click', note, true);
        const again = taken();
        if (!again) return;
        showWaiting(false);
        again();
      }, LEAVES_WITHIN_MS);
    },
    resume(whenReady) {
      const again = taken();
      if (again) whenReady(() => acted || again());
    },
  };
}
