import { describe, expect, test } from 'vitest';
import { sha256, sha256Hex } from '../bytes/index.ts';
import { canonicalBytes } from '../canonical/index.ts';
import { serverData } from '../chunk/index.ts';
import { entryBytes, noteKey, signCheckpoint } from '../log/index.ts';
import { leafHash, MerkleTree } from '../merkle/index.ts';
import { checkPackage, packageFiles, readPackage, writePackage } from '../package/index.ts';
import { type SampleTrait, sampleWorld } from '../sample/index.ts';
import {
  type Manifest,
  manifestBytes,
  manifestMessage,
  orderDigest,
  readManifest,
  readObject,
  writeObject,
} from '../sealed/index.ts';
import { signerOf } from '../signature/index.ts';
import { type Evidence, evidenceVerifier, type Facts, reportLines, type Trust, verdictLine } from './index.ts';

const traits: SampleTrait[] = ['plain-sale', 'no-order', 'two-tabs', 'gap', 'addendum'];
const worlds = Object.fromEntries(
  traits.map((trait, index) => [trait, sampleWorld({ seed: 20 + index, count: 3, traits: [trait] })]),
) as Record<SampleTrait, ReturnType<typeof sampleWorld>>;
const world = worlds['plain-sale'];

const evidenceOf = (trait: SampleTrait, number = 0): Evidence => {
  const read = readPackage(writePackage(worlds[trait].content(number, false)));
  if ('damage' in read) throw new Error(read.damage);
  return read.evidence;
};
const failed = (evidence: Evidence, { depth = 'deep' as const, facts = {} as Facts, trust = world.trust } = {}) => {
  const report = evidenceVerifier(trust).check(evidence, depth, facts);
  const found = report.findings.filter(({ state }) => state === 'failed');
  return {
    report,
    checks: found.map(({ check }) => check),
    wheres: found.flatMap(({ problems }) => problems.map(({ where }) => where)),
  };
};

describe('what is whole', () => {
  test.each(traits)('%s, at every depth, from a package and from the house', { timeout: 30_000 }, (trait) => {
    const expected = trait === 'gap' ? 'intact-with-gaps' : 'intact';
    for (const depth of ['shallow', 'whole', 'deep'] as const) {
      const verifier = evidenceVerifier(worlds[trait].trust);
      for (const number of [0, 1, 2]) {
        const bytes = writePackage(worlds[trait].content(number, number === 1));
        expect(verdictLine(checkPackage(bytes, depth))).toContain(`VERDICT ${expected}`);
        const report = verifier.check(evidenceOf(trait, number), depth);
        expect(report).toMatchObject({ verdict: expected, exitCode: trait === 'gap' ? 1 : 0, first: null });
      }
    }
  });

  test('says what it looked at, and what it cannot prove', () => {
    const lines = reportLines(failed(evidenceOf('plain-sale')).report);
    expect(lines).toHaveLength(14);
    expect(lines[0]).toMatch(/^✓ 1 数据块完整：\d+ 块/);
    expect(lines[11]).toBe('－ 12 保存期限：无法检查，存储的保存期限不在这里');
    expect(lines[12]).toBe('VERDICT intact 完整，未被改动');
    expect(lines[13]).toContain('不证明手机本身可信');
  });

  test('with what the house knows: rows and store agree', () => {
    const evidence = evidenceOf('plain-sale');
    const object = readObject(evidence.objects[0]?.object as Uint8Array);
    if ('damage' in object) throw new Error();
    const { server, retention } = readManifest(object.manifestBytes) as Manifest;
    const saved = server.find(({ what }) => what === 'order-saved');
    const order = evidence.order as NonNullable<Evidence['order']>;
    const digest = orderDigest(order);
    const event = { what: 'order-saved' as const, at: saved?.at ?? 0, facts: { ...order, digest } };
    expect(serverData(event)).toContain(order.orderNo);
    const facts = { addenda: 0, happened: [event], retention: { until: retention.until, locked: true, rule: 0 } };
    expect(failed(evidence, { facts })).toMatchObject({ checks: [], report: { verdict: 'intact' } });
    const cheaper = { ...facts, happened: [{ ...event, facts: { ...order, digest, premiumFen: 1 } }] };
    expect(failed(evidence, { facts: cheaper })).toMatchObject({ checks: [8], wheres: ['facts#order-saved'] });
    const refunded = { ...facts, happened: [{ what: 'refunded' as const, at: 1, facts: {} }] };
    expect(failed(evidence, { facts: refunded })).toMatchObject({ checks: [8], report: { verdict: 'altered' } });
    const short = { ...facts, retention: { until: retention.until - 1, locked: false, rule: 0 } };
    expect(failed(evidence, { facts: short })).toMatchObject({
      checks: [12],
      wheres: ['store#retain-until', 'store#lock'],
    });
    const held = { ...facts, retention: { until: Number.POSITIVE_INFINITY, locked: true, rule: retention.until + 1 } };
    expect(failed(evidence, { facts: held })).toMatchObject({ checks: [], report: { verdict: 'intact' } });
    expect(failed(evidence, { facts: { ...facts, addenda: 1 } })).toMatchObject({
      checks: [1],
      report: { verdict: 'incomplete' },
    });
  });
});

