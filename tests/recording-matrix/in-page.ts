// What runs in the page: makes things happen there, and says of each that it happens before anybody can have recorded it.

export interface Doing {
  readonly bytes: number;
  /** How long it goes on at a person's pace after that, and when the last mark may come. */
  readonly slowMs: number;
  readonly marksMs: number;
  readonly seed: number;
}

/** Serialised into the page: uses nothing from outside. */
export function happen({ bytes, slowMs, marksMs, seed }: Doing): void {
  const say = (window as unknown as { sayOutside(said: object): void }).sayOutside;
  let state = seed % 2147483647 || 1;
  const below = (most: number) => {
    state = (state * 48271) % 2147483647;
    return state % most;
  };
  const letters = (count: number) => Array.from({ length: count }, () => String.fromCharCode(97 + below(26))).join('');
  const button = document.createElement('button');
  const line = document.createElement('p');
  line.className = 'agree';
  const box = document.createElement('input');
  box.type = 'checkbox';
  line.append(box, 'kill matrix');
  document.body.append(button, line);
  let count = 0;
  const next = (kind: string) => {
    count += 1;
    const id = `kill-${kind}-${String(count).padStart(5, '0')}`;
    say({ id, kind, at: Date.now() });
    return id;
  };
  const event = (size: number) => {
    const span = document.createElement('span');
    span.style.display = 'none';
    span.textContent = `${next('event')} ${letters(size)}`;
    document.body.append(span);
  };
  const mark = () => {
    const id = next('mark');
    if (count % 2 === 0) {
      button.setAttribute('aria-label', id);
      button.click();
    } else {
      box.id = id;
      box.click();
    }
  };
  const each = 900;
  let left = bytes;
  let slowUntil = 0;
  let marksUntil = 0;
  const load = () => {
    for (let i = 0; left > 0 && i < 1; i += 1) {
      event(each);
      left -= each;
    }
    if (left > 0) {
      setTimeout(load, 0);
      return;
    }
    slowUntil = Date.now() + slowMs;
    marksUntil = Date.now() + marksMs;
    slowly();
  };
  const slowly = () => {
    if (Date.now() > slowUntil) return;
    if (Date.now() < marksUntil && below(3) === 0) mark();
    else event(20);
    setTimeout(slowly, 20 + below(60));
  };
  load();
}

/** In the page: how many rows of a recording wait to be sent, wherever they lie. */
export async function waitingRows(trace: string): Promise<number> {
  let count = 0;
  for (let i = 0; i < localStorage.length; i += 1) if (localStorage.key(i)?.includes(trace)) count += 1;
  const names = await new Promise<IDBValidKey[]>((resolve) => {
    let factory: IDBFactory | undefined;
    try {
      factory = window.indexedDB;
    } catch {
      // It is turned off.
    }
    if (!factory) {
      resolve([]);
      return;
    }
    const opening = factory.open('huimin-record', 1);
    opening.onupgradeneeded = () => opening.transaction?.abort();
    opening.onerror = () => resolve([]);
    opening.onsuccess = () => {
      const reading = opening.result.transaction('rows').objectStore('rows').getAllKeys();
      reading.onsuccess = () => {
        opening.result.close();
        resolve(reading.result);
      };
      reading.onerror = () => resolve([]);
    };
  });
  return count + names.filter((name) => String(name).includes(trace)).length;
}
