import type { RecordedEvent } from '../events/index.ts';

/** What the phone asked pages for, as far as our style sheets follow it. */
export interface Wishes {
  dark: boolean;
  contrast: boolean;
}

export const noWishes = (): Wishes => ({ dark: false, contrast: false });

const META = 4;
const ASKED = /\(\s*prefers-(color-scheme|contrast)\s*:\s*([a-z-]+)\s*\)/gi;
const [TRUE, FALSE] = ['(min-width:0px)', '(max-width:0px)'];

/** Before each whole picture the recorder says what the phone asked for. */
export function wishesFrom({ type, data }: RecordedEvent, before: Wishes): Wishes {
  if (type !== META) return before;
  const { dark, contrast } = data as Partial<Wishes>;
  return { dark: dark === true, contrast: contrast === true };
}

/** Rules that ask what the phone asked for, whatever the one asks for who looks on. */
export const withWishes = (style: string, { dark, contrast }: Wishes): string =>
  style.replace(ASKED, (_found, what: string, wanted: string) => {
    const is = what.toLowerCase() === 'contrast' ? (contrast ? 'more' : 'no-preference') : dark ? 'dark' : 'light';
    return wanted.toLowerCase() === is ? TRUE : FALSE;
  });
