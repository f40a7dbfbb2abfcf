/** More are not counted by the server. */
const COUNTED = 1_000;

/** A count beside the name of a tab; nothing while it is not known. */
export const shownCount = (count: number | null | undefined): string =>
  count === null || count === undefined ? '' : count >= COUNTED ? `${COUNTED - 1}+` : String(count);
