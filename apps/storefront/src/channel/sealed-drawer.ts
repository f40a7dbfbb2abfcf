import type { KeyCabinet } from './key-cabinet.ts';

/** Values of one kind, sealed under a key that no script can read out. */
export interface SealedDrawer {
  /** The value, or null when there is none. Rejects when it cannot be opened. */
  read(): Promise<unknown>;
  keep(value: unknown): Promise<void>;
  /** The value and its key go: what a disk may still hold of the sealed text is of no use then. */
  discard(): Promise<void>;
}

type Sealed = { readonly iv: Uint8Array; readonly text: ArrayBuffer };

/** A drawer of the cabinet, by name: AES-GCM, a new number each time. */
export function sealedDrawer(
  box: KeyCabinet,
  name: string,
  crypto: Pick<Crypto, 'subtle' | 'getRandomValues'>,
): SealedDrawer {
  const keyName = `${name}-key`;

  async function sealingKey(): Promise<CryptoKey> {
    const kept = (await box.get(keyName)) as CryptoKey | undefined;
    if (kept) return kept;
    const key = await crypto.subtle.generateKey({ name: 'AES-GCM', length: 256 }, false, ['encrypt', 'decrypt']);
    await box.set(keyName, key);
    return key;
  }

  return {
    async read() {
      const [key, sealed] = await Promise.all([box.get(keyName), box.get(name)]);
      if (!key || !sealed) return null;
      const { iv, text } = sealed as Sealed;
      const algorithm = { name: 'AES-GCM', iv: iv as Uint8Array<ArrayBuffer> };
      return JSON.parse(new TextDecoder().decode(await crypto.subtle.decrypt(algorithm, key as CryptoKey, text)));
    },
    async keep(value) {
      const key = await sealingKey();
      const iv = crypto.getRandomValues(new Uint8Array(12));
      const plain = new TextEncoder().encode(JSON.stringify(value));
      await box.set(name, { iv, text: await crypto.subtle.encrypt({ name: 'AES-GCM', iv }, key, plain) });
    },
    async discard() {
      await box.delete(name);
      await box.delete(keyName);
    },
  };
}
