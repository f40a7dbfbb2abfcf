import type { Core } from '../../core.ts';
import type { ShownCode } from './assistance-view.ts';

/** Without letters and figures that look alike. */
const ALPHABET = '23456789ABCDEFGHJKLMNPQRSTUVWXYZ';
const NUMBER_LENGTH = 20;
const DIGITS = 6;
const LINK_BYTES = 16;

/** What both sides name a help by: 100 random bits. */
export function newAssistanceNo(random: Core['random']): string {
  return Array.from(random.bytes(NUMBER_LENGTH), (byte) => ALPHABET[byte % ALPHABET.length]).join('');
}

/** Six digits to type and 128 random bits for the QR code. */
export function newCode(random: Core['random']): ShownCode {
  return {
    digits: String(random.below(10 ** DIGITS)).padStart(DIGITS, '0'),
    link: random.bytes(LINK_BYTES).toString('base64url'),
  };
}

export function digitsHash(index: Core['index'], digits: string): Buffer {
  return index.of('assistance-digits', digits);
}

export function linkHash(index: Core['index'], link: string): Buffer {
  return index.of('assistance-link', link);
}
