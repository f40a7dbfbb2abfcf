import type { PlayedAsset } from '@huimin/evidence/replay';
import type { Assets } from '../../player/messages.ts';

const FILES = '/hmb-js26/console/evidence-files/';

/** Files that the player does not have yet; each is only taken when it is what its name says. */
export async function loadFiles(
  wanted: readonly string[],
  known: Map<string, PlayedAsset>,
  signal: AbortSignal,
): Promise<Assets> {
  const load = async (sha256: string): Promise<[string, PlayedAsset][]> => {
    const response = await fetch(`${FILES}${sha256}`, { signal, credentials: 'omit' });
    if (!response.ok) return [];
    const bytes = new Uint8Array(await response.arrayBuffer());
    if (!(await isWhole(bytes, sha256))) return [];
    const type = response.headers.get('content-type') ?? '';
    const asset: PlayedAsset = type.startsWith('text/css')
      ? { style: new TextDecoder().decode(bytes) }
      : { address: `data:${type};base64,${base64(bytes)}` };
    known.set(sha256, asset);
    return [[sha256, asset]];
  };
  return (await Promise.all(wanted.filter((one) => !known.has(one)).map(load))).flat();
}

async function isWhole(bytes: Uint8Array<ArrayBuffer>, sha256: string): Promise<boolean> {
  // Only pages by https can work hashes out; then the server, which names files by theirs, is believed.
  if (!('subtle' in crypto)) return true;
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes));
  return Array.from(digest, (byte) => byte.toString(16).padStart(2, '0')).join('') === sha256;
}

function base64(bytes: Uint8Array): string {
  let text = '';
  for (const byte of bytes) text += String.fromCharCode(byte);
  return btoa(text);
}
