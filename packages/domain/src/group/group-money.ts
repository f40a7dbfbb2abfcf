/** What a company has paid in, what of it is used for its people, and what went back to it. Integer fen. */
export interface GroupDeposit {
  readonly receivedFen: number;
  readonly usedFen: number;
  readonly returnedFen: number;
}

/** What is left of a company's money; never below zero. */
export function depositLeftFen({ receivedFen, usedFen, returnedFen }: GroupDeposit): number {
  return receivedFen - usedFen - returnedFen;
}

/** How a bill stands against the money that is there: short by, or over by. */
export function billBalance(amountFen: number, leftFen: number): { shortFen: number; overFen: number } {
  return { shortFen: Math.max(0, amountFen - leftFen), overFen: Math.max(0, leftFen - amountFen) };
}
