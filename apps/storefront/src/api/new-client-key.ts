/** 128 random bits in figures and letters. `crypto.randomUUID` is missing in old WebViews and without https. */
export function newClientKey(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('');
}

/**
 * The keys of one form. The same wish sent again, as after an answer that was lost, has the same key and is not done twice; a wish that
 * was changed meanwhile has another, because the server would answer it with what the former one asked for.
 */
export function createWishKeys(newKey: () => string = newClientKey): (wish: unknown) => string {
  let last: { wish: string; key: string } | null = null;
  return (wish) => {
    const text = JSON.stringify(wish);
    if (last?.wish !== text) last = { wish: text, key: newKey() };
    return last.key;
  };
}
