import { beijingDate, parseDate } from '@huimin/domain/date';
import { isShortText } from '@huimin/domain/sheet';
import type { FastifyReply, FastifyRequest } from 'fastify';

export function refuse(reply: FastifyReply, status: number, message: string): FastifyReply {
  return reply.code(status).send({ message });
}

/** Ids as text: they are longer than a number can be in JSON. */
export function shown(row: object): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(row).map(([name, value]) => [
      name.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase()),
      typeof value === 'bigint' ? String(value) : value,
    ]),
  );
}

export interface Signature {
  readonly reason: string;
  readonly by: string;
}

/** Why and by whom something is decided, or what is wrong with how it is said. */
export function signatureOf(body: unknown): Signature | string {
  const { reason, by } = (body ?? {}) as Record<string, unknown>;
  if (!isLine(reason, 2, 200)) return '请写处理说明，2 到 200 个字，一行';
  return isSigner(by) ? { reason: reason.trim(), by: by.trim() } : NO_SIGNER;
}

export const NO_SIGNER = '请写处理人，不超过 50 个字';

/** Whether a text may be the name of who acts. */
export const isSigner = (by: unknown): by is string => isLine(by, 1, 50);

/** Whether a text is one line of so many characters, apart from spaces around it. */
export function isLine(value: unknown, least: number, most: number): value is string {
  return typeof value === 'string' && isShortText(value.trim(), most) && Array.from(value.trim()).length >= least;
}

/** Whether a text is a Beijing day that has begun. */
export function isDayUpToNow(day: unknown, nowMs: number): day is string {
  return (
    typeof day === 'string' && /^\d{4}-\d\d-\d\d$/.test(day) && parseDate(day) !== null && day <= beijingDate(nowMs)
  );
}

/** The id in an address, or null when it is none. */
export function idOf(request: FastifyRequest): bigint | null {
  const { id } = request.params as { id: string };
  return /^\d{1,18}$/.test(id) || (/^\d{19}$/.test(id) && id <= '9223372036854775807') ? BigInt(id) : null;
}
