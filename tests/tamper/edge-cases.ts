import type { ChunkFacts } from '@huimin/evidence/chunk';
import {
  SAMPLE_NEXT_BUILD,
  SAMPLE_ORIGIN,
  type SampleOptions,
  type SampleTrait,
  sampleWorld,
} from '@huimin/evidence/sample';
import type { Manifest } from '@huimin/evidence/sealed';
import type { VerdictWord } from '@huimin/evidence/verify';
import {
  again,
  alsoIn,
  beyond,
  type Cases,
  capture,
  chained,
  clock,
  consent,
  consentOf,
  day,
  type EdgeCase,
  ENDED,
  gap,
  HOUR,
  LATE,
  lastEnd,
  MINUTE,
  NO_HASH,
  noted,
  notToTheEnd,
  OTHER_HASH,
  other,
  otherByte,
  pemWith,
  type Reading,
  SECOND,
  savedAt,
  says,
  sealedAfterLast,
  sealedAfterStamp,
  stampedAt,
  statusTells,
  takes,
  takesLate,
  takesOfServer,
  undeclared,
  withJson,
  withValues,
} from './edge-ways.ts';
import { bytesOf, type Files, named } from './mutations.ts';
import { filesOf } from './tampering.ts';

// Packages of which one thing is just so, or just not so, as section 10 of the format asks.

/** A package, and what every verifier must say of it. */
export interface EdgePackage {
  what: string;
  verdict: VerdictWord;
  files: Files;
  /** PEM of the roots that are known from elsewhere; without, those that came along are believed. */
  roots?: string;
}

const OTHER_ORDER = { order: { orderNo: 'JS26', digest: OTHER_HASH } };
/** What recordings are of, while they are sealed in place of another. */
const orders = new Map<string, Manifest['order']>();

