/** Words that must not stand in what is shared, kept as data. */
export interface BarredWord {
  readonly word: string;
  /** Why, and what to say instead, for whoever writes. */
  readonly reason: string;
  /** What makes the word right when it stands before it: 不 before 保证续保. */
  readonly allowedAfter?: readonly string[];
  /** Right once the end of the sale was announced: 即将停售. */
  readonly allowedWhenAnnounced?: boolean;
}

export interface WordFinding {
  /** Which of the texts, by its name. */
  readonly field: string;
  readonly word: string;
  readonly reason: string;
}

/** Where a phrase ends, no word goes on: 不保证续保 and 本产品 in the line below it are no 保本. */
const PHRASE_END = /[\n。！？；，：!?;,:]+/u;

/** Blanks, marks and signs between characters do not make another word of it. */
function bare(text: string): string {
  return text
    .normalize('NFKC')
    .replace(/[\s\p{P}\p{S}\p{Cf}]/gu, '')
    .toLowerCase();
}

/**
 * What is barred in some texts, by the name of each. A word counts however it is spaced or pointed within a phrase; one
 * that is only part of its own denial (不保证续保) does not.
 */
export function barredWordsIn(
  texts: Readonly<Record<string, string>>,
  words: readonly BarredWord[],
  endIsAnnounced: boolean,
): WordFinding[] {
  return Object.entries(texts).flatMap(([field, text]) => {
    const phrases = text.normalize('NFKC').split(PHRASE_END).map(bare);
    return words
      .filter((entry) => !(entry.allowedWhenAnnounced && endIsAnnounced))
      .filter((entry) => phrases.some((phrase) => stands(phrase, entry)))
      .map(({ word, reason }) => ({ field, word, reason }));
  });
}

function stands(plain: string, { word, allowedAfter = [] }: BarredWord): boolean {
  const wanted = bare(word);
  if (wanted === '') return false;
  for (let at = plain.indexOf(wanted); at >= 0; at = plain.indexOf(wanted, at + 1)) {
    const before = plain.slice(0, at);
    if (!allowedAfter.some((denial) => before.endsWith(bare(denial)))) return true;
  }
  return false;
}
