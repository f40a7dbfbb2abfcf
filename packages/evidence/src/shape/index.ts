import { isBase64 } from '../bytes/base64.ts';

/** Says what is wrong with a value read from JSON, as `path: what was wanted`; null when nothing is. */
export type Shape = (value: unknown, path: string) => string | null;

const HEX_HASH = /^[0-9a-f]{64}$/;
const NAME = /^[0-9A-Za-z_-]+$/;

const wants = (fits: (value: unknown) => boolean, what: string): Shape => {
  return (value, path) => (fits(value) ? null : `${path}: ${what}`);
};

const isText = (value: unknown): value is string => typeof value === 'string';

/** A count, a place or a time: whole and not below zero. */
export const count: Shape = wants((value) => Number.isSafeInteger(value) && (value as number) >= 0, 'a whole number');
export const whole: Shape = wants(Number.isSafeInteger, 'a whole number, of any sign');
/** A measure: not below zero, maybe with a fraction. */
export const amount: Shape = wants(
  (value) => typeof value === 'number' && value >= 0 && value <= Number.MAX_SAFE_INTEGER,
  'a number',
);
export const flag: Shape = wants((value) => typeof value === 'boolean', 'true or false');
export const hash: Shape = wants((value) => isText(value) && HEX_HASH.test(value), 'a SHA-256');
export const hash512: Shape = wants((value) => isText(value) && /^[0-9a-f]{128}$/.test(value), 'a SHA-512');
export const hashOrEmpty: Shape = wants(
  (value) => value === '' || (isText(value) && HEX_HASH.test(value)),
  'a SHA-256 or nothing',
);

/** Characters are UTF-16 code units; half of one has no canonical form. */
export const text = (most: number): Shape =>
  wants((value) => isText(value) && value.length <= most && value.isWellFormed(), `a text of up to ${most} characters`);

/** Letters of addresses and file names: nothing that could lead elsewhere. */
export const name = (least: number, most: number): Shape =>
  wants(
    (value) => isText(value) && value.length >= least && value.length <= most && NAME.test(value),
    `${least} to ${most} characters of 0-9A-Za-z_-`,
  );

export const base64Of = (length: number): Shape =>
  wants((value) => isText(value) && isBase64(value, length), `${length} bytes in base64`);

/** Base64 of any length up to a bound. */
export const base64UpTo = (most: number): Shape =>
  wants((value) => isText(value) && value.length <= most && isBase64(value), 'base64');

export const oneOf = (...values: readonly unknown[]): Shape =>
  wants((value) => values.includes(value), `one of ${values.join(', ')}`);

export const orNull =
  (shape: Shape): Shape =>
  (value, path) =>
    value === null ? null : shape(value, path);

export const listOf =
  (shape: Shape, most: number): Shape =>
  (value, path) => {
    if (!Array.isArray(value) || value.length > most) return `${path}: a list of up to ${most}`;
    for (let index = 0; index < value.length; index++) {
      const wrong = shape(value[index], '');
      // Places are put together once something is wrong: of a million that are right nobody asks.
      if (wrong !== null) return `${path}[${index}]${wrong}`;
    }
    return null;
  };

type Shapes = Record<string, Shape>;

/** These members, and maybe others. */
export function someMembers(shapes: Shapes): Shape {
  const wanted = Object.entries(shapes);
  return (value, path) => {
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return `${path}: an object`;
    const found = value as Record<string, unknown>;
    for (const [member, shape] of wanted) {
      if (!Object.hasOwn(found, member)) return `${path}.${member}: missing`;
      const wrong = shape(found[member], '');
      if (wrong !== null) return `${path}.${member}${wrong}`;
    }
    return null;
  };
}

/** Exactly these members. */
export function members(shapes: Shapes): Shape {
  const some = someMembers(shapes);
  const wanted = Object.keys(shapes).length;
  return (value, path) => {
    const wrong = some(value, path);
    if (wrong !== null) return wrong;
    const found = Object.keys(value as object);
    if (found.length === wanted) return null;
    return `${path}.${found.find((member) => !Object.hasOwn(shapes, member))}: not a member`;
  };
}