const CASES: Cases = {
  // First, so that its stamp is made within the hour.
  'sealed when the last batch came': ['intact', sealedAfterLast(0)],
  'goes on from another batch, and says so': ['intact-with-gaps', takes(1, () => ({ prev: OTHER_HASH }))],
  'goes on from another batch': ['altered', undeclared(takes(1, () => ({ prev: OTHER_HASH })))],
  'goes on from itself': ['altered', undeclared(takes(1, ({ dataSha256 }) => ({ prev: dataSha256 })))],
  'goes on from none where there is one': ['altered', undeclared(takes(1, () => ({ prev: NO_HASH })))],
  'does not say from which batch it goes on': ['intact', undeclared(takes(1, () => ({ prev: '' })))],
  'begins with a batch before it': ['altered', undeclared(takes(0, () => ({ prev: OTHER_HASH })))],
  'begins without saying from what': ['intact', undeclared(takes(0, () => ({ prev: '' })))],
  'a batch is missing, and says so': ['intact-with-gaps', { trait: 'gap' }],
  'a batch is missing': ['altered', undeclared({ trait: 'gap' })],
  'a batch is missing, and the next does not say what was before it': [
    'altered',
    undeclared({ ...takes(2, () => ({ prev: '' })), trait: 'gap' }),
  ],
  'the gap is of another tab': ['altered', gap({ tab: 'another', fromSeq: 1, toSeq: 1 }, 'gap')],
  'the gap begins behind what is missing': ['altered', gap({ fromSeq: 2, toSeq: 3 }, 'gap')],
  'the gap ends before what is missing': ['altered', gap({ fromSeq: 0, toSeq: 0 }, 'gap')],
  'the gap is wider than what is missing': ['intact-with-gaps', gap({ fromSeq: 0, toSeq: 2 }, 'gap')],
  'a gap that is filled': ['intact', gap({ fromSeq: 0, toSeq: 1 })],
  'a gap at whose end a batch is missing': ['intact-with-gaps', gap({ fromSeq: 0, toSeq: 99 })],
  'a gap of a tab that is not there': ['intact-with-gaps', gap({ tab: 'another' })],
  'a gap for another reason': ['intact-with-gaps', gap({ why: 'storage' })],

  'its chunks in another order': [
    'altered',
    {
      seals: (sealed) => {
        const { manifest, chunks } = sealed;
        for (const list of [manifest.chunks, chunks]) list.reverse();
        chained(sealed);
      },
    },
  ],
  'nothing was recorded': [
    'incomplete',
    {
      seals: (sealed) => {
        sealed.chunks.length = 0;
        Object.assign(sealed.manifest, { chunks: [], server: [] });
        chained(sealed);
      },
    },
  ],
  'values that are nothing but a tag': ['altered', { takes: withValues(16) }],
  'values that are more than a tag': ['intact', { takes: withValues(17) }],
  'a chunk that says otherwise than its manifest': [
    'altered',
    { takes: (chunk) => ({ bytes: other(chunk, { events: chunk.facts.events + 1 }).bytes, facts: chunk.facts }) },
  ],
  'other words before it': ['altered', { files: (files) => otherByte(files, 'recording-0.rec', 2) }],
  'other words behind it': ['altered', { files: (files) => otherByte(files, 'recording-0.rec', -2) }],
  'another number of chunks': ['altered', says(({ chain }) => ({ chain: { ...chain, count: chain.count + 1 } }))],
  'another end of the chain': ['altered', says(({ chain }) => ({ chain: { ...chain, head: OTHER_HASH } }))],
  'an addendum to something else': [
    'altered',
    {
      trait: 'addendum',
      seals: ({ manifest }) => void Object.assign(manifest, manifest.addendum > 0 && { previous: OTHER_HASH }),
    },
  ],
  'an addendum to what is not there': [
    'incomplete',
    { trait: 'addendum', files: (files) => void files.delete('recording-0.rec') },
  ],
  'a chunk of another recording': ['altered', takes(0, () => ({ trace: 'another-recording' }))],
  'captured beyond the entry': ['altered', capture(({ index }) => ({ index: index + 2 ** 20 }))],
  'registered beyond the log': ['altered', withJson('registered.json', beyond)],
  'captured at another place': ['altered', capture(({ index }) => ({ index: index + 1 }))],
  'captured by another way': ['altered', capture(({ path }) => ({ path: [...path, OTHER_HASH] }))],
  'captured by an entry that is not there': ['incomplete', capture(({ entry }) => ({ entry: entry + 100_000 }))],
  'captured with another recording': ['altered', capture((_, all) => ({ ...all.at(-1)?.capture, index: 10_000 }))],

  'stamped five minutes before it was sealed': ['intact', sealedAfterStamp(300 * SECOND)],
  'stamped more than five minutes before it was sealed': ['altered', sealedAfterStamp(300 * SECOND + 1)],
  'stamped long before it was sealed': ['altered', sealedAfterStamp(100 * HOUR)],
  'certificates on one line each': ['intact', { files: (files) => pemWith(files, ' ') }],
  'certificates in lines of another system': ['intact', { files: (files) => pemWith(files, '\r\n') }],
  'certificates with spaces that are none in ASCII': ['altered', { files: (files) => pemWith(files, '\n\u0085') }],
  'the status of the stamp tells of another time': ['intact', { files: statusTells }],

  'the server did it at another time': [
    'altered',
    says(({ server: [first, ...more] }) => ({ server: first ? [{ ...first, at: first.at + 1 }, ...more] : [] })),
  ],
  'the server did less': ['altered', says(({ server }) => ({ server: server.slice(0, -1) }))],
  'the server did it twice': ['altered', says(({ server }) => ({ server: [...server, ...server.slice(-1)] }))],

  'without a recording of its own': ['incomplete', says((manifest) => ({ flags: [...manifest.flags, 'unrecorded'] }))],
  'without an order, and no recording of its own': [
    'intact',
    says((manifest) => ({ flags: [...manifest.flags, 'unrecorded'] }), 'no-order'),
  ],
  'an addendum without a recording of its own': [
    'intact',
    {
      trait: 'addendum',
      seals: ({ manifest }) => {
        if (manifest.addendum > 0) manifest.flags = [...manifest.flags, 'unrecorded'];
      },
    },
  ],
  'the health notice not to its end': ['incomplete', notToTheEnd('health-notice')],
  'the insurance notice not to its end': ['incomplete', notToTheEnd('insurance-notice')],
  'the clauses not to their end': ['incomplete', notToTheEnd('clauses')],
  'the exclusions not to their end': ['incomplete', notToTheEnd('exclusions')],
  'read again, but not to its end': ['intact', again({ bottomAt: null })],
  'read to its end again after the consent': ['intact', again({ bottomAt: 2 ** 52 })],
  'read again in a version that nobody registered': ['incomplete', again({ version: 2 })],
  'read again with words that nobody registered': ['incomplete', again({ sha256: OTHER_HASH })],
  'another document that nobody registered': ['incomplete', again({ id: 'another' })],
  'read again, opened after everything': ['intact', again({ openedAt: 2 ** 52 })],
  'not agreed to': ['incomplete', says((manifest) => ({ consents: [{ ...consentOf(manifest), checked: false }] }))],
  'no consent': ['incomplete', says(() => ({ consents: [] }))],
  'agreed when all was read': ['intact', consent(lastEnd)],
  'agreed before all was read': ['incomplete', consent((manifest) => lastEnd(manifest) - 1)],
  'agreed two seconds after the order': ['intact', consent((manifest) => savedAt(manifest) + 2 * SECOND)],
  'agreed more than two seconds after the order': [
    'incomplete',
    consent((manifest) => savedAt(manifest) + 2 * SECOND + 1),
  ],
  'agreed in time by the clock of the server': [
    'intact',
    consent((manifest) => savedAt(manifest) + 5 * SECOND, -3_000),
  ],
  'agreed too late by the clock of the server': ['incomplete', consent((manifest) => savedAt(manifest) + 1, 2_000)],
  'no order was saved': ['incomplete', noted('order-saved')],
  'neither saved nor paid': [
    'incomplete',
    says(({ server }) => ({ server: server.map((note) => ({ ...note, what: 'bound' as const })) })),
  ],
  'not paid': ['intact', noted('payment-result')],
  'what an insured person was asked and said': [
    'intact',
    says(({ server }) => ({
      server: server.map((note, at) =>
        at === server.length - 1 ? { ...note, what: 'insured-answered' as const } : note,
      ),
    })),
  ],
  'paid before the order': [
    'incomplete',
    takesOfServer(3, ({ firstAt, lastAt }) => ({ firstAt: firstAt - 10 * MINUTE, lastAt: lastAt - 10 * MINUTE })),
  ],

  'sealed before the last batch came': ['incomplete', sealedAfterLast(-1)],
  'an addendum sealed when the recording was': [
    'intact',
    {
      trait: 'addendum',
      seals: ({ manifest }) => {
        if (manifest.addendum === 0) manifest.sealedAt = stampedAt(manifest) + 300 * SECOND;
      },
    },
  ],
  'no clock': ['incomplete', says(() => ({ clock: null }))],
  'a clock that is just near enough': ['intact', clock(4_999)],
  'a clock that is too far ahead': ['incomplete', clock(-5_000)],
  'a clock that is too far behind': ['incomplete', clock(5_000)],
  'a clock that went back by a second': ['intact', takes(1, (_, before) => ({ firstAt: lastOf(before) - SECOND }))],
  'a clock that went back by more': ['incomplete', takes(1, (_, before) => ({ firstAt: lastOf(before) - SECOND - 1 }))],
  'a batch that ends before it begins': ['incomplete', takesLate(({ firstAt }) => ({ lastAt: firstAt - 1 }))],
  'in conflict, and ends before it begins': [
    'intact',
    takesLate(({ firstAt, flags }) => ({ lastAt: firstAt - 1, flags: ['conflict', ...flags] })),
  ],
  'plain, and ends before it begins': [
    'intact',
    takesLate(({ firstAt, flags }) => ({ lastAt: firstAt - 1, flags: [...flags, 'plain'] })),
  ],
  'of who did not show that it is theirs, and ends before it begins': [
    'intact',
    takesLate(({ firstAt, flags }) => ({ lastAt: firstAt - 1, flags: [...flags, 'unsigned-in'] })),
  ],
  'of who did not show that it is theirs, with a number of its own': [
    'intact',
    takesLate(({ flags }) => ({ seq: 9, flags: [...flags, 'unsigned-in'] })),
  ],
  'the clock of the server went back': ['intact', takesOfServer(4, ({ firstAt }) => ({ lastAt: firstAt - HOUR }))],

  'an addendum to another order': [
    'altered',
    { trait: 'addendum', seals: ({ manifest }) => void Object.assign(manifest, manifest.addendum > 0 && OTHER_ORDER) },
  ],
  'an addendum to the order of something else': [
    'intact',
    {
      trait: 'addendum',
      seals: ({ manifest }) => {
        if (manifest.addendum === 0) orders.set(manifest.trace, manifest.order);
        Object.assign(manifest, manifest.addendum === 0 ? OTHER_ORDER : { order: orders.get(manifest.trace) });
      },
    },
  ],

  erased: ['erased-by-rule', { trait: 'erased' }],
  'erased, and the manifest is of another recording': [
    'altered',
    says(() => ({ trace: 'another-recording' }), 'erased'),
  ],
  'erased, and an asset is not what it was': [
    'altered',
    { trait: 'erased', files: (files) => files.set(named(files, /^assets/)[0] as string, Buffer.of(7)) },
  ],
  'erased, and documents are not there': [
    'erased-by-rule',
    {
      trait: 'erased',
      files: (files) => {
        for (const name of named(files, /^documents/)) files.delete(name);
      },
    },
  ],
  'erased, and its manifest is not there': [
    'erased-by-rule',
    { trait: 'erased', files: (files) => void files.delete('manifest-0.json') },
  ],
  'erased, with the proof of another manifest in the place of its own': [
    'altered',
    {
      trait: 'erased',
      files: (files, another) => {
        files.delete('manifest-0.json');
        files.set('proof-0.json', bytesOf(another, 'proof-0.json'));
      },
    },
  ],
  'something else beside the stamps': [
    'altered',
    { files: (files) => void files.set('stamps/extra.txt', Buffer.of()) },
  ],
  'erased by the entry of another': [
    'altered',
    { files: (files, another) => files.set('erased.json', bytesOf(another, 'erased.json')) },
  ],
  'erased, with the entry of another': [
    'altered',
    { trait: 'erased', files: (files, another) => files.set('erased.json', bytesOf(another, 'erased.json')) },
  ],
  'a list of entries by which nothing was erased': ['intact', withJson('erased.json', () => [])],
  'captures named as registrations': [
    'intact',
    { files: (files) => alsoIn(files, 'captures.json', 'registered.json') },
  ],
  'registrations named as captures': [
    'altered',
    { files: (files) => alsoIn(files, 'registered.json', 'captures.json') },
  ],
  'signed by nobody who is known': [
    'altered',
    {
      files: (files) => {
        const note = bytesOf(files, 'checkpoint').toString();
        files.set('checkpoint', Buffer.from(note.replace(`— ${SAMPLE_ORIGIN}`, '— another.sample/log')));
      },
    },
  ],
  'without its keys': ['intact', { files: (files) => void files.delete('keys.json') }],
  'with half of a key': ['altered', withJson('keys.json', () => ({ view: 'AAAA' }))],
  'with a key of something else': [
    'altered',
    withJson('keys.json', (keys: object) => ({ ...keys, other: OTHER_HASH })),
  ],
  'an addendum that is not there': [
    'incomplete',
    withJson('evidence.json', (info: { addenda: number }) => ({ ...info, addenda: info.addenda + 1 })),
  ],
};

