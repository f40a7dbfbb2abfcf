import fc from 'fast-check';
import { expect, test } from 'vitest';
import { hex } from '../bytes/index.ts';
import {
  EMPTY_EDGE,
  EMPTY_ROOT,
  edgeRoot,
  extendEdge,
  isConsistent,
  isIncluded,
  leafHash,
  MerkleTree,
  nodesOf,
  rootOfPath,
} from './index.ts';

// The reference leaves, roots and proofs of google/certificate-transparency and transparency-dev/merkle (Apache-2.0).
const LEAVES = ['', '00', '10', '2021', '3031', '40414243', '5051525354555657', '606162636465666768696a6b6c6d6e6f'];
const ROOTS = [
  '6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d',
  'fac54203e7cc696cf0dfcb42c92a1d9dbaf70ad9e621f4bd8d98662f00e3c125',
  'aeb6bcfe274b70a14fb067a5e5578264db0fa9b51af5e0ba159158f329e06e77',
  'd37ee418976dd95753c1c73862b9398fa2a2cf9b4ff0fdfe8b30cd95209614b7',
  '4e3bbb1f7b478dcfe71fb631631519a3bca12c9aefca1612bfce4c13a86264d4',
  '76e67dadbcdf1e10e1b74ddc608abd2f98dfb16fbce75277b5232a127f2087ef',
  'ddb89be403809e325750d3d263cd78929c2942b7942a34b77e122c9594a74c8c',
  '5dc9da79a70659a9ad559cb701ded9a2ab9d823aad2f4960cfe370eff4604328',
];
const AUDIT_PATHS: [index: number, size: number, path: string[]][] = [
  [0, 1, []],
  [
    0,
    8,
    [
      '96a296d224f285c67bee93c30f8a309157f0daa35dc5b87e410b78630a09cfc7',
      '5f083f0a1a33ca076a95279832580db3e0ef4584bdff1f54c8a360f50de3031e',
      '6b47aaf29ee3c2af9af889bc1fb9254dabd31177f16232dd6aab035ca39bf6e4',
    ],
  ],
  [
    5,
    8,
    [
      'bc1a0643b12e4d2d7c77918f44e0f4f79a838b6cf9ec5b5c283e1f4d88599e6b',
      'ca854ea128ed050b41b35ffc1b87b8eb2bde461e9e3b5596ece6b9d5975a0ae0',
      'd37ee418976dd95753c1c73862b9398fa2a2cf9b4ff0fdfe8b30cd95209614b7',
    ],
  ],
  [2, 3, ['fac54203e7cc696cf0dfcb42c92a1d9dbaf70ad9e621f4bd8d98662f00e3c125']],
];
const CONSISTENCY: [first: number, second: number, proof: string[]][] = [
  [1, 1, []],
  [
    6,
    8,
    [
      '0ebc5d3437fbe2db158b9f126a1d118e308181031d0a949f8dededebc558ef6a',
      'ca854ea128ed050b41b35ffc1b87b8eb2bde461e9e3b5596ece6b9d5975a0ae0',
      'd37ee418976dd95753c1c73862b9398fa2a2cf9b4ff0fdfe8b30cd95209614b7',
    ],
  ],
  [
    2,
    5,
    [
      '5f083f0a1a33ca076a95279832580db3e0ef4584bdff1f54c8a360f50de3031e',
      'bc1a0643b12e4d2d7c77918f44e0f4f79a838b6cf9ec5b5c283e1f4d88599e6b',
    ],
  ],
];

const reference = new MerkleTree(LEAVES.map((leaf) => leafHash(Buffer.from(leaf, 'hex'))));
const bytes = (text: string) => Buffer.from(text, 'hex');

test('the hash of an empty tree', () => {
  expect(hex(EMPTY_ROOT)).toBe('e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855');
  expect(new MerkleTree().root()).toEqual(EMPTY_ROOT);
});

test('RFC 6962 reference roots', () => {
  expect(ROOTS.map((_, index) => hex(reference.root(index + 1)))).toEqual(ROOTS);
});

test.each(AUDIT_PATHS)('RFC 6962 reference path of leaf %i of %i', (index, size, path) => {
  expect(reference.auditPath(index, size).map(hex)).toEqual(path);
  const leaf = reference.read(0, index);
  expect(isIncluded(leaf, index, size, path.map(bytes), bytes(ROOTS[size - 1] as string))).toBe(true);
});

test.each(CONSISTENCY)('RFC 6962 reference proof from %i to %i', (first, second, proof) => {
  expect(reference.consistency(first, second).map(hex)).toEqual(proof);
  const [before, after] = [ROOTS[first - 1], ROOTS[second - 1]].map((root) => bytes(root as string));
  expect(isConsistent(first, second, before as Buffer, after as Buffer, proof.map(bytes))).toBe(true);
});

const tree = new MerkleTree(Array.from({ length: 300 }, (_, index) => leafHash(Buffer.from(`leaf ${index}`))));
const size = fc.integer({ min: 1, max: 300 });
const within = size.chain((n) => fc.tuple(fc.nat({ max: n - 1 }), fc.constant(n)));

test('every leaf is found in every tree, in its own place and no other', () => {
  fc.assert(
    fc.property(within, fc.nat({ max: 310 }), ([index, n], other) => {
      const path = tree.auditPath(index, n);
      const leaf = tree.read(0, index);
      expect(isIncluded(leaf, index, n, path, tree.root(n))).toBe(true);
      if (other !== index) expect(isIncluded(leaf, other, n, path, tree.root(n))).toBe(false);
      expect(rootOfPath(leaf, index, n, [...path, leaf])).toBeNull();
      if (path.length > 0) expect(rootOfPath(leaf, index, n, path.slice(1))?.equals(tree.root(n)) ?? false).toBe(false);
    }),
  );
});

test('every tree begins every larger one; a changed proof shows it of none', () => {
  fc.assert(
    fc.property(fc.tuple(size, size), fc.nat(), ([a, b], chosen) => {
      const [first, second] = [Math.min(a, b), Math.max(a, b)];
      const proof = tree.consistency(first, second);
      const holds = (changed: Uint8Array[], root = tree.root(first)) =>
        isConsistent(first, second, root, tree.root(second), changed);
      expect(holds(proof)).toBe(true);
      expect(holds([...proof, leafHash(Buffer.of(1))])).toBe(false);
      expect(holds(proof, leafHash(Buffer.of(2)))).toBe(false);
      if (proof.length === 0) return;
      expect(holds(proof.slice(1))).toBe(false);
      const changed = proof.map((hash) => Buffer.from(hash));
      const at = chosen % proof.length;
      (changed[at] as Buffer)[chosen % 32] = ((changed[at] as Buffer)[chosen % 32] as number) ^ 1;
      expect(holds(changed)).toBe(false);
    }),
  );
});

test('a tree that only keeps its right edge has the same roots', () => {
  let edge = EMPTY_EDGE;
  expect(edgeRoot(edge)).toEqual(EMPTY_ROOT);
  for (let n = 1; n <= 300; n++) {
    edge = extendEdge(edge, tree.read(0, n - 1));
    if (!edgeRoot(edge).every((byte, at) => byte === tree.root(n)[at])) throw new Error(`another root at ${n}`);
    if (edge.hashes.length !== nodesOf({ from: 0, to: n }).length) throw new Error(`another edge at ${n}`);
  }
});

test.each([
  [-1, 8],
  [8, 8],
  [0.5, 8],
  [0, Number.NaN],
])('no leaf %d of %d', (index, n) => {
  expect(rootOfPath(reference.read(0, 0), index, n, [])).toBeNull();
});
