/** Whether words that are to stand in the public log for ever hold what may be somebody's number, however it is written. */
export const holdsNumber = (text: string): boolean => /\d{5}|\d[\d -]{6,}\d/.test(text.normalize('NFKC'));
