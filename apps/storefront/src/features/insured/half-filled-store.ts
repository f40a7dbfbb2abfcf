import type { KeyCabinet } from '../../channel/key-cabinet.ts';
import { type SealedDrawer, sealedDrawer } from '../../channel/sealed-drawer.ts';
import type { MemberForm } from './member-form.ts';

/** A form that was not saved yet. */
export interface HalfFilled {
  /** Who is being changed; null for a new person. */
  readonly memberId: string | null;
  readonly form: MemberForm;
}

export interface HalfFilledStore {
  /** The kept form, or null when there is none for this person or it is a day old. Never rejects. */
  read(memberId: string | null): Promise<HalfFilled | null>;
  /** Keeps this form instead of any former one. Never rejects: losing the copy must not disturb the typing. */
  keep(halfFilled: HalfFilled): Promise<void>;
  /** Form and key go; what a disk may still hold of the sealed text is of no use without the key. */
  discard(): Promise<void>;
}

export interface HalfFilledParts {
  openCabinet: () => Promise<KeyCabinet>;
  /** Web Crypto, or null where the browser has none. */
  crypto: Pick<Crypto, 'subtle' | 'getRandomValues'> | null;
  session: Pick<Storage, 'getItem' | 'setItem' | 'removeItem'> | null;
  clock: { now(): number };
}

export const HALF_FILLED_LIFE_MS = 24 * 3_600_000;

const DRAWER = 'member-form';
const SESSION_KEY = 'huimin-member-form';

type Kept = HalfFilled & { readonly atMs: number };

/**
 * Keeps one half-filled form over a reload, a lost login and a closed page: sealed with AES-GCM under a key that no script
 * can read out. Where the browser cannot do that, it lasts as long as the tab, and the paper's number as long as the page.
 */
export function createHalfFilledStore(parts: HalfFilledParts): HalfFilledStore {
  const { crypto, session, clock } = parts;
  let memory: Kept | null = null;
  let drawer: Promise<SealedDrawer | null> | null = null;
  /** One change after the other: a form that is kept must not overtake the discarding of the one before. */
  let last: Promise<unknown> = Promise.resolve();

  const open = (): Promise<SealedDrawer | null> => {
    if (!crypto) return Promise.resolve(null);
    drawer ??= parts.openCabinet().then(
      (box) => sealedDrawer(box, DRAWER, crypto),
      () => null,
    );
    return drawer;
  };
  const inTurn = <T>(step: () => Promise<T>, otherwise: T): Promise<T> => {
    const result = last.then(step).catch(() => otherwise);
    last = result;
    return result;
  };

  function readPlain(): Kept | null {
    if (memory) return memory;
    return JSON.parse(session?.getItem(SESSION_KEY) ?? 'null');
  }

  function keepPlain(kept: Kept): void {
    memory = kept;
    session?.setItem(SESSION_KEY, JSON.stringify({ ...kept, form: { ...kept.form, idNumber: '' } }));
  }

  async function discardAll(): Promise<void> {
    memory = null;
    session?.removeItem(SESSION_KEY);
    await (await open())?.discard();
  }

  return {
    read: (memberId) =>
      inTurn(async () => {
        const box = await open();
        const kept = box ? ((await box.read()) as Kept | null) : readPlain();
        if (!kept) return null;
        if (Math.abs(clock.now() - kept.atMs) >= HALF_FILLED_LIFE_MS) {
          await discardAll();
          return null;
        }
        return kept.memberId === memberId ? { memberId, form: kept.form } : null;
      }, null),
    keep: (halfFilled) =>
      inTurn(async () => {
        const kept: Kept = { ...halfFilled, atMs: clock.now() };
        const box = await open();
        if (box) await box.keep(kept);
        else keepPlain(kept);
      }, undefined),
    discard: () => inTurn(discardAll, undefined),
  };
}
