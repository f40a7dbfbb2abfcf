/*
 * Where values of a JSON text (RFC 8259) end, without making them: for UTF-8 without white space between, as programs write it. Every
 * function answers the place behind what begins at `begin`, or -1 where there is no such thing, or where it cannot tell. Behind the end
 * of the text nothing is equal to, less or more than anything.
 */
const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const COMMA = 0x2c;
const COLON = 0x3a;
const MINUS = 0x2d;
const PLUS = 0x2b;
const DOT = 0x2e;
const ZERO = 0x30;
const NINE = 0x39;
const LETTER_E = 0x65;
const LETTER_U = 0x75;
/** Makes a capital letter small. */
const SMALL = 0x20;
const OPEN_LIST = 0x5b;
const CLOSE_LIST = 0x5d;
const OPEN_OBJECT = 0x7b;
const CLOSE_OBJECT = 0x7d;
const FIRST_PRINTABLE = 0x20;
const LETTER_A = 0x61;
const LETTER_F = 0x66;
/** 1 for what may stand behind a backslash. */
const escaped = new Uint8Array(256);
for (const sign of Buffer.from('"\\/bfnrt')) escaped[sign] = 1;
const TRUE = Buffer.from('true');
const FALSE = Buffer.from('false');
const NULL = Buffer.from('null');
/** Deeper than pages are. */
const MOST_DEPTH = 1_000;
/** What closes each thing that is open; nothing else runs while a text is read. */
const closing = new Uint8Array(MOST_DEPTH);

export function endOfValue(text: Uint8Array, begin: number): number {
  let at = begin;
  let depth = 0;
  for (;;) {
    const code = text[at] as number;
    if (code === OPEN_OBJECT || code === OPEN_LIST) {
      const close = code === OPEN_OBJECT ? CLOSE_OBJECT : CLOSE_LIST;
      at += 1;
      if (text[at] === close) at += 1;
      else {
        if (depth === MOST_DEPTH) return -1;
        closing[depth++] = close;
        if (close === CLOSE_OBJECT) at = endOfName(text, at);
        if (at < 0) return -1;
        continue;
      }
    } else if (code === QUOTE) at = endOfString(text, at);
    else at = endOfPlain(text, at, code);
    if (at < 0) return -1;
    while (depth > 0 && text[at] === closing[depth - 1]) {
      depth -= 1;
      at += 1;
    }
    if (depth === 0) return at;
    if (text[at] !== COMMA) return -1;
    at += 1;
    if (closing[depth - 1] === CLOSE_OBJECT) at = endOfName(text, at);
    if (at < 0) return -1;
  }
}

/** A member's name with its colon. */
export function endOfName(text: Uint8Array, begin: number): number {
  if (text[begin] !== QUOTE) return -1;
  const at = endOfString(text, begin);
  return at > 0 && text[at] === COLON ? at + 1 : -1;
}

/** Whether these very bytes stand there. */
export function standsAt(text: Uint8Array, begin: number, word: Uint8Array): boolean {
  for (let index = 0; index < word.length; index++) if (text[begin + index] !== word[index]) return false;
  return true;
}

function endOfString(text: Uint8Array, begin: number): number {
  let at = begin + 1;
  for (;;) {
    const code = text[at++] as number;
    if (code === QUOTE) return at;
    if (!(code >= FIRST_PRINTABLE)) return -1;
    if (code !== BACKSLASH) continue;
    const sign = text[at++] as number;
    if (sign === LETTER_U) {
      for (const end = at + 4; at < end; at++) if (!isHex(text[at] as number)) return -1;
    } else if (escaped[sign] !== 1) return -1;
  }
}

function endOfPlain(text: Uint8Array, at: number, code: number): number {
  if (code === MINUS || isDigit(code)) return endOfNumber(text, at, code);
  const word = code === NULL[0] ? NULL : code === TRUE[0] ? TRUE : FALSE;
  return standsAt(text, at, word) ? at + word.length : -1;
}

function endOfNumber(text: Uint8Array, begin: number, sign: number): number {
  const whole = sign === MINUS ? begin + 1 : begin;
  let at = endOfDigits(text, whole);
  if (at < 0 || (at > whole + 1 && text[whole] === ZERO)) return -1;
  if (text[at] === DOT) at = endOfDigits(text, at + 1);
  if (at < 0 || ((text[at] as number) | SMALL) !== LETTER_E) return at;
  const next = text[at + 1];
  return endOfDigits(text, next === MINUS || next === PLUS ? at + 2 : at + 1);
}

/** One digit at least. */
function endOfDigits(text: Uint8Array, begin: number): number {
  let at = begin;
  while (isDigit(text[at] as number)) at += 1;
  return at > begin ? at : -1;
}

const isDigit = (code: number): boolean => code >= ZERO && code <= NINE;
const isHex = (code: number): boolean => isDigit(code) || ((code | SMALL) >= LETTER_A && (code | SMALL) <= LETTER_F);
