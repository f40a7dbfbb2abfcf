/** Why the payer is asked before the next edition is paid for by a contract. */
export type ConfirmReason = 'price' | 'cover' | 'documents' | 'upgraded' | 'later-year' | 'paused' | 'limit';

export interface RunFacts {
  readonly formerUnitFen: number;
  readonly unitFen: number;
  readonly totalFen: number;
  /** What the contract allows to take a year. */
  readonly limitFen: number;
  /** Something in the cover, or who carries it, differs. */
  readonly coverChanged: boolean;
  /** A text that has to be read differs from the one that was agreed to. */
  readonly documentsChanged: boolean;
  /** Somebody has more cover by now than the plan that was signed for. */
  readonly upgraded: boolean;
  /** Not the year after the one that was paid for when the contract was signed. */
  readonly laterYear: boolean;
  readonly paused: boolean;
}

/** Empty: what was agreed to covers it. */
export function confirmReasons(facts: RunFacts): ConfirmReason[] {
  const asked: readonly (readonly [ConfirmReason, boolean])[] = [
    ['price', facts.unitFen !== facts.formerUnitFen],
    ['cover', facts.coverChanged],
    ['documents', facts.documentsChanged],
    ['upgraded', facts.upgraded],
    ['later-year', facts.laterYear],
    ['paused', facts.paused],
    ['limit', facts.totalFen > facts.limitFen],
  ];
  return asked.flatMap(([reason, applies]) => (applies ? [reason] : []));
}

/** Whether a price differs by more than half from the former one: then no contract of before can carry it. */
export function differsByMoreThanHalf(formerFen: number, fen: number): boolean {
  return Math.abs(fen - formerFen) * 2 > formerFen;
}