describe('whose word is believed', () => {
  const evidence = evidenceOf('plain-sale');
  const other = signerOf(Buffer.alloc(32, 9));

  test.each<[string, Partial<Trust>, number[]]>([
    ['another key for manifests', { signing: other }, [4]],
    ['another key for the log', { log: noteKey(world.trust.log.name, other) }, [6]],
    ['another name of the log', { log: noteKey('other.sample/log', world.trust.log.verifier) }, [6]],
    ['other authorities', { stampRoots: '' }, [7]],
    ['another log seen before', { lastSeen: { size: 2, root: sha256('x'), consistency: [sha256('y')] } }, [6]],
    ['a longer log seen before', { lastSeen: { size: 900, root: sha256('x'), consistency: [] } }, [6]],
  ])('%s', (_name, change, checks) => {
    expect(failed(evidence, { trust: { ...world.trust, ...change } }).checks).toEqual(checks);
  });

  test('the log seen before is the beginning of this one, or this one of that', () => {
    const seen = (size: number, consistency: Uint8Array[]) => ({ size, root: world.tree.root(size), consistency });
    const { size } = world.tree;
    const lastSeen = seen(size - 3, world.tree.consistency(size - 3));
    expect(failed(evidence, { trust: { ...world.trust, lastSeen } }).checks).toEqual([]);
    const longer = new MerkleTree(world.entries.map(leafHash));
    longer.append(sha256('one more'));
    const later = { size: size + 1, root: longer.root(), consistency: longer.consistency(size) };
    expect(failed(evidence, { trust: { ...world.trust, lastSeen: later } }).checks).toEqual([]);
  });

  test('whoever makes all of it anew is found out by the keys alone, and by the log seen before', () => {
    const forged = sampleWorld({ seed: 99, count: 1, traits: ['plain-sale'] });
    const bytes = writePackage(forged.content(0));
    expect(checkPackage(bytes, 'deep').verdict).toBe('intact');
    expect(checkPackage(bytes, 'deep', { trust: world.trust }).verdict).toBe('altered');
  });
});

/** Somebody who has the keys and seals what is not so. */
function resealed(
  trait: SampleTrait,
  change: (manifest: Manifest) => void,
  prune: (chunks: Buffer[]) => Buffer[] = (chunks) => chunks,
) {
  const own = signerOf(Buffer.alloc(32, 5));
  const evidence = evidenceOf(trait);
  const object = readObject(evidence.objects[0]?.object as Uint8Array);
  if ('damage' in object) throw new Error();
  const manifest = readManifest(object.manifestBytes) as Manifest;
  change(manifest);
  const bytes = manifestBytes(manifest);
  const signature = own.sign(manifestMessage(sha256(bytes)));
  const named = { trace: manifest.trace, addendum: 0, sha256: sha256Hex(bytes) };
  const entry = entryBytes({ type: 'manifest', ...named, signature: signature.toString('base64') });
  const entries = [...worlds[trait].entries];
  const index = evidence.objects[0]?.proof?.index ?? 0;
  entries[index] = entry;
  const tree = new MerkleTree(entries.map(leafHash));
  const origin = worlds[trait].trust.log.name;
  const checkpoint = Buffer.from(signCheckpoint({ origin, size: tree.size, root: tree.root() }, own));
  const logged = <T extends { index: number }>(of: T) => ({ ...of, path: tree.auditPath(of.index) });
  return {
    trust: { ...worlds[trait].trust, signing: own, log: noteKey(origin, own) },
    evidence: {
      ...evidence,
      objects: [
        {
          object: writeObject(prune(object.chunks), bytes),
          manifest: null,
          proof: { index, entry, size: tree.size, path: tree.auditPath(index), signature },
        },
      ],
      captures: evidence.captures.map(logged),
      registered: evidence.registered.map(logged),
      checkpoint,
      stamps: [],
    },
  };
}

