/** The first thing that is wrong with a row; null when it is right. */
export function firstProblem(checks: readonly (readonly [isRight: boolean, problem: string])[]): string | null {
  return checks.find(([isRight]) => !isRight)?.[1] ?? null;
}

/** One line of text that is there and no longer than it may be. */
export function isShortText(text: string, most: number): boolean {
  return text !== '' && Array.from(text).length <= most && !/\p{Cc}/u.test(text);
}
