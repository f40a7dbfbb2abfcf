import { hash } from 'node:crypto';

/** sha256 of a session's token: the only form in which it is kept. */
export function sessionTokenHash(token: string): Buffer {
  return hash('sha256', token, 'buffer');
}