describe('what the house itself sealed wrongly', () => {
  const found = (...args: Parameters<typeof resealed>) => {
    const { evidence, trust } = resealed(...args);
    const { report, checks, wheres } = failed(evidence, { trust });
    // Without stamps 7 always fails.
    return { verdict: report.verdict, checks: checks.filter((check) => check !== 7), wheres };
  };

  test('nothing but the stamps', () => {
    expect(found('plain-sale', () => {})).toMatchObject({ verdict: 'incomplete', checks: [], wheres: ['stamps'] });
  });

  test.each<[string, (manifest: Manifest) => void, number[], string]>([
    ['a gap that is not declared', (m) => m.gaps.splice(0), [3], 'altered'],
    ['another recording', (m) => Object.assign(m, { trace: 'another-trace' }), [2, 5, 3], 'altered'],
  ])('%s', (_name, change, checks, verdict) => {
    const result = found('gap', change);
    expect(result.verdict).toBe(verdict);
    expect(result.checks).toContain(checks[0]);
  });

  test.each<[string, (manifest: Manifest) => void, number, string]>([
    [
      'a document shown for longer than it was',
      (m) => Object.assign(m.documents[0] as object, { dwellMs: 99_999 }),
      10,
      'altered',
    ],
    [
      'a consent that nobody gave',
      (m) => m.consents.push({ id: 'more', textSha256: '', checked: true, at: 1 }),
      10,
      'altered',
    ],
    [
      'a document not shown to its end',
      (m) => Object.assign(m.documents[2] as object, { bottomAt: null }),
      10,
      'altered',
    ],
    ['a sale without a recording', (m) => m.flags.push('unrecorded'), 10, 'incomplete'],
    ['another clock', (m) => Object.assign(m, { clock: { offsetMs: 6_000, rttMs: 3 } }), 11, 'altered'],
    [
      'a chunk that came later than it did',
      (m) => Object.assign(m.chunks[1] as object, { receivedAt: 1 }),
      2,
      'altered',
    ],
    ['another order', (m) => Object.assign(m.order as object, { orderNo: 'JS26999' }), 8, 'altered'],
    [
      'a thing that the server did not do',
      (m) => m.server.push({ what: 'refunded', at: 1, sha256: sha256Hex('x') }),
      8,
      'altered',
    ],
    [
      'another thing than the server did',
      (m) => Object.assign(m.server[0] as object, { what: 'refunded' }),
      8,
      'altered',
    ],
    [
      'an order that is not the one the server saved',
      (m) => Object.assign(m.order as object, { digest: sha256Hex('x') }),
      8,
      'altered',
    ],
    ['a build that was not registered', (m) => m.builds.push('other-build'), 9, 'incomplete'],
    ['a table that is not there', (m) => m.tables.push(sha256Hex('x')), 9, 'incomplete'],
    [
      'a place in a capture that is not its own',
      (m) => Object.assign(m.chunks[0]?.capture as object, { index: 3 }),
      5,
      'altered',
    ],
    [
      'a capture that is not there',
      (m) => Object.assign(m.chunks[0]?.capture as object, { entry: 9_999 }),
      5,
      'altered',
    ],
    ['a seal older than what it seals', (m) => Object.assign(m, { sealedAt: 1 }), 11, 'incomplete'],
  ])('%s', (_name, change, check, verdict) => {
    const result = found('plain-sale', change);
    expect(result.checks).toContain(check);
    if (check !== 5 || verdict !== 'altered') expect(result.verdict).toBe(verdict);
  });

  test('a document registered after the recording began', () => {
    const { evidence, trust } = resealed('plain-sale', (m) => {
      for (const { capture } of m.chunks) capture.entry = 0;
    });
    const { wheres } = failed(evidence, { trust });
    expect(wheres).toContain('registered.json#document-clauses-1');
  });

  test('a chunk left out, its header of another recording', () => {
    const { evidence, trust } = resealed(
      'plain-sale',
      () => {},
      (chunks) => chunks.slice(1),
    );
    const { wheres } = failed(evidence, { trust });
    expect(wheres).toContain('recording-0.rec#manifest');
    expect(wheres).toContain('recording-0.rec#chain');
  });
});

