/** The first thing that is wrong with a row; null when it is right. */
export function firstProblem(checks: readonly (readonly [isRight: boolean, problem: string])[]): string | null {
  return checks.find(([isRight]) => !isRight)?.[1] ?? null;
}

/** One line of text that is there and no longer than it may be. */
export function isShortText(text: string, most: number): boolean {
  return text !== '' && Array.from(text).length <= most && !/\p{Cc}/u.test(text);
}

/** What is wrong with one cell. */
export interface CellProblem<Key extends string = string> {
  readonly column: Key;
  readonly message: string;
}

/** Everything that is wrong with a row, each cell once. */
export function cellProblems<Key extends string>(
  checks: readonly (readonly [column: Key, isRight: boolean, message: string])[],
): CellProblem<Key>[] {
  return checks.flatMap(([column, isRight, message]) => (isRight ? [] : [{ column, message }]));
}
