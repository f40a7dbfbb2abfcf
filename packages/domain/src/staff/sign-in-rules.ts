const MINUTE_MS = 60_000;

/** Without a click or key a session ends. */
export const STAFF_IDLE_MS = 30 * MINUTE_MS;
/** However much it is used. */
export const STAFF_SESSION_MS = 12 * 60 * MINUTE_MS;
/** From the password to the end of the second step. */
export const STAFF_SIGN_IN_MS = 10 * MINUTE_MS;
/** A password handed out by an administrator; afterwards another one has to be handed out. */
export const FIRST_PASSWORD_MS = 3 * 24 * 60 * MINUTE_MS;

export const TRIES_BEFORE_LOCK = 5;
const FIRST_LOCK_MS = 15 * MINUTE_MS;
const LONGEST_LOCK_MS = 24 * 60 * MINUTE_MS;

/** How long an account waits after so many wrong tries in a row: nothing, then 15 minutes, doubled by each further one. */
export function lockMsAfter(failures: number): number {
  if (failures < TRIES_BEFORE_LOCK) return 0;
  return Math.min(FIRST_LOCK_MS * 2 ** Math.min(failures - TRIES_BEFORE_LOCK, 12), LONGEST_LOCK_MS);
}

const LEAST_CHARACTERS = 12;
const MOST_CHARACTERS = 128;

/** What is wrong with a new password, as a sentence; null when nothing is. Length counts, not kinds of characters. */
export function passwordProblem(password: string, account: string): string | null {
  const characters = Array.from(password);
  if (characters.length < LEAST_CHARACTERS) {
    return `密码至少 ${LEAST_CHARACTERS} 个字符，现在是 ${characters.length} 个。可以用几个不相干的词连起来`;
  }
  if (characters.length > MOST_CHARACTERS) return `密码最多 ${MOST_CHARACTERS} 个字符`;
  if (new Set(characters).size < 5) return '密码里重复的字符太多，请换一个';
  if (password.toLowerCase().includes(account.toLowerCase())) return '密码里不要有账号，请换一个';
  const runs = '01234567890abcdefghijklmnopqrstuvwxyz qwertyuiop asdfghjkl zxcvbnm';
  const lower = password.toLowerCase();
  if (runs.includes(lower) || runs.split('').reverse().join('').includes(lower)) return '密码太容易猜到，请换一个';
  if (/^(password|passw0rd|huimin|admin|welcome|letmein|iloveyou)[\d!@#.]*$/.test(lower)) {
    return '密码太容易猜到，请换一个';
  }
  return null;
}
