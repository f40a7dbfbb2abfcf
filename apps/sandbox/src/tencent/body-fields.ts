import { TencentError, wrongField } from './tencent-error.ts';

export type Body = Record<string, unknown>;

/** The JSON object of a call. Throws `InvalidParameter` for anything else. */
export function readBody(bytes: Buffer): Body {
  let value: unknown;
  try {
    value = JSON.parse(bytes.toString('utf8'));
  } catch {
    value = undefined;
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw new TencentError('InvalidParameter', '请求体不是合法的JSON对象');
  return value as Body;
}

/** A required text of at most `max` characters. */
export function need(body: Body, name: string, max: number): string {
  const value = optional(body, name, max);
  if (value === undefined)
    throw new TencentError('MissingParameter', `The request is missing a required parameter \`${name}\`.`);
  return value;
}

/** An optional text of at most `max` characters; an empty one counts as absent. */
export function optional(body: Body, name: string, max: number): string | undefined {
  const value = body[name];
  if (value === undefined || value === null || value === '') return undefined;
  if (typeof value !== 'string') throw wrongField(name, '必须是字符串');
  if (value.length > max) throw wrongField(name, `长度不能超过${max}`);
  return value;
}

/** A list of texts. */
export function texts(body: Body, name: string): string[] {
  const value = body[name] ?? [];
  if (!Array.isArray(value) || value.some((item) => typeof item !== 'string'))
    throw wrongField(name, '必须是字符串数组');
  return value as string[];
}

/** What a call names that the action does not know is refused, as the platform does. */
export function onlyKnown(body: Body, known: readonly string[]): void {
  const unknown = Object.keys(body).find((name) => !known.includes(name));
  if (unknown !== undefined)
    throw new TencentError('UnknownParameter', `The parameter \`${unknown}\` is not recognized.`);
}
