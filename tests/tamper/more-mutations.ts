import { below, type Chance } from '@huimin/evidence/sample';
import { CLASSES } from './classes.ts';
import {
  bytesOf,
  type Change,
  changed,
  type Files,
  falsify,
  file,
  flipped,
  json,
  type Mutation,
  NothingThere,
  named,
  pick,
  RECORDING,
} from './mutations.ts';
import { otherForm, written } from './written-otherwise.ts';

const LOGGED = /^(?:captures|registered|erased|signers)\.json$/;

/** The words around an object, and the length of its footer. */
const frame: Change = (files, chance) => {
  const name = pick(chance, named(files, RECORDING));
  const bytes = bytesOf(files, name);
  const at = pick(chance, [below(chance, 7), bytes.length - 1 - below(chance, 11)]);
  files.set(name, flipped(bytes, at, chance));
  return { what: `flip ${at} of ${name}`, places: [name] };
};

const footer: Change = (files, chance) => {
  const name = pick(chance, named(files, RECORDING));
  const bytes = bytesOf(files, name);
  const end = bytes.length - 11;
  const text = bytes.toString('latin1', end - bytes.readUInt32BE(end), end);
  const [what, other, more = ''] = pick(chance, [
    ['bytes before it', text, '7'],
    ['another offset', text.replace('[7,', '[8,')],
    ['a space', text.replace(':', ': ')],
    ['one more member', text.replace('{', '{"a":1,')],
    ['the other order', text.replace(/\{(.*),("manifest".*)\}/, '{$2,$1}')],
  ] as [string, string, string?][]);
  const length = Buffer.alloc(4);
  length.writeUInt32BE(other.length);
  const before = bytes.subarray(0, end - text.length);
  files.set(name, Buffer.concat([before, Buffer.from(more + other), length, bytes.subarray(end + 4)]));
  return { what: `${what} in the footer of ${name}`, places: [name] };
};

/** What whole packages need not have, or what proves nothing where it is otherwise: for comparing verdicts alone. */
const MORE_CLASSES: Record<string, Change> = {
  ...CLASSES,
  'another form': written(otherForm),
  'another form, too': written(otherForm),
  'package values': (files, chance) => {
    const info = JSON.parse(bytesOf(files, 'evidence.json').toString());
    const addenda = pick(chance, [null, null, null, -1, 5_000]);
    const what = addenda === null ? falsify(info, chance) : `${addenda} addenda`;
    if (addenda !== null) info.addenda = addenda;
    files.set('evidence.json', Buffer.from(JSON.stringify(info)));
    return { what: `${what} in evidence.json`, places: ['evidence.json'] };
  },
  frame,
  footer,
  'entry elsewhere': (files, chance) => {
    const lists = named(files, LOGGED);
    const from = JSON.parse(bytesOf(files, pick(chance, [...lists, 'proof-0.json'])).toString());
    const { index, entry, path } = Array.isArray(from) ? pick(chance, from) : from;
    const name = pick(chance, [...lists, 'erased.json']);
    const list = JSON.parse(files.get(name)?.toString() ?? '[]');
    files.set(name, Buffer.from(JSON.stringify([...list, { index, entry, path }])));
    return { what: `entry ${index} in ${name}`, places: [name] };
  },
  'of another': (files, chance, another) => {
    const both = [...another.keys()].filter((name) => !files.get(name)?.equals(bytesOf(another, name)));
    const name = pick(chance, both);
    files.set(name, bytesOf(another, name));
    return { what: `another's ${name}`, places: [name] };
  },
  'another line': (files, chance) => {
    const line = pick(chance, [
      '— other AAAAAAAA',
      '— other AAAA',
      '— other AAAAAAB=',
      '— a+b AAAAAAAA',
      '',
      '—\u0001 AAAAAAAA',
    ]);
    files.set('checkpoint', Buffer.concat([bytesOf(files, 'checkpoint'), Buffer.from(`${line}\n`)]));
    return { what: `"${line}" in checkpoint`, places: ['checkpoint'] };
  },
  'earlier keys': (files) => {
    const info = JSON.parse(bytesOf(files, 'evidence.json').toString());
    const signers: { entry: string }[] = JSON.parse(files.get('signers.json')?.toString() ?? '[]');
    if (signers.length === 0) throw new NothingThere();
    const [signing, log] = signers.map(({ entry }) => JSON.parse(Buffer.from(entry, 'base64').toString()).previous);
    files.set('evidence.json', Buffer.from(JSON.stringify({ ...info, logKey: log, signingKey: signing })));
    return { what: 'earlier keys', places: ['evidence.json'] };
  },
  signers: file(/^signers\.json$/),
  'signer values': json(/^signers\.json$/, null),
  erased: file(/^erased\.json$/),
  'erased values': json(/^erased\.json$/, null),
  'manifest alone': file(/^manifest-\d+\.json$/),
  'archive list': file(/^archives\/.*\.json$/),
  archives: file(/^(?:archives|stamps)\/.*\.pem$/),
  'all of a file': (files, chance) => {
    const name = pick(chance, [...files.keys()]);
    files.delete(name);
    return { what: `delete ${name}`, places: [name] };
  },
};

const KINDS = Object.entries(MORE_CLASSES);

/** A package with one thing changed, of the first class from this one on that it has anything of. */
export function damaged(files: Files, another: Files, from: number, chance: Chance): Mutation {
  for (let number = from; ; number++) {
    const [kind, change] = KINDS[number % KINDS.length] as [string, Change];
    try {
      return changed(files, change, kind, chance, another);
    } catch (error) {
      if (!(error instanceof NothingThere)) throw error;
    }
  }
}
