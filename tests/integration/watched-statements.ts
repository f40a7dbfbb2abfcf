import pg from 'pg';

/** A statement as it was sent. */
export interface Statement {
  readonly text: string;
  readonly values: readonly unknown[];
}

interface Config {
  readonly text?: string;
  readonly values?: readonly unknown[];
}

/** Everything that this process asks its database while `work` runs. */
export async function statementsOf(work: () => Promise<unknown>): Promise<Statement[]> {
  const seen: Statement[] = [];
  const { prototype } = pg.Client as unknown as { prototype: { query: (...given: unknown[]) => unknown } };
  const { query } = prototype;
  prototype.query = function watched(...given: unknown[]) {
    const [first, second] = given as [Config | string, unknown];
    const text = typeof first === 'string' ? first : first?.text;
    const values = (typeof first === 'object' ? first.values : undefined) ?? (Array.isArray(second) ? second : []);
    if (typeof text === 'string') seen.push({ text, values });
    return query.apply(this, given);
  };
  try {
    await work();
  } finally {
    prototype.query = query;
  }
  return seen;
}

/** Whether it only reads: what may be explained by running it once more. */
export const isRead = ({ text }: Statement): boolean =>
  /^\s*(select|with)\b/i.test(text) && !/\b(insert into|update \w+ set|delete from|for update|advisory)/i.test(text);