function lastOf(before: ChunkFacts | undefined): number {
  if (before === undefined) throw new Error('nothing came before it');
  return before.lastAt;
}

const lastReading = ({ documents }: Manifest) => documents.at(-1) as Reading;
/** `at`: of the last event that any batch tells. */
const lastOpened = (openedAt: (at: number) => number): EdgeCase =>
  says((manifest) => {
    const at = Math.max(...manifest.chunks.map(({ kind, lastAt }) => (kind === 'client' ? lastAt : 0)));
    return { documents: [...manifest.documents.slice(0, -1), { ...lastReading(manifest), openedAt: openedAt(at) }] };
  });

/** A page was one of the next build. */
const entered = (which: (pages: Manifest['pages']) => number): EdgeCase =>
  says(({ pages, builds }) => ({
    builds: [...builds, SAMPLE_NEXT_BUILD],
    pages: pages.map((page, number) => (number === which(pages) ? { ...page, build: SAMPLE_NEXT_BUILD } : page)),
  }));

/**
 * What was stamped is another log than the one that is shown: as long as that one, or shorter by the entry of the erasure. Or the
 * certificate of whoever stamped it has ended since.
 */
const STAMPED: Record<string, [VerdictWord, SampleTrait, Partial<SampleOptions>]> = {
  'the log as it was stamped': ['intact', 'plain-sale', {}],
  'another log stamped': ['altered', 'plain-sale', { forks: true }],
  'the beginning of the log stamped': ['erased-by-rule', 'erased', {}],
  'the beginning of another log stamped': ['altered', 'erased', { forks: true }],
  'stamped by one who has ended': ['incomplete', 'plain-sale', { authorities: ENDED }],
  'stamped by one who has ended, again in time': ['intact', 'plain-sale', { authorities: ENDED, archivedAt: day(19) }],
  'stamped by one who has ended, again too late': [
    'incomplete',
    'plain-sale',
    { authorities: ENDED, archivedAt: day(21) },
  ],
  'stamped by one who has ended, another stamp again': [
    'incomplete',
    'plain-sale',
    { authorities: ENDED, archivedAt: day(19), archives: ['7'.repeat(128)] },
  ],
};

