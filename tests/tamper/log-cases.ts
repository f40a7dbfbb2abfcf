import { base64 } from '@huimin/evidence/bytes';
import { signNote } from '@huimin/evidence/log';
import { EMPTY_ROOT } from '@huimin/evidence/merkle';
import { SAMPLE_ORIGIN, type SampleOptions, sampleWorld } from '@huimin/evidence/sample';
import { signerOf } from '@huimin/evidence/signature';
import type { VerdictWord } from '@huimin/evidence/verify';
import type { EdgePackage } from './edge-cases.ts';
import { bytesOf, type Files } from './mutations.ts';
import { filesOf } from './tampering.ts';

// What the log signed, of which one thing is just so, or just not so: keys that follow one another, and checkpoints.

const ROTATIONS: [NonNullable<SampleOptions['rotates']>, VerdictWord, what: string][] = [
  [true, 'intact', 'its keys changed'],
  ['unsigned', 'altered', 'its keys changed by their own word'],
  ['twice', 'intact', 'its keys changed, and right behind that again'],
  ['back', 'intact', 'its keys changed, and back to the first'],
  ['first', 'intact', 'its keys changed by its first entries'],
  ['last', 'intact', 'its keys changed by the last entry of the checkpoint'],
  ['unheeded', 'altered', 'its keys changed by the last entry, and the former one signed the checkpoint'],
];

/** The first keys that any entry speaks of, in place of the last. */
function firstKeys(files: Files): Files {
  const info = JSON.parse(bytesOf(files, 'evidence.json').toString());
  const signers: { entry: string }[] = JSON.parse(bytesOf(files, 'signers.json').toString());
  const [signingKey, logKey] = signers.map(({ entry }) => JSON.parse(Buffer.from(entry, 'base64').toString()).previous);
  return new Map(files).set('evidence.json', Buffer.from(JSON.stringify({ ...info, signingKey, logKey })));
}

const signer = signerOf(Buffer.alloc(32, 9));
interface Head {
  size: number;
  root: Buffer;
}
type Lines = (head: Head) => (string | number)[];

const root =
  (change: (root: Buffer) => string): Lines =>
  (head) => [SAMPLE_ORIGIN, head.size, change(head.root)];
const size = (change: (size: number) => number | string, of = (head: Head) => head.root): Lines => {
  return (head) => [SAMPLE_ORIGIN, change(head.size), base64(of(head))];
};
const whole = size((count) => count);
const more =
  (...lines: string[]): Lines =>
  (head) => [...whole(head), ...lines];
const MOST_BYTES = 65_536;
/** A line that makes all of the note so long. */
const asLongAs =
  (bytes: number): Lines =>
  (head) => {
    const rest = noteOf(whole(head)).length + 1;
    return [...whole(head), 'x'.repeat(bytes - rest)];
  };

const NOTES: Record<string, [VerdictWord, Lines]> = {
  'as it is': ['intact', whole],
  'a root of 31 bytes': ['altered', root((hash) => base64(hash.subarray(1)))],
  'a root of 33 bytes': ['altered', root((hash) => base64(Buffer.concat([hash, Buffer.of(0)])))],
  'a root of 64 bytes': ['altered', root((hash) => base64(Buffer.concat([hash, hash])))],
  'no root': ['altered', root(() => '')],
  'a root without its padding': ['altered', root((hash) => base64(hash).slice(0, -1))],
  'a root with more padding': ['altered', root((hash) => `${base64(hash)}=`)],
  'a root with bits to spare': [
    'altered',
    root((hash) => base64(hash).replace(/.(?==$)/, (last) => String.fromCharCode(last.charCodeAt(0) + 1))),
  ],
  'a root in the alphabet of addresses': ['altered', root((hash) => base64(hash).replace(/^./, '-'))],
  'a root in hexadecimal': ['altered', root((hash) => hash.toString('hex'))],
  'a space behind the root': ['altered', root((hash) => `${base64(hash)} `)],
  'no entries': ['altered', size(() => 0)],
  'no entries, and the root of none': [
    'altered',
    size(
      () => 0,
      () => EMPTY_ROOT,
    ),
  ],
  'one entry less': ['altered', size((count) => count - 1)],
  'one entry more than there are': ['altered', size((count) => count + 1)],
  'as many entries as a number may tell': ['altered', size(() => Number.MAX_SAFE_INTEGER)],
  'one more than that': ['altered', size(() => '9007199254740992')],
  'more than any number': ['altered', size(() => '9'.repeat(5_000))],
  'a zero before the number of entries': ['altered', size((count) => `0${count}`)],
  'a sign before it': ['altered', size((count) => `+${count}`)],
  'a point behind it': ['altered', size((count) => `${count}.0`)],
  'figures of another script': ['altered', size(() => '１２')],
  'two lines': ['altered', (head) => whole(head).slice(0, 2)],
  'lines that nobody knows': ['intact', more('more', '— x AAAAAAAA')],
  'an empty line between them': ['altered', more('more', '', 'lines')],
  'an empty line behind the root': ['altered', more('')],
  'as long as a note may be': ['intact', asLongAs(MOST_BYTES)],
  'a byte more than that': ['altered', asLongAs(MOST_BYTES + 1)],
};