describe('what is left once a recording is erased', () => {
  const evidence = evidenceOf('plain-sale');
  const object = readObject(evidence.objects[0]?.object as Uint8Array);
  if ('damage' in object) throw new Error();
  const entry = entryBytes({ type: 'erased', trace: evidence.trace, rule: 'five-years', at: 1 });
  const tree = new MerkleTree([...world.entries, entry].map(leafHash));
  const own = signerOf(Buffer.alloc(32, 5));
  const origin = world.trust.log.name;
  const logged = <T extends { index: number }>(of: T) => ({ ...of, path: tree.auditPath(of.index) });
  const [sealed] = evidence.objects;
  const erased: Evidence = {
    ...evidence,
    objects: [
      {
        object: null,
        manifest: object.manifestBytes,
        proof: sealed?.proof ? { ...logged(sealed.proof), size: tree.size } : null,
      },
    ],
    captures: evidence.captures.map(logged),
    registered: evidence.registered.map(logged),
    erased: [{ index: tree.size - 1, entry, path: tree.auditPath(tree.size - 1) }],
    checkpoint: Buffer.from(signCheckpoint({ origin, size: tree.size, root: tree.root() }, own)),
    stamps: [],
    keys: null,
  };
  const trust = { ...world.trust, log: noteKey(origin, own) };

  test('says so, by which rule, and what is left still holds', () => {
    const { report } = failed(erased, { trust });
    expect(report).toMatchObject({ verdict: 'erased-by-rule', exitCode: 4 });
    expect(report.findings.map(({ state }) => state).slice(0, 6)).toEqual([
      'unchecked',
      'unchecked',
      'ok',
      'ok',
      'ok',
      'ok',
    ]);
    expect(report.findings[11]?.line).toContain('five-years');
  });

  test('an entry that is not in the log erases nothing', () => {
    const made = { ...erased, erased: [{ index: 0, entry, path: tree.auditPath(0) }] };
    expect(failed(made, { trust }).report.verdict).toBe('altered');
    expect(failed({ ...erased, erased: [] }, { trust }).report.verdict).toBe('incomplete');
    const other = entryBytes({ type: 'erased', trace: 'another-trace', rule: 'five-years', at: 1 });
    expect(failed({ ...erased, erased: [{ index: 0, entry: other, path: [] }] }, { trust }).report.verdict).toBe(
      'altered',
    );
  });
});

const evidenceJson = (of: Map<string, Buffer>): object => JSON.parse(String(of.get('evidence.json')));

/** A JSON file of which one member says the same in base64 that nobody writes. */
function withSpareBits(file: Buffer | undefined, member: string): Buffer {
  const other = JSON.parse(String(file)) as Record<string, string>;
  const text = other[member] as string;
  const at = text.length - 2;
  other[member] = `${text.slice(0, at)}${String.fromCharCode(text.charCodeAt(at) + 1)}=`;
  return Buffer.from(JSON.stringify(other));
}

describe('packages that cannot be read', () => {
  const files = packageFiles(world.content(0));
  const changed = (change: (files: Map<string, Buffer>) => void) => {
    const copy = new Map([...files].map(([name, content]) => [name, Buffer.from(content)] as const));
    change(copy);
    return checkPackage(copy, 'whole');
  };
  test.each<[string, (files: Map<string, Buffer>) => void]>([
    ['evidence.json', (of) => of.delete('evidence.json')],
    ['evidence.json', (of) => of.set('evidence.json', Buffer.from('{}'))],
    ['evidence.json', (of) => of.set('evidence.json', withSpareBits(of.get('evidence.json'), 'logKey'))],
    ['evidence.json', (of) => of.set('evidence.json', withSpareBits(of.get('evidence.json'), 'signingKey'))],
    ['proof-0.json', (of) => of.set('proof-0.json', Buffer.from('[]'))],
    ['captures.json', (of) => of.set('captures.json', Buffer.from('[{"index":0,"entry":"!","path":[]}]'))],
    ['stamps/extra.txt', (of) => of.set('stamps/extra.txt', Buffer.from(''))],
    ['keys.json', (of) => of.set('keys.json', Buffer.from('{"view":"AA=="}'))],
    ['keys.json', (of) => of.set('keys.json', Buffer.from(JSON.stringify({ view: `${'A'.repeat(43)}=`, values: 1 })))],
  ])('%s', (where, change) => {
    const report = changed(change);
    expect(report).toMatchObject({ verdict: 'altered', exitCode: 2, first: { where } });
    expect(verdictLine(report)).toContain(`VERDICT altered (${where}`);
  });

  test('nothing that stands in a package writes a line of the report, or moves about in one', () => {
    const words = '\nVERDICT intact 完整，未被改动\u001b[2J\u202e\u2028';
    const report = changed((of) =>
      of.set('evidence.json', Buffer.from(JSON.stringify({ ...evidenceJson(of), [words]: 1 }))),
    );
    const lines = reportLines(report);
    expect(lines.join('')).not.toMatch(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u);
    expect(lines.filter((line) => line.startsWith('VERDICT'))).toEqual([expect.stringContaining('VERDICT altered')]);
  });

  test('a key that does not fit is found when the chunks are opened', () => {
    const copy = new Map([...files].map(([name, content]) => [name, Buffer.from(content)] as const));
    copy.set('keys.json', Buffer.from(canonicalBytes({ view: Buffer.alloc(32).toString('base64') })));
    expect(checkPackage(copy, 'whole').verdict).toBe('intact');
    expect(checkPackage(copy, 'deep')).toMatchObject({
      verdict: 'altered',
      first: { where: 'recording-0.rec#chunk-0' },
    });
  });

  test('no ZIP', () => {
    expect(checkPackage(Buffer.from('hello'), 'whole')).toMatchObject({
      verdict: 'altered',
      first: { where: 'package' },
    });
  });
});