/** What of it is shown when the last document is registered while the recording is under way. */
const REGISTERED: Record<string, [VerdictWord, NonNullable<SampleOptions['publishes']>, EdgeCase]> = {
  'registered before it was shown': ['intact', 'meanwhile', {}],
  'registered after it was shown': ['altered', 'too-late', {}],
  'registered before it was shown, and what the server did goes on': [
    'intact',
    'meanwhile',
    takesOfServer(0, ({ lastAt }) => ({ lastAt: lastAt + HOUR })),
  ],
  'registered before it was shown by the last event of a batch': [
    'intact',
    'meanwhile',
    lastOpened((lastAt) => lastAt),
  ],
  'registered during a recording of which no batch shows it': [
    'altered',
    'meanwhile',
    lastOpened((lastAt) => lastAt + 1),
  ],
  'entered when it was registered, after another page': ['intact', 'meanwhile', entered((pages) => pages.length - 1)],
  'entered before it was registered': ['altered', 'meanwhile', entered(() => 0)],
  'shown twice, first before it was registered': [
    'altered',
    'meanwhile',
    says((manifest) => {
      const first = manifest.chunks.find(({ kind }) => kind === 'client')?.firstAt ?? 0;
      return { documents: [...manifest.documents, { ...lastReading(manifest), openedAt: first }] };
    }),
  ],
};

