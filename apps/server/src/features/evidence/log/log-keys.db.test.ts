import { execFileSync } from 'node:child_process';
import { randomBytes, randomInt } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  isSignedBy,
  type LogEntry,
  noteKey,
  openByKeys,
  openCheckpoint,
  readKeyChange,
  readNote,
} from '@huimin/evidence/log';
import { signerOf } from '@huimin/evidence/signature';
import { createTestClock, freshDatabase } from '@huimin/testing';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { opensslMissing } from '../../../../../../scripts/outside-verifiers.mjs';
import { createFolderStore } from '../../../adapters/folder-store/create-folder-store.ts';
import { createSm2Line, sm2NoteKey } from '../../../adapters/sm2-note/second-line.ts';
import { type Database, openDatabase } from '../../../db/database.ts';
import { LogProofs } from '../checking/log-proofs.ts';
import { refuseFormerKey } from './announce-key.ts';
import { createEvidenceLog, type EvidenceLog, type LogInput } from './evidence-log.ts';
import { publishLog } from './publish.ts';

const folder = mkdtempSync(join(tmpdir(), 'log-keys-'));
const clock = createTestClock();
const random = { bytes: (size: number) => randomBytes(size), below: (below: number) => randomInt(below) };
const logged: string[] = [];
const write = (...entry: unknown[]) => void logged.push(JSON.stringify(entry));
const store = createFolderStore({ folder: join(folder, 'store'), clock });
const copies = createFolderStore({ folder: join(folder, 'copies'), clock });
const [first, second, third] = [6, 7, 8].map((fill) => signerOf(Buffer.alloc(32, fill))) as [
  ReturnType<typeof signerOf>,
  ReturnType<typeof signerOf>,
  ReturnType<typeof signerOf>,
];

let database: Database;
let drop: () => Promise<void>;
beforeAll(async () => {
  const fresh = await freshDatabase();
  database = openDatabase({ url: fresh.url });
  drop = fresh.drop;
});
afterAll(async () => {
  await database.close();
  await drop();
  rmSync(folder, { recursive: true, force: true });
});

function server(other: Partial<LogInput>): EvidenceLog {
  const measures = { isInOrder() {}, grewTo() {}, stamped() {} };
  const own = { database, clock, random, log: { info: write, warn: write, error: write }, store, copies, measures };
  const keys = { signer: first, formerSigner: null, secondLine: null, tellOperators: () => Promise.resolve() };
  return createEvidenceLog({ ...own, ...keys, publicOrigin: 'https://shop.example', ...other });
}

let count = 0;
async function grow(log: EvidenceLog): Promise<string> {
  count += 1;
  const entry: LogEntry = { type: 'erased', trace: 'a'.repeat(8), rule: 'r', at: count };
  await log.append(database.query, `thing/${count}`, entry);
  await publishLog(log);
  return (await log.checkpoint())?.checkpoint ?? '';
}

test('another key follows the first, and another that one: each signs its part, and all of it can be checked by any', async () => {
  const earliest = await grow(server({}));
  // Nothing is signed by a key that nobody announced.
  expect(await grow(server({ signer: second }))).toBe(earliest);
  expect(logged.join()).toContain('not signed by the key of this log');

  const both = server({ signer: second, formerSigner: first });
  const middle = await grow(both);
  expect(await grow(both)).not.toBe(middle);
  // Servers that have not been started anew sign nothing more, and those without the former key go on.
  const old = server({});
  await expect(grow(old)).rejects.toThrow('another key than EVIDENCE_SIGNING_KEY');
  await expect(database.transaction((query) => refuseFormerKey(old, query))).rejects.toThrow('another key');
  await database.transaction((query) => refuseFormerKey(both, query));
  await grow(server({ signer: second }));
  const newest = await grow(server({ signer: third, formerSigner: second }));

  const log = server({ signer: third });
  const { size } = openCheckpoint(Buffer.from(newest), await log.key()) ?? { size: 0 };
  const signers = await new LogProofs(log, size).signers();
  const changes = signers.map(({ index, entry }) => readKeyChange(index, entry) ?? expect.fail());
  expect(changes.map(({ index }) => index)).toEqual([3, 8]);
  for (const known of [first, second, third]) {
    for (const [number, checkpoint] of [earliest, middle, newest].entries()) {
      const name = (await log.key()).name;
      expect(openByKeys(Buffer.from(checkpoint), noteKey(name, known), changes)).toMatchObject({ origin: name });
      // Each by its own key alone.
      const own = [first, second, third][number];
      expect(openCheckpoint(Buffer.from(checkpoint), noteKey(name, known)) !== null).toBe(known === own);
    }
  }
});

/** A checkpoint of a log that signs by SM2 as well. */
async function signedTwice() {
  const line = createSm2Line(Buffer.alloc(32, 9));
  const log = server({ signer: third, secondLine: line });
  const note = readNote(Buffer.from(await grow(log))) ?? expect.fail();
  const own = await log.key();
  const { publicKey } = line.key(own.name).verifier;
  return { note, own, publicKey };
}

test('a second line by SM2 stands beside the first', async () => {
  const { note, own, publicKey } = await signedTwice();
  expect(note.signatures).toHaveLength(2);
  expect(isSignedBy(note, own)).toBe(true);
  expect(isSignedBy(note, sm2NoteKey(own.name, publicKey))).toBe(true);
  expect(isSignedBy({ ...note, text: note.text.replace('\n', '0\n') }, sm2NoteKey(own.name, publicKey))).toBe(false);
  expect(isSignedBy(note, createSm2Line(Buffer.alloc(32, 8)).key(own.name))).toBe(false);
});

test.skipIf(opensslMissing() !== null)('openssl agrees with the line by SM2', async () => {
  const { note, publicKey } = await signedTwice();
  const file = (called: string) => join(folder, called);
  const before = Buffer.from('3059301306072a8648ce3d020106082a811ccf5501822d034200', 'hex');
  writeFileSync(file('key'), Buffer.concat([before, publicKey]));
  writeFileSync(file('text'), note.text);
  writeFileSync(file('signature'), note.signatures[1]?.signature ?? '');
  const options = ['-rawin', '-digest', 'sm3', '-pkeyopt', 'distid:1234567812345678'];
  const given = ['-inkey', file('key'), '-keyform', 'DER', '-in', file('text'), '-sigfile', file('signature')];
  expect(String(execFileSync('openssl', ['pkeyutl', '-verify', '-pubin', ...given, ...options]))).toContain('Success');
});
