import type { CallFailure } from '../../api/client.ts';

/** Which fields the server found fault with. */
export function faultyFields(failure: CallFailure): readonly string[] {
  const fields = (failure.result as { fields?: { path: string }[] } | null)?.fields ?? [];
  return fields.map((field) => field.path);
}
