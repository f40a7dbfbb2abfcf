import { HASH_LENGTH, hex, sha256, sha256Hex } from '../bytes/index.ts';

// The tree of RFC 6962, section 2.1.

const leafScratch = (entry: Uint8Array): Buffer => Buffer.concat([Buffer.of(0), entry]);
const nodeScratch = Buffer.alloc(1 + 2 * HASH_LENGTH);
nodeScratch[0] = 1;

export const EMPTY_ROOT = sha256('');
export const leafHash = (entry: Uint8Array): Buffer => sha256(leafScratch(entry));

export function nodeHash(left: Uint8Array, right: Uint8Array): Buffer {
  nodeScratch.set(left, 1);
  nodeScratch.set(right, 1 + HASH_LENGTH);
  return sha256(nodeScratch);
}

function nodeHashHex(left: string, right: string): string {
  const written = nodeScratch.write(left, 1, 'hex') + nodeScratch.write(right, 1 + HASH_LENGTH, 'hex');
  // What is no hexadecimal would leave in its place what stood there before.
  if (written !== 2 * HASH_LENGTH) throw new Error('not two hashes');
  return sha256Hex(nodeScratch);
}

/** The hash over the 2^level leaves from index · 2^level on: a subtree with no leaf missing. */
export interface TreeNode {
  level: number;
  index: number;
}

/** Leaves from `from` up to, not including, `to`. */
export interface Range {
  from: number;
  to: number;
}

export type NodeReader = (level: number, index: number) => Uint8Array;

/** The largest power of two below a count of at least 2, as an exponent. */
const splitLevel = (count: number): number => {
  let level = 0;
  while (2 ** (level + 1) < count) level++;
  return level;
};

/** The whole subtrees that a range splits into, from the left. The range begins where a subtree of its size does. */
export function nodesOf({ from, to }: Range): TreeNode[] {
  const nodes: TreeNode[] = [];
  let at = from;
  while (at < to) {
    let level = 0;
    while (at % 2 ** (level + 1) === 0 && at + 2 ** (level + 1) <= to) level++;
    nodes.push({ level, index: at / 2 ** level });
    at += 2 ** level;
  }
  return nodes;
}

/** The hash over a range, put together from whole subtrees. */
export function rangeHash(range: Range, read: NodeReader): Uint8Array {
  const nodes = nodesOf(range);
  if (nodes.length === 0) return EMPTY_ROOT;
  return nodes.map(({ level, index }) => read(level, index)).reduceRight((right, left) => nodeHash(left, right));
}

/** What an audit path of a leaf consists of, from the leaf upwards. */
export function auditRanges(index: number, size: number): Range[] {
  if (!(index >= 0 && index < size)) throw new Error('no such leaf');
  const ranges: Range[] = [];
  let [from, to] = [0, size];
  while (to - from > 1) {
    const middle = from + 2 ** splitLevel(to - from);
    if (index < middle) {
      ranges.push({ from: middle, to });
      to = middle;
    } else {
      ranges.push({ from, to: middle });
      from = middle;
    }
  }
  return ranges.reverse();
}

/** What a proof consists of that a tree of `first` leaves is the beginning of one of `second`. */
export function consistencyRanges(first: number, second: number): Range[] {
  if (!(first >= 0 && first <= second)) throw new Error('the first tree is the larger one');
  if (first === 0 || first === second) return [];
  const ranges: Range[] = [];
  let [from, to] = [0, second];
  let fromStart = true;
  while (first !== to) {
    const middle = from + 2 ** splitLevel(to - from);
    if (first <= middle) {
      ranges.push({ from: middle, to });
      to = middle;
    } else {
      ranges.push({ from, to: middle });
      from = middle;
      fromStart = false;
    }
  }
  if (!fromStart) ranges.push({ from, to });
  return ranges.reverse();
}

export const rootFrom = (size: number, read: NodeReader): Uint8Array => rangeHash({ from: 0, to: size }, read);
export const auditPathFrom = (index: number, size: number, read: NodeReader): Uint8Array[] =>
  auditRanges(index, size).map((range) => rangeHash(range, read));
export const consistencyFrom = (first: number, second: number, read: NodeReader): Uint8Array[] =>
  consistencyRanges(first, second).map((range) => rangeHash(range, read));

/** A tree in memory that leaves are added to: every whole subtree is hashed once. */
export class MerkleTree {
  #levels: Uint8Array[][] = [[]];

  constructor(leafHashes: Iterable<Uint8Array> = []) {
    for (const leaf of leafHashes) this.append(leaf);
  }

