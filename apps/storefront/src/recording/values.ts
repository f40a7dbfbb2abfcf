/** A value and the number by which events name it. */
export interface Value {
  readonly k: number;
  readonly v: string;
}

/** What stands in events for what is kept nowhere. */
export const NEVER = '⟦-⟧';

/** As papers and phones are written, with the gaps that screens show. The first group is what stands before. */
const PHONE = /(^|[^\d.])(1[3-9]\d ?\d{4} ?\d{4})(?!\d)/g;
const ID_NUMBER = /(^|[^\d.])([1-9]\d{5} ?(?:18|19|20)\d\d(?:0[1-9]|1[0-2])(?:[0-2]\d|3[01]) ?\d{3}[\dXx])(?!\d)/g;
/** Each of the two has this in it; most events have not. */
const FIGURES = /\d{3} ?\d{4}/;
/**
 * What is looked for wherever else it stands: names, whole numbers, and longer words with figures in them. Not a single
 * character and not a few figures: those are everywhere, also in what events count.
 */
const WORTH_LOOKING_FOR = /^(?:[㐀-鿿·]{2,20}|[\d*]{2}[\dXx* ]{8,30}|(?=.*\d)(?=.*[^\d.])[^\s"\\]{6,80})$/;
/** More is not looked for: a page of a person's own has far fewer. */
const LOOKED_FOR = 300;

/** Whether nothing but the word for a value stands there. */
export const isToken = (text: unknown): boolean => typeof text === 'string' && /^⟦(?:\d+|-)⟧$/.test(text);

export interface Values {
  /** The token that stands for a text; the same text has the same one. */
  token(text: string): string;
  /** Looks for a text from now on. */
  know(text: string): void;
  /** Takes what must not stand in events out of a serialised event. */
  sweep(serialised: string): string;
  /** What was named since the last time. */
  fresh(): Value[];
}

/** The values of one tab's life: numbers count up from 1. `known`: what else is looked for, wherever it stands. */
export function createValues(known: readonly string[] = []): Values {
  const numbers = new Map<string, number>();
  let unsaid: Value[] = [];
  let wanted: string[] = [];
  let pattern: RegExp | null = null;

  function token(text: string): string {
    let number = numbers.get(text);
    if (number === undefined) {
      number = numbers.size + 1;
      numbers.set(text, number);
      unsaid.push({ k: number, v: text });
      know(text);
    }
    return `⟦${number}⟧`;
  }

  function know(text: string): void {
    if (wanted.length >= LOOKED_FOR || !WORTH_LOOKING_FOR.test(text) || wanted.includes(text)) return;
    wanted.push(text);
    pattern = null;
  }

  function named(): RegExp | null {
    if (pattern === null && wanted.length > 0) {
      // The longest first: a part of a name must not break it up.
      wanted = wanted.sort((a, b) => b.length - a.length);
      pattern = new RegExp(wanted.map((text) => text.replace(/[.*+?^${}()|[\]\\/-]/g, '\\$&')).join('|'), 'g');
    }
    return pattern;
  }

  for (const text of known) know(text);

  return {
    token,
    know,
    sweep(serialised) {
      const looked = named();
      const text = looked ? serialised.replace(looked, (found) => token(found)) : serialised;
      if (!FIGURES.test(text)) return text;
      return [PHONE, ID_NUMBER].reduce(
        (swept, numbers) => swept.replace(numbers, (_, before: string, found: string) => before + token(found)),
        text,
      );
    },
    fresh() {
      const taken = unsaid;
      unsaid = [];
      return taken;
    },
  };
}
