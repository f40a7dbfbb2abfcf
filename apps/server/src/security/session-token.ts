import { createHash } from 'node:crypto';

/** sha256 of a session's token: the only form in which it is kept. */
export function sessionTokenHash(token: string): Buffer {
  return createHash('sha256').update(token).digest();
}