const wayOf = (edge: EdgeCase, before: Map<string, ChunkFacts>): Pick<SampleOptions, 'takes' | 'seals'> => ({
  takes: (chunk) => {
    const made = edge.takes?.(chunk, before.get(chunk.facts.tab)) ?? chunk;
    if (chunk.facts.kind === 'client') before.set(chunk.facts.tab, made.facts);
    return made;
  },
  seals: ({ manifest, chunks }) => {
    const sealed = { manifest: structuredClone(manifest), chunks: [...chunks] };
    edge.seals?.(sealed);
    return sealed;
  },
});

const numberOf = (trace: string): number => Number(trace.slice(-6));

const ALONE = { count: 1, traits: ['plain-sale'], strolls: 400 } as const;

/** The first seed from this one on of which a recording goes on for minutes, so that it is captured more than once. */
function seedOfLong(seed: number): number {
  const times = sampleWorld({ ...ALONE, seed }).recordings.flatMap(({ parts: [first = []] }) =>
    first.map(({ facts }) => facts.receivedAt),
  );
  return Math.max(...times) - Math.min(...times) > 2 * MINUTE ? seed : seedOfLong(seed + 1);
}

export function edgePackages(seed: number): EdgePackage[] {
  const cases = Object.entries(CASES);
  const before = new Map<string, ChunkFacts>();
  const edgeOf = (trace: string): EdgeCase => cases[numberOf(trace)]?.[1][1] ?? {};
  const world = sampleWorld({
    seed,
    authorities: [LATE],
    rotates: true,
    // Of another recording that was erased.
    count: cases.length + 1,
    traits: (number) => (number === cases.length ? 'erased' : (cases[number]?.[1][1].trait ?? 'plain-sale')),
    takes: (chunk) => wayOf(edgeOf(chunk.facts.trace), before).takes?.(chunk) ?? chunk,
    seals: (sealed) => wayOf(edgeOf(sealed.manifest.trace), before).seals?.(sealed) ?? sealed,
  });
  const another = filesOf(world, cases.length);
  const long = seedOfLong(seed);
  const inOneWorld = cases.map(([what, [verdict, edge]], number) => {
    const files = filesOf(world, number);
    edge.files?.(files, another);
    return { what, verdict, files };
  });
  return [
    ...inOneWorld,
    ...Object.entries(REGISTERED).map(([what, [verdict, publishes, edge]]) => {
      const alone = sampleWorld({ ...ALONE, ...wayOf(edge, new Map()), seed: long, publishes });
      return { what, verdict, files: filesOf(alone, 0) };
    }),
    ...Object.entries(STAMPED).map(([what, [verdict, trait, options]]) => {
      const alone = sampleWorld({ ...ALONE, ...options, traits: [trait], seed });
      return { what, verdict, files: filesOf(alone, 0) };
    }),
  ];
}