  get size(): number {
    return (this.#levels[0] as Uint8Array[]).length;
  }

  append(leaf: Uint8Array): void {
    let hash = leaf;
    for (let level = 0; ; level++) {
      const row = this.#levels[level];
      if (row === undefined) {
        this.#levels.push([hash]);
        return;
      }
      row.push(hash);
      if (row.length % 2 === 1) return;
      hash = nodeHash(row[row.length - 2] as Uint8Array, hash);
    }
  }

  readonly read: NodeReader = (level, index) => {
    const found = this.#levels[level]?.[index];
    if (found === undefined) throw new Error(`the tree has no node ${index} of level ${level}`);
    return found;
  };

  root(size: number = this.size): Uint8Array {
    return rootFrom(size, this.read);
  }
  auditPath(index: number, size: number = this.size): Uint8Array[] {
    return auditPathFrom(index, size, this.read);
  }
  consistency(first: number, second: number = this.size): Uint8Array[] {
    return consistencyFrom(first, second, this.read);
  }
}

/** The right edge of a growing tree: all that is needed to add leaves and to know the root. */
export interface TreeEdge {
  size: number;
  /** The whole subtrees of nodesOf({ from: 0, to: size }). */
  hashes: readonly Uint8Array[];
}

export const EMPTY_EDGE: TreeEdge = { size: 0, hashes: [] };

export function extendEdge(edge: TreeEdge, leaf: Uint8Array): TreeEdge {
  const hashes = [...edge.hashes];
  let hash = leaf;
  for (let size = edge.size; size % 2 === 1; size = (size - 1) / 2) {
    hash = nodeHash(hashes.pop() as Uint8Array, hash);
  }
  return { size: edge.size + 1, hashes: [...hashes, hash] };
}

export const edgeRoot = ({ hashes }: TreeEdge): Uint8Array =>
  hashes.length === 0 ? EMPTY_ROOT : hashes.reduceRight((right, left) => nodeHash(left, right));

/** The root that an audit path leads to; null when the path cannot be that of this leaf. RFC 9162, section 2.1.3.2. */
export function rootOfPath(leaf: Uint8Array, index: number, size: number, path: readonly Uint8Array[]): Buffer | null {
  const root = rootOfHexPath(hex(leaf), index, size, path.map(hex));
  return root === null ? null : Buffer.from(root, 'hex');
}

/** The same for hashes as lower-case hexadecimal, as manifests have them. */
export function rootOfHexPath(leaf: string, index: number, size: number, path: readonly string[]): string | null {
  if (!Number.isSafeInteger(index) || !Number.isSafeInteger(size) || index < 0 || index >= size) return null;
  let [node, last] = [index, size - 1];
  let hash = leaf;
  for (const sibling of path) {
    if (last === 0 || sibling.length !== 2 * HASH_LENGTH) return null;
    if (node % 2 === 1 || node === last) {
      hash = nodeHashHex(sibling, hash);
      while (node % 2 === 0 && node !== 0) [node, last] = [node / 2, Math.floor(last / 2)];
    } else {
      hash = nodeHashHex(hash, sibling);
    }
    [node, last] = [Math.floor(node / 2), Math.floor(last / 2)];
  }
  return last === 0 ? hash : null;
}

export function isIncluded(
  leaf: Uint8Array,
  index: number,
  size: number,
  path: readonly Uint8Array[],
  root: Uint8Array,
): boolean {
  return rootOfPath(leaf, index, size, path)?.equals(root) === true;
}

/** Whether one tree is the beginning of the other. RFC 9162, section 2.1.4.2. */
export function isConsistent(
  first: number,
  second: number,
  firstRoot: Uint8Array,
  secondRoot: Uint8Array,
  proof: readonly Uint8Array[],
): boolean {
  const sizes = [first, second].every((size) => Number.isSafeInteger(size) && size >= 0);
  if (!sizes || first > second || proof.some((hash) => hash.length !== HASH_LENGTH)) return false;
  const root = Buffer.from(secondRoot);
  if (first === second) return proof.length === 0 && root.equals(firstRoot);
  if (first === 0) return proof.length === 0 && EMPTY_ROOT.equals(firstRoot);
  let [node, last] = [first - 1, second - 1];
  while (node % 2 === 1) [node, last] = [Math.floor(node / 2), Math.floor(last / 2)];
  const [start, ...rest] = node === 0 ? [firstRoot, ...proof] : proof;
  if (start === undefined) return false;
  let [before, after] = [Buffer.from(start), Buffer.from(start)];
  for (const sibling of rest) {
    if (last === 0) return false;
    if (node % 2 === 1 || node === last) {
      before = nodeHash(sibling, before) as Buffer<ArrayBuffer>;
      after = nodeHash(sibling, after) as Buffer<ArrayBuffer>;
      while (node % 2 === 0 && node !== 0) [node, last] = [node / 2, Math.floor(last / 2)];
    } else {
      after = nodeHash(after, sibling) as Buffer<ArrayBuffer>;
    }
    [node, last] = [Math.floor(node / 2), Math.floor(last / 2)];
  }
  return last === 0 && before.equals(firstRoot) && after.equals(root);
}
