import type { SaveOrderInputValue } from '@huimin/contract';
import { keptQueryOf } from '@huimin/domain/share';

/** Session storage: the id under which this visit's record is kept, if it is. */
export const RECORD_ID_KEY = 'cx-record-uuid';
const MAX_ORIGIN_LENGTH = 64;

/** Who sent the visitor, out of the kept parameters of the address. */
export function attributionOf(search: string): Pick<SaveOrderInputValue, 'shareCode' | 'shareFrom' | 'agentCode'> {
  const { shareCode, shareFrom, agentCode } = keptQueryOf(search);
  const given = { shareCode, shareFrom, agentCode };
  // The call takes 64 characters; a longer value is nobody's code and must not stop an order.
  return Object.fromEntries(
    Object.entries(given).filter(([, value]) => value !== undefined && value.length <= MAX_ORIGIN_LENGTH),
  );
}

/** The visit's record id, or undefined when there is none. */
export function recordIdOf(storage: Pick<Storage, 'getItem'> | null): string | undefined {
  try {
    const id = storage?.getItem(RECORD_ID_KEY);
    return id && id.length <= MAX_ORIGIN_LENGTH ? id : undefined;
  } catch {
    return undefined;
  }
}
