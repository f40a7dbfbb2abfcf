import { type FontWeight, measureText } from './paper-fonts.ts';

/** A piece of text in one weight. */
export interface TextRun {
  text: string;
  weight: FontWeight;
}

export type TextLine = TextRun[];

/** Marks that may not begin a line (GB/T 15834: closing marks and points stay with what they close). */
const NEVER_FIRST = new Set('，。、；：！？）》〉」』】〕”’…％%·,.;:!?)]}');
/** Marks that may not end a line. */
const NEVER_LAST = new Set('（《〈「『【〔“‘([{¥');

const isWordCharacter = (character: string): boolean => /[\p{Script=Latin}\p{Nd}\-./:*#_@&+=?%,¥]/u.test(character);

interface Unit {
  character: string;
  weight: FontWeight;
  width: number;
  mayBreakBefore: boolean;
}

function toUnits(runs: readonly TextRun[], size: number): Unit[] {
  const units: Unit[] = [];
  for (const { text, weight } of runs) {
    for (const character of text) {
      const previous = units.at(-1)?.character;
      const mayBreakBefore =
        previous !== undefined &&
        character !== ' ' &&
        !NEVER_FIRST.has(character) &&
        !NEVER_LAST.has(previous) &&
        !(isWordCharacter(previous) && isWordCharacter(character));
      units.push({ character, weight, width: measureText(character, weight, size), mayBreakBefore });
    }
  }
  return units;
}

function toLine(units: readonly Unit[]): TextLine {
  const line: TextLine = [];
  for (const { character, weight } of units) {
    const last = line.at(-1);
    if (last?.weight === weight) last.text += character;
    else line.push({ text: character, weight });
  }
  return line;
}

/**
 * Breaks text into lines no wider than `width`. Chinese breaks between any two characters except around punctuation;
 * words and numbers stay whole unless one alone is wider than the line. Always returns at least one line.
 */
export function breakLines(runs: readonly TextRun[], size: number, width: number): TextLine[] {
  const units = toUnits(runs, size);
  const lines: TextLine[] = [];
  let start = 0;
  while (start < units.length) {
    let used = 0;
    let end = start;
    let lastBreak = -1;
    // A hair of tolerance: widths are sums of fractions.
    while (end < units.length && used + (units[end] as Unit).width <= width + 0.01) {
      if (end > start && units[end]?.mayBreakBefore) lastBreak = end;
      used += (units[end] as Unit).width;
      end += 1;
    }
    if (end < units.length) {
      if (units[end]?.mayBreakBefore || units[end]?.character === ' ') lastBreak = end;
      end = lastBreak > start ? lastBreak : Math.max(end, start + 1);
    }
    let visibleEnd = end;
    while (visibleEnd > start && units[visibleEnd - 1]?.character === ' ') visibleEnd -= 1;
    lines.push(toLine(units.slice(start, visibleEnd)));
    start = end;
    while (units[start]?.character === ' ') start += 1;
  }
  return lines.length > 0 ? lines : [[]];
}

/** Width of a line in the unit of `size`. */
export function lineWidth(line: TextLine, size: number): number {
  return line.reduce((sum, run) => sum + measureText(run.text, run.weight, size), 0);
}
