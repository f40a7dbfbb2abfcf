/**
 * A reason why the program cannot start that the person at the keyboard can remove.
 * `what` says what is wrong, `remedy` what to do about it; both in Chinese and English. Never holds a secret.
 */
export class StartupProblem extends Error {
  readonly what: string;
  readonly remedy: string;

  constructor(what: string, remedy: string) {
    super(`${what}\n${remedy}`);
    this.name = 'StartupProblem';
    this.what = what;
    this.remedy = remedy;
  }
}

/** A call of a command that is not understood. */
export class UsageProblem extends StartupProblem {}
