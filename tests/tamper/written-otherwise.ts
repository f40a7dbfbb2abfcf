import { below, type Chance } from '@huimin/evidence/sample';
import { bytesOf, type Change, NothingThere, named, pick } from './mutations.ts';

const NOT_HASHED = /^(?:evidence|captures|registered|erased|signers|proof-\d+|stamps\/.*)\.json$/;

type Members = Record<string, unknown>;

export const objectsIn = (value: unknown): Members[] =>
  typeof value !== 'object' || value === null
    ? []
    : [...(Array.isArray(value) ? [] : [value as Members]), ...Object.values(value).flatMap(objectsIn)];

/** The objects of a JSON file that no hash is over, one of them changed; of another file, where this one has none to change so. */
export function written(change: (objects: Members[], chance: Chance) => string): Change {
  return (files, chance) => {
    const names = named(files, NOT_HASHED);
    for (;;) {
      const name = pick(chance, names);
      const value = JSON.parse(bytesOf(files, name).toString());
      try {
        const what = change(objectsIn(value), chance);
        files.set(name, Buffer.from(JSON.stringify(value)));
        return { what: `${what} in ${name}`, places: [name] };
      } catch (error) {
        if (!(error instanceof NothingThere)) throw error;
        names.splice(names.indexOf(name), 1);
      }
    }
  };
}

export const oneMoreMember = (objects: Members[], chance: Chance): string => {
  pick(chance, objects).more = 1;
  return 'one more member';
};

/** The bits of base64 that say nothing. */
export const otherBase64 = (objects: Members[], chance: Chance): string => {
  const isPadded = (value: unknown): value is string => typeof value === 'string' && /.=+$/.test(value);
  const places = objects.flatMap((of) => Object.keys(of).flatMap((name) => (isPadded(of[name]) ? [{ of, name }] : [])));
  const { of, name } = pick(chance, places);
  of[name] = (of[name] as string).replace(/.(?==+$)/, (last) => String.fromCharCode(last.charCodeAt(0) + 1));
  return `${name} in other base64`;
};

export const otherHex = (objects: Members[], chance: Chance): string => {
  const lists = objects.flatMap(({ path, consistency }) => [path ?? consistency ?? []] as string[][]);
  const list = pick(
    chance,
    lists.filter(({ length }) => length > 0),
  );
  const at = below(chance, list.length);
  list[at] = (list[at] as string).toUpperCase();
  return 'a hash in capitals';
};

export const longerPath = (objects: Members[], chance: Chance): string => {
  const lists = objects.flatMap(({ path, consistency }) => [path ?? consistency] as (string[] | undefined)[]);
  pick(
    chance,
    lists.filter((list) => list !== undefined),
  ).push('7'.repeat(64));
  return 'a longer path';
};

/** What nobody expects at a place, or what is just too much. */
const OTHER_FORMS: unknown[] = [
  ...[null, true, false, '', [], {}, [null], [[]]],
  ...[-1, 0, 0.5, 2 ** 53 - 1, 2 ** 53, -(2 ** 53), 1e300],
  ...['7', '=', '\ud800', '\0', '𝕏'.repeat(64), '𝕏'.repeat(65), 'a'.repeat(128), 'a'.repeat(129), 'a'.repeat(201)],
];

/** May be right: a text for a text, a number for a number. */
export const otherForm = (objects: Members[], chance: Chance): string => {
  const of = pick(chance, objects);
  const name = pick(chance, Object.keys(of));
  of[name] = pick(chance, OTHER_FORMS);
  return `${name} of another form`;
};

/** Another place, of which a path says the same as of the true one to whoever looks at its lowest bits alone. */
export const otherPlace = (objects: Members[], chance: Chance): string => {
  const of = pick(
    chance,
    objects.filter(({ index }) => typeof index === 'number'),
  );
  const by = pick(chance, [-1, 1]) * 2 ** (12 + below(chance, 20));
  of.index = (of.index as number) + by;
  return `index ${by} away`;
};
