import type { KeyCabinet } from '../../channel/key-cabinet.ts';
import { type SealedDrawer, sealedDrawer } from '../../channel/sealed-drawer.ts';

export interface KeptDrawerParts {
  openCabinet: () => Promise<KeyCabinet>;
  /** Web Crypto, or null where the browser has none: then nothing is kept. */
  crypto: Pick<Crypto, 'subtle' | 'getRandomValues'> | null;
  /** Only how many there are. */
  local: Pick<Storage, 'setItem' | 'removeItem'> | null;
}

export interface KeptDrawer {
  /** One step after the other; a step that fails, or a browser that keeps nothing, answers `otherwise`. Never rejects. */
  inTurn<T>(step: (drawer: SealedDrawer) => Promise<T>, otherwise: T): Promise<T>;
}

/** A sealed drawer for copies of what was shown: a browser that cannot keep them shows them all the same. */
export function createKeptDrawer({ openCabinet, crypto }: KeptDrawerParts, name: string): KeptDrawer {
  let drawer: Promise<SealedDrawer | null> | null = null;
  let last: Promise<unknown> = Promise.resolve();

  const open = (): Promise<SealedDrawer | null> => {
    if (!crypto) return Promise.resolve(null);
    drawer ??= openCabinet().then(
      (box) => sealedDrawer(box, name, crypto),
      () => null,
    );
    return drawer;
  };
  return {
    inTurn: (step, otherwise) => {
      const result = last
        .then(async () => {
          const box = await open();
          return box ? await step(box) : otherwise;
        })
        .catch(() => otherwise);
      last = result;
      return result;
    },
  };
}
