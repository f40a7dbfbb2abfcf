export interface FieldProblem {
  /** As the call's input names it: `phone`, `newValues.name`. */
  readonly path: string;
  readonly message: string;
}

/** What the server found wrong with single fields (`result.fields` of a refusal); none where it names none. */
export function fieldProblems(result: unknown): FieldProblem[] {
  const fields = (result as { fields?: unknown } | null | undefined)?.fields;
  if (!Array.isArray(fields)) return [];
  return fields.flatMap((one: { path?: unknown; message?: unknown } | null) =>
    typeof one?.path === 'string' && typeof one.message === 'string' ? [{ path: one.path, message: one.message }] : [],
  );
}
