import type { Random } from '../state/random.ts';

/** How the same JSON may be written. Only a caller that verifies the raw text gets along with all of them. */
export const WRITINGS = ['compact', 'spaced', 'escaped-slashes', 'unicode-escapes'] as const;
export type Writing = (typeof WRITINGS)[number];

const ODD_SHARE = 1 / 4;

/** One of four answers is written in an odd but correct way. */
export function pickWriting(random: Random): Writing {
  if (random.next() >= ODD_SHARE) return 'compact';
  return WRITINGS[1 + Math.floor(random.next() * 3)] ?? 'spaced';
}

/** The node of an answer as text: what is signed, byte for byte. */
export function writeNode(node: Record<string, unknown>, writing: Writing): string {
  const compact = JSON.stringify(node);
  switch (writing) {
    case 'spaced':
      // Line breaks inside values are written as \n, so these are the layout's own.
      return JSON.stringify(node, null, 1).replace(/\n */g, ' ');
    case 'escaped-slashes':
      return compact.replaceAll('/', '\\/');
    case 'unicode-escapes':
      return compact.replace(/[\u0080-\uffff]/g, (char) => `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`);
    default:
      return compact;
  }
}
