/** Specification, section 9: the anti-fraud record tool. */
const TIMEOUT_MS = 1_500;
const SIZE_LIMIT = 70_000;

type Told = {
  storage?: { estimate?: () => Promise<{ quota?: number }> };
  webdriver?: boolean;
  maxTouchPoints?: number;
};
type Dated = { readonly Temporal?: { readonly Now: { timeZoneId(): string } } };

/**
 * Plain facts of the device, for judging risk: no drawing, no fonts, nothing by which one phone is told from another of its
 * make. Null when they are more than the limit.
 */
export async function deviceSignal(window: Window): Promise<object | null> {
  const { navigator, screen } = window;
  const told = navigator as Told;
  const facts = {
    width: screen.width,
    height: screen.height,
    ratio: window.devicePixelRatio,
    depth: screen.colorDepth,
    timeZone: timeZone(window as Dated),
    offsetMinutes: new Date().getTimezoneOffset(),
    languages: Array.from(navigator.languages ?? []).slice(0, 8),
    platform: navigator.platform,
    cores: navigator.hardwareConcurrency,
    touchPoints: told.maxTouchPoints ?? 0,
    webdriver: told.webdriver === true,
    cookies: navigator.cookieEnabled,
    storage: {
      local: has(() => window.localStorage),
      session: has(() => window.sessionStorage),
      database: has(() => window.indexedDB),
    },
    quotaMb: await quotaMb(told),
  };
  return JSON.stringify(facts).length <= SIZE_LIMIT ? facts : null;
}

/** Where the browser can say it alone; the other way loads all that is known of writing dates, which takes tens of milliseconds. */
function timeZone({ Temporal }: Dated): string {
  return Temporal?.Now.timeZoneId() ?? new Intl.DateTimeFormat().resolvedOptions().timeZone;
}

function has(read: () => unknown): boolean {
  try {
    return Boolean(read());
  } catch {
    return false;
  }
}

/** To the next power of two, so that it says what kind of phone this is and not which. Null when it is not told in time. */
async function quotaMb({ storage }: Told): Promise<number | null> {
  if (!storage?.estimate) return null;
  const late = new Promise<null>((resolve) => setTimeout(() => resolve(null), TIMEOUT_MS));
  const asked = storage.estimate().then(
    ({ quota }) => (quota ? 2 ** Math.round(Math.log2(quota / 1_000_000)) : null),
    () => null,
  );
  return Promise.race([asked, late]);
}
