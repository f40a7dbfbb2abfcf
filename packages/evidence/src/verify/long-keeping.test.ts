import { describe, expect, test } from 'vitest';
import { noteKey, signatureLine } from '../log/index.ts';
import { checkPackage, packageFiles, trustOf, writePackage } from '../package/index.ts';
import { sampleAuthority, sampleWorld } from '../sample/index.ts';
import { signerOf } from '../signature/index.ts';

const failedIn = (...given: Parameters<typeof checkPackage>) => {
  const { findings, verdict } = checkPackage(...given);
  return [verdict, ...findings.flatMap(({ problems }) => problems.map(({ where }) => where))];
};

describe('keys that follow one another', () => {
  const world = sampleWorld({ seed: 61, count: 6, traits: ['plain-sale', 'addendum'], rotates: true });
  const packages = world.recordings.map((_, number) => packageFiles(world.content(number))) as Map<string, Buffer>[];

  test('what either key signed is intact, by the last key and by the first', () => {
    const [, change] = JSON.parse(String(packages[0]?.get('signers.json'))) as { entry: string }[];
    const { previous } = JSON.parse(String(Buffer.from(change?.entry ?? '', 'base64'))) as { previous: string };
    for (const files of packages) {
      expect(failedIn(files, 'deep')).toEqual(['intact']);
      const info = JSON.parse(String(files.get('evidence.json')));
      const first = trustOf({ ...info, logKey: previous });
      expect(failedIn(files, 'deep', { trust: first ?? expect.fail() })).toEqual(['intact']);
    }
  });

  test('without the entries, or with others, nothing holds', () => {
    const [files] = packages as [Map<string, Buffer>];
    const without = new Map(files);
    without.delete('signers.json');
    expect(checkPackage(without, 'deep').verdict).toBe('altered');
    const other = sampleWorld({ seed: 62, count: 6, traits: ['plain-sale'], rotates: true });
    const foreign = Buffer.from(packageFiles(other.content(0)).get('signers.json') as Uint8Array);
    expect(checkPackage(new Map([...files, ['signers.json', foreign]]), 'deep').verdict).toBe('altered');
    const signers = JSON.parse(String(files.get('signers.json'))) as { index: number }[];
    for (const one of signers) one.index += 1;
    const moved = Buffer.from(JSON.stringify(signers));
    expect(checkPackage(new Map([...files, ['signers.json', moved]]), 'deep').verdict).toBe('altered');
  });
});

describe('stamps that outlive their certificates', () => {
  const year = (number: number) => Date.UTC(number, 0, 1);
  const old = sampleAuthority({ kind: 'ec', name: 'Old', valid: [year(2026), year(2030)] });
  const later = sampleAuthority({ kind: 'ec', name: 'Later', valid: [year(2026), year(2034)] });
  // The first stamps are of both; archives of the second.
  const one = (archivedAt?: number) =>
    sampleWorld({
      seed: 63,
      count: 1,
      traits: ['plain-sale'],
      authorities: [old, later],
      ...(archivedAt && { archivedAt }),
    });
  const at = (world: ReturnType<typeof one>, now: number) =>
    checkPackage(writePackage(world.content(0)), 'whole', { trust: { ...world.trust, now } }).verdict;

  test.each<[string, number | undefined, number, string]>([
    ['no archive, valid still', undefined, 2029, 'intact'],
    ['no archive, ended', undefined, 2031, 'incomplete'],
    ['an archive made in time', year(2029), 2031, 'intact'],
    ['an archive made too late', year(2031), 2032, 'incomplete'],
    ['an archive that has ended itself', year(2029), 2035, 'incomplete'],
  ])('%s', (_name, archivedAt, now, verdict) => {
    expect(at(one(archivedAt), year(now))).toBe(verdict);
  });

  test('an archive of something else is found out', () => {
    const files = new Map(packageFiles(one(year(2029)).content(0)) as Map<string, Buffer>);
    const { trust } = one(year(2029));
    const list = JSON.parse(String(files.get('archives/1.json')));
    files.set('archives/1.json', Buffer.from(JSON.stringify({ ...list, day: '2026-11-03' })));
    expect(failedIn(files, 'whole', { trust })).toEqual(['altered', 'archives/1.tsr']);
  });
});

test('a second line of a known key has to hold, of an unknown one is left alone', () => {
  const world = sampleWorld({ seed: 64, count: 1, traits: ['plain-sale'] });
  const second = signerOf(Buffer.alloc(32, 4));
  const key = noteKey(world.trust.log.name, second);
  const whole = packageFiles(world.content(0)) as Map<string, Buffer>;
  const checkpoint = String(whole.get('checkpoint'));
  const withLine = (text: string) => {
    const line = signatureLine(key.name, key.id, second.sign(Buffer.from(text)));
    return new Map([...whole, ['checkpoint', Buffer.from(checkpoint + line)]]);
  };
  const text = checkpoint.slice(0, checkpoint.indexOf('\n\n') + 1);
  const trust = { ...world.trust, secondLine: key };
  expect(checkPackage(withLine(text), 'whole', { trust }).verdict).toBe('intact');
  expect(checkPackage(whole, 'whole', { trust }).verdict).toBe('intact');
  expect(checkPackage(withLine('another'), 'whole', { trust }).verdict).toBe('altered');
  expect(checkPackage(withLine('another'), 'whole').verdict).toBe('intact');
});
