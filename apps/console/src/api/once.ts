/** Within it a second press is the other half of a double click. */
export const DOUBLE_PRESS_MS = 500;

interface Asked {
  readonly answer: Promise<unknown>;
  isDone: boolean;
}

const asked = new Map<string, Asked>();

/**
 * Makes a change once, however fast its button is pressed: the same that is asked for again while it goes on, or within a double
 * click of the first press, gets the answer of the first. What was refused may be tried again at once, and so may what was
 * changed in another way meanwhile: there and back and there again are three changes.
 */
export function once<T>(key: string, make: () => Promise<T>): Promise<T> {
  const before = asked.get(key);
  if (before) return before.answer as Promise<T>;
  for (const [other, { isDone }] of asked) {
    if (isDone) asked.delete(other);
  }
  const answer = make();
  const entry: Asked = { answer, isDone: false };
  asked.set(key, entry);
  const forget = () => {
    if (asked.get(key) === entry) asked.delete(key);
  };
  const pressedTwice = new Promise((resolve) => setTimeout(resolve, DOUBLE_PRESS_MS));
  answer.then(() => {
    entry.isDone = true;
    return pressedTwice.then(forget);
  }, forget);
  return answer;
}
