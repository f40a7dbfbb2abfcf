import type { KeyCabinet } from './key-cabinet.ts';
import { type SealedDrawer, sealedDrawer } from './sealed-drawer.ts';

/** A form that was not saved yet. */
export interface HalfFilled<Form> {
  /** Who or what it is about; null for something new. */
  readonly subject: string | null;
  readonly form: Form;
}

export interface HalfFilledStore<Form> {
  /** The kept form, or null when there is none for this subject or it is a day old. Never rejects. */
  read(subject: string | null): Promise<HalfFilled<Form> | null>;
  /** Keeps this form instead of any former one. Never rejects: losing the copy must not disturb the typing. */
  keep(halfFilled: HalfFilled<Form>): Promise<void>;
  /** Form and key go; what a disk may still hold of the sealed text is of no use without the key. */
  discard(): Promise<void>;
}

export interface HalfFilledParts<Form> {
  /** Names of its own in the browser. */
  readonly drawer: string;
  readonly sessionKey: string;
  /** What may lie in the tab's storage, where nothing can be sealed: a form without numbers of papers. */
  bare(form: Form): Form;
  openCabinet: () => Promise<KeyCabinet>;
  /** Web Crypto, or null where the browser has none. */
  crypto: Pick<Crypto, 'subtle' | 'getRandomValues'> | null;
  session: Pick<Storage, 'getItem' | 'setItem' | 'removeItem'> | null;
  clock: { now(): number };
}

const HALF_FILLED_LIFE_MS = 24 * 3_600_000;

type Kept<Form> = HalfFilled<Form> & { readonly atMs: number };

/**
 * Keeps one half-filled form over a reload, a lost login and a closed page: sealed with AES-GCM under a key that no script
 * can read out. Where the browser cannot do that, it lasts as long as the tab, and the paper's number as long as the page.
 */
export function createHalfFilledStore<Form>(parts: HalfFilledParts<Form>): HalfFilledStore<Form> {
  const { crypto, session, clock } = parts;
  let memory: Kept<Form> | null = null;
  let drawer: Promise<SealedDrawer | null> | null = null;
  /** One change after the other: a form that is kept must not overtake the discarding of the one before. */
  let last: Promise<unknown> = Promise.resolve();

  const open = (): Promise<SealedDrawer | null> => {
    if (!crypto) return Promise.resolve(null);
    drawer ??= parts.openCabinet().then(
      (box) => sealedDrawer(box, parts.drawer, crypto),
      () => null,
    );
    return drawer;
  };
  const inTurn = <T>(step: () => Promise<T>, otherwise: T): Promise<T> => {
    const result = last.then(step).catch(() => otherwise);
    last = result;
    return result;
  };

  function readPlain(): Kept<Form> | null {
    if (memory) return memory;
    return JSON.parse(session?.getItem(parts.sessionKey) ?? 'null');
  }

  function keepPlain(kept: Kept<Form>): void {
    memory = kept;
    session?.setItem(parts.sessionKey, JSON.stringify({ ...kept, form: parts.bare(kept.form) }));
  }

  async function discardAll(): Promise<void> {
    memory = null;
    session?.removeItem(parts.sessionKey);
    await (await open())?.discard();
  }

  return {
    read: (subject) =>
      inTurn(async () => {
        const box = await open();
        const kept = box ? ((await box.read()) as Kept<Form> | null) : readPlain();
        if (!kept) return null;
        if (Math.abs(clock.now() - kept.atMs) >= HALF_FILLED_LIFE_MS) {
          await discardAll();
          return null;
        }
        return kept.subject === subject ? { subject, form: kept.form } : null;
      }, null),
    keep: (halfFilled) =>
      inTurn(async () => {
        const kept: Kept<Form> = { ...halfFilled, atMs: clock.now() };
        const box = await open();
        if (box) await box.keep(kept);
        else keepPlain(kept);
      }, undefined),
    discard: () => inTurn(discardAll, undefined),
  };
}
