import { maskMiddle, maskName, maskPhone } from '@huimin/domain/person';
import type { RecordedEvent } from '@huimin/evidence/events';
import { fillTokens, mapStrings } from '@huimin/evidence/events';

const PHONE = /(?<![\d.])1[3-9]\d ?\d{4} ?\d{4}(?!\d)/g;
const ID_NUMBER = /(?<![\d.])[1-9]\d{5} ?(?:18|19|20)\d\d(?:0[1-9]|1[0-2])(?:[0-2]\d|3[01]) ?\d{3}[\dXx](?!\d)/g;
const NAME = /^[㐀-鿿·]{2,20}$/;
const INCREMENTAL = 3;
const INPUT = 5;
const FULL_SNAPSHOT = 2;
/** Stands for what is kept nowhere. */
const NEVER_KEPT = '＊';

/** A value as somebody sees it who was not allowed more. */
export function maskValue(value: string): string {
  if (NAME.test(value)) return maskName(value);
  return /^1[3-9]\d{9}$/.test(value.replace(/\s/g, '')) ? maskPhone(value) : maskMiddle(value);
}

/** Puts a value, masked or not, in the place of every token; a number that nothing is known of stays hidden. */
export function fillValues<T>(events: T, values: ReadonlyMap<number, string>, show: (value: string) => string): T {
  return fillTokens(events, (number) => {
    const value = number === null ? undefined : values.get(number);
    return value === undefined ? NEVER_KEPT : show(value);
  });
}

/**
 * Masks what a plain client sent, which keeps no values apart: everything that was typed, and phones and papers' numbers
 * wherever they stand.
 */
export function maskPlain(events: readonly RecordedEvent[]): RecordedEvent[] {
  const swept = mapStrings(events, (text) =>
    text.replace(ID_NUMBER, (found) => maskMiddle(found)).replace(PHONE, (found) => maskPhone(found)),
  ) as RecordedEvent[];
  for (const { type, data } of swept) {
    const change = (data ?? {}) as { source?: unknown; text?: unknown; node?: unknown; adds?: unknown };
    if (type === INCREMENTAL && change.source === INPUT && typeof change.text === 'string') {
      change.text = maskValue(change.text);
    }
    if (type === FULL_SNAPSHOT) maskTyped(change.node);
    if (type === INCREMENTAL && Array.isArray(change.adds)) for (const { node } of change.adds) maskTyped(node);
  }
  return swept;
}

function maskTyped(node: unknown): void {
  const { tagName, attributes, childNodes } = (node ?? {}) as {
    tagName?: string;
    attributes?: Record<string, unknown>;
    childNodes?: unknown[];
  };
  if (/^(?:input|textarea|select)$/i.test(tagName ?? '') && typeof attributes?.value === 'string') {
    attributes.value = maskValue(attributes.value);
  }
  if (Array.isArray(childNodes)) for (const child of childNodes) maskTyped(child);
}
