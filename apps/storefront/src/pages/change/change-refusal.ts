import type { CallFailure } from '../../api/client.ts';
import { fieldProblems } from '../../api/field-problems.ts';
import { noReplyText } from '../../api/no-reply-text.ts';
import type { NoReply } from '../../api/use-action.ts';

/** What was wrong with which field (`newValues.` taken off), and what is wrong with no field (`other`). */
export function problemsOf(reply: CallFailure | NoReply): Record<string, string> {
  if (reply.name === 'no-reply') return { other: noReplyText(reply) };
  const { field } = (reply.result ?? {}) as { field?: unknown };
  if (typeof field === 'string') return { [field]: reply.message };
  const named = fieldProblems(reply.result).map(
    ({ path, message }) => [path.replace('newValues.', ''), message] as const,
  );
  return named.length > 0 ? Object.fromEntries(named) : { other: reply.message };
}
