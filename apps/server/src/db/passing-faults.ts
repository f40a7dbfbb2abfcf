import { tookTooLong } from './database.ts';

/** Whether what was asked may not have reached the database, or its answer us. */
export function isConnectionLost(error: unknown): boolean {
  const { code, message } = (error ?? {}) as { code?: string; message?: string };
  return (
    code === 'ECONNRESET' ||
    code === 'ECONNREFUSED' ||
    code === 'EPIPE' ||
    code === '57P01' ||
    code === '57P03' ||
    /Connection terminated|not queryable|connection error/i.test(message ?? '')
  );
}

/** Connection exceptions, work undone for others' sake, no room, an operator, the system. */
const NOT_FOR_ITS_CONTENT = /^(08|40|53|57|58)/;

/** Whether the database failed at the moment, and not at what it was asked: the same may succeed later. */
export function isPassingFault(error: unknown): boolean {
  const { code } = (error ?? {}) as { code?: string };
  return isConnectionLost(error) || NOT_FOR_ITS_CONTENT.test(code ?? '') || tookTooLong(error ?? {});
}
