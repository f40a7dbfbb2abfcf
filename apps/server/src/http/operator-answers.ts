import { beijingDate, parseDate } from '@huimin/domain/date';
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
  if (typeof reason !== 'string' || !/^.{2,200}$/.test(reason.trim())) return '请写处理说明，2 到 200 个字，一行';
  if (typeof by !== 'string' || !/^.{1,50}$/.test(by.trim())) return '请写处理人，不超过 50 个字';
  return { reason: reason.trim(), by: by.trim() };
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