const noteOf = (lines: (string | number)[]): Buffer =>
  Buffer.from(signNote(`${lines.join('\n')}\n`, SAMPLE_ORIGIN, signer));

const line = (name: string): string => `— ${name} AAAAAAAA\n`;
/** Behind the signature of the log. */
const SIGNATURES: Record<string, [VerdictWord, string]> = {
  'a witness': ['intact', line('witness.example')],
  'a witness of another script': ['intact', line('证人😀')],
  ...Object.fromEntries(
    ['\u0085', '\ufeff', '\u00a0', '\u2028', '\u3000', '\u001c', '\t', '+'].map((sign) => [
      `a witness whose name has U+${sign.codePointAt(0)?.toString(16)}`,
      ['altered', line(`a${sign}b`)] as [VerdictWord, string],
    ]),
  ),
  'two spaces': ['altered', '— witness  AAAAAAAA\n'],
  'a witness that signed with nothing': ['altered', '— witness AAAAAA==\n'],
  'as many lines as there may be': ['intact', line('witness').repeat(99)],
  'one more line than that': ['altered', line('witness').repeat(100)],
  'lines of another system': ['altered', line('witness').replace('\n', '\r\n')],
};

/** Proofs and stamps that somebody left out who had the log sign that nothing stands in it. */
function withoutProofs(files: Files): Files {
  const left = [...files].filter(([name]) => !/^(?:proof|captures|registered|stamps)/.test(name));
  return new Map(left);
}

export function logPackages(seed: number): EdgePackage[] {
  const rotated = ROTATIONS.flatMap(([rotates, verdict, what]): EdgePackage[] => {
    const files = filesOf(sampleWorld({ seed, count: 1, traits: ['addendum'], rotates }), 0);
    return [
      { what, verdict, files },
      { what: `${what}; the first are known`, verdict, files: firstKeys(files) },
    ];
  });
  const { tree, ...world } = sampleWorld({ seed, count: 1, traits: ['plain-sale'], signer });
  const files = filesOf({ tree, ...world }, 0);
  const head = { size: tree.size, root: Buffer.from(tree.root()) };
  const withNote = (checkpoint: Buffer, of = files): Files => new Map(of).set('checkpoint', checkpoint);
  const empty = (hash: Buffer): Files => withNote(noteOf([SAMPLE_ORIGIN, 0, base64(hash)]), withoutProofs(files));
  return [
    ...rotated,
    ...Object.entries(NOTES).map(([what, [verdict, lines]]) => ({
      what: `checkpoint: ${what}`,
      verdict,
      files: withNote(noteOf(lines(head))),
    })),
    ...Object.entries(SIGNATURES).map(([what, [verdict, lines]]) => ({
      what: `behind the signature: ${what}`,
      verdict,
      files: withNote(Buffer.concat([bytesOf(files, 'checkpoint'), Buffer.from(lines)])),
    })),
    { what: 'without proofs, of a log of nothing', verdict: 'incomplete', files: empty(EMPTY_ROOT) },
    { what: 'without proofs, of nothing with a root', verdict: 'altered', files: empty(head.root) },
  ];
}
