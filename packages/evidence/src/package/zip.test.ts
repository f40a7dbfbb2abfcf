import { spawnSync } from 'node:child_process';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { pythonMissing } from '../../../../scripts/outside-verifiers.mjs';
import { isDamage } from '../bytes/index.ts';
import { readZip, writeZip } from './index.ts';

const files: [string, Buffer][] = [
  ['evidence.json', Buffer.from('{}')],
  ['builds/b1.json', Buffer.from('x'.repeat(5_000))],
  ['README.txt', Buffer.from('中文')],
  ['empty', Buffer.alloc(0)],
];
const zip = writeZip(files);

test('a package is read as it was written', () => {
  expect(readZip(zip)).toEqual(new Map(files));
});

/** A file under a name that we would never write. */
function packed(name: string): Buffer {
  const placeholder = 'x'.repeat(Buffer.byteLength(name));
  const bytes = writeZip([[placeholder, Buffer.from('content')]]);
  for (let at = bytes.indexOf(placeholder); at >= 0; at = bytes.indexOf(placeholder, at + 1)) bytes.write(name, at);
  return bytes;
}

test('a changed byte is found, or changes no file', () => {
  fc.assert(
    fc.property(fc.nat({ max: zip.length - 1 }), fc.integer({ min: 1, max: 255 }), (at, change) => {
      const changed = Buffer.from(zip);
      changed[at] = (changed[at] as number) ^ change;
      const read = readZip(changed);
      if (isDamage(read)) return;
      for (const [name, content] of files) expect(read.get(name)?.equals(content)).toBe(true);
      expect(read.size).toBe(files.length);
    }),
    { numRuns: 500 },
  );
});

test('a package cut off anywhere is none', () => {
  for (let length = 0; length < zip.length; length += 3) expect(isDamage(readZip(zip.subarray(0, length)))).toBe(true);
});

describe('what leads elsewhere or grows without end', () => {
  test.each(['../evidence.json', '/etc/passwd', 'a/../../b', 'a\\b', '.hidden', 'a//b', 'C:x', '名字', 'a.', 'a./b'])(
    '%s',
    (name) => {
      expect(isDamage(readZip(packed(name)))).toBe(true);
      expect(() => writeZip([[name, Buffer.alloc(1)]])).toThrow('no name');
    },
  );

  test('more than allowed', () => {
    const bomb = writeZip([['bomb', Buffer.alloc(1_000_000)]]);
    expect(bomb.length).toBeLessThan(3_000);
    expect(readZip(bomb, { files: 10, bytes: 999_999 })).toMatchObject({ damage: 'too large' });
    expect(readZip(zip, { files: 3, bytes: 999_999 })).toMatchObject({ damage: 'too many files' });
  });

  test('a file that says it is smaller than it is', () => {
    const lying = Buffer.from(writeZip([['bomb', Buffer.alloc(1_000_000)]]));
    const directory = lying.readUInt32LE(lying.length - 6);
    lying.writeUInt32LE(10, directory + 24);
    expect(readZip(lying)).toMatchObject({ damage: 'header: bomb' });
    lying.writeUInt32LE(10, 22);
    expect(readZip(lying)).toMatchObject({ damage: 'content: bomb' });
  });

  test('two files in one place, one name twice', () => {
    const twice = writeZip([
      ['a', Buffer.from('1')],
      ['b', Buffer.from('2')],
    ]);
    const directory = twice.readUInt32LE(twice.length - 6);
    const over = Buffer.from(twice);
    over.writeUInt32LE(0, directory + 47 + 42);
    over[directory + 47 + 46] = 'a'.charCodeAt(0);
    expect(isDamage(readZip(over))).toBe(true);
    expect(
      isDamage(
        readZip(
          writeZip([
            ['a', Buffer.from('1')],
            ['a', Buffer.from('2')],
          ]),
        ),
      ),
    ).toBe(true);
  });
});

describe('Python', () => {
  const python = (script: string, input: Buffer) =>
    spawnSync('python3', ['-c', `import sys, io, zipfile\n${script}`], { input });
  const missing = pythonMissing() !== null;

  test.skipIf(missing)('reads what we write', { timeout: 30_000 }, () => {
    const script = 'z = zipfile.ZipFile(io.BytesIO(sys.stdin.buffer.read())); print(z.testzip(), z.namelist())';
    const { stdout } = python(script, zip);
    expect(stdout.toString()).toContain("None ['evidence.json', 'builds/b1.json', 'README.txt', 'empty']");
  });

  test.skipIf(missing)(
    'packs it anew in its own way, folders and times included, and we read that',
    { timeout: 30_000 },
    () => {
      const script = `
z = zipfile.ZipFile(io.BytesIO(sys.stdin.buffer.read()))
class Pipe(io.BytesIO):
    def seekable(self): return False
    def seek(self, *a): raise io.UnsupportedOperation()
    def tell(self): raise io.UnsupportedOperation()
out = Pipe()
w = zipfile.ZipFile(out, 'w', zipfile.ZIP_DEFLATED)
w.writestr(zipfile.ZipInfo('builds/'), b'')
for n in z.namelist(): w.writestr(n, z.read(n))
w.close()
sys.stdout.buffer.write(out.getvalue())`;
      expect(readZip(python(script, zip).stdout)).toEqual(new Map(files));
    },
  );
});
