import type { CallFailure } from '../../api/client.ts';
import { fieldProblems } from '../../api/field-problems.ts';

/** Which fields the server found fault with. */
export function faultyFields(failure: CallFailure): readonly string[] {
  return fieldProblems(failure.result).map(({ path }) => path);
}
