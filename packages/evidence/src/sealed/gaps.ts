import type { ChunkHeader } from '../chunk/index.ts';
import type { Gap } from './manifest.ts';

type Piece = Pick<ChunkHeader, 'tab' | 'seq' | 'kind' | 'prev' | 'dataSha256' | 'firstAt' | 'lastAt' | 'flags'>;

/** A batch that does not go on from the one before it. */
export const BROKEN = 'prev';
export const MISSING = 'missing';

/**
 * What is missing of a recording, all its objects taken together: numbers that no chunk of a tab has, up to the
 * highest of its owner's, and batches whose predecessor is another than the client sent.
 */
export function findGaps(pieces: readonly Piece[]): Gap[] {
  const tabs = new Map<string, Piece[]>();
  for (const piece of pieces) {
    const list = tabs.get(piece.tab);
    if (list === undefined) tabs.set(piece.tab, [piece]);
    else list.push(piece);
  }
  return [...tabs.keys()].sort().flatMap((tab) => gapsOfTab(tab, tabs.get(tab) as Piece[]));
}

function gapsOfTab(tab: string, unsorted: readonly Piece[]): Gap[] {
  // Who did not show that the recording is theirs may have written any number.
  let last = -1;
  for (const { seq, flags } of unsorted) if (seq > last && !flags.includes('unsigned-in')) last = seq;
  const pieces = unsorted.filter(({ seq }) => seq <= last).toSorted((a, b) => a.seq - b.seq);
  const gaps: Gap[] = [];
  let expected = 0;
  let before: Piece[] = [];
  for (let at = 0; at < pieces.length; ) {
    const { seq } = pieces[at] as Piece;
    let end = at;
    while (pieces[end]?.seq === seq) end++;
    const same = pieces.slice(at, end);
    const from = before.at(-1)?.lastAt ?? 0;
    const to = (same[0] as Piece).firstAt;
    if (seq > expected) gaps.push({ tab, fromSeq: expected, toSeq: seq - 1, from, to, why: MISSING });
    else if (same.some((piece) => !goesOn(piece, before))) {
      gaps.push({ tab, fromSeq: seq, toSeq: seq, from, to, why: BROKEN });
    }
    before = same;
    expected = seq + 1;
    at = end;
  }
  return gaps;
}

const NOTHING_BEFORE = '0'.repeat(64);

function goesOn({ prev, seq }: Piece, before: readonly Piece[]): boolean {
  if (prev === '') return true;
  return seq === 0 ? prev === NOTHING_BEFORE : before.some(({ dataSha256 }) => dataSha256 === prev);
}

const covers = (declared: Gap, found: Gap): boolean =>
  declared.tab === found.tab && declared.fromSeq <= found.fromSeq && declared.toSeq >= found.toSeq;

/** Gaps that nobody declared. */
export const undeclaredGaps = (found: readonly Gap[], declared: readonly Gap[]): Gap[] =>
  found.filter((gap) => !declared.some((said) => covers(said, gap)));
