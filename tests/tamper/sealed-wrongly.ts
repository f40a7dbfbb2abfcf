import { hex, sha256 } from '@huimin/evidence/bytes';
import { canonicalBytes, NotCanonical } from '@huimin/evidence/canonical';
import type { ChunkFacts, ChunkFlag } from '@huimin/evidence/chunk';
import { below, type Chance, type SampleSealed, type SampleTaken } from '@huimin/evidence/sample';
import { chainHead, type Manifest, type ManifestChunk, manifestProblem } from '@huimin/evidence/sealed';
import { falsify, flipped, pick } from './mutations.ts';
import { objectsIn, otherForm } from './written-otherwise.ts';

/** What somebody seals who has the keys: something of it is otherwise than it was. */
export function sealedWrongly({ manifest, chunks }: SampleSealed, chance: Chance): SampleSealed {
  const at = below(chance, chunks.length);
  const [chunk, said] = [chunks[at] as Buffer, manifest.chunks[at] as ManifestChunk];
  const { tab, seq } = said;
  const gap = {
    tab,
    fromSeq: seq,
    toSeq: seq + pick(chance, [0, 9]),
    from: 0,
    to: 0,
    why: pick(chance, ['missing', 'other']),
  };
  const taken = (entry: number) => ({ ...said, capture: { ...said.capture, entry } });
  const ways: (() => SampleSealed)[] = [
    () => chained(manifest, chunks.with(at, flipped(chunk, chunk.length - 1, chance))),
    () => chained({ ...manifest, chunks: manifest.chunks.toSpliced(at, 1) }, chunks.toSpliced(at, 1)),
    () => chained({ ...manifest, chunks: manifest.chunks.toReversed() }, chunks.toReversed()),
    () => ({ manifest: { ...manifest, gaps: [...manifest.gaps, gap] }, chunks }),
    () => ({ manifest: otherTime(manifest, chance), chunks }),
    () => ({
      manifest: { ...manifest, sealedAt: manifest.sealedAt + pick(chance, [-2, 0.05, 2]) * 3_600_000 },
      chunks,
    }),
    () => ({ manifest: { ...manifest, chunks: manifest.chunks.with(at, taken(below(chance, 6))) }, chunks }),
  ];
  if (below(chance, 4) === 0) return { manifest: formedWrongly(manifest, chance), chunks };
  const way = ways[below(chance, 2 * ways.length)];
  return way ? way() : { manifest: saidWrongly(manifest, chance), chunks };
}

function chained(manifest: Manifest, chunks: Buffer[]): SampleSealed {
  const head = hex(chainHead(manifest.trace, manifest.addendum, chunks.map(sha256)));
  const own = new Set(manifest.chunks.map((one) => one.sha256));
  const server = manifest.server.filter((one) => own.has(one.sha256));
  return { manifest: { ...manifest, server, chain: { count: chunks.length, head } }, chunks };
}

/** Consent, document or how far the clock was off at another time. */
function otherTime(manifest: Manifest, chance: Chance): Manifest {
  const other = structuredClone(manifest);
  const of = pick(chance, [...other.consents, ...other.documents, other.clock, ...other.server]);
  const by = pick(chance, [-1, 1]) * pick(chance, [1_000, 6_000, 600_000]);
  if (of === null) return manifest;
  if ('bottomAt' in of) of.bottomAt = of.bottomAt && of.bottomAt + by;
  else if ('at' in of) of.at += by;
  else of.offsetMs += by;
  return manifestProblem(other) === null ? other : manifest;
}

/** A manifest that says one thing otherwise than it was. */
function saidWrongly(manifest: Manifest, chance: Chance): Manifest {
  const isThere = (of: unknown) => of !== null && !(Array.isArray(of) && of.length === 0);
  const names = Object.entries(manifest).flatMap(([name, member]) => (isThere(member) ? [name as keyof Manifest] : []));
  for (;;) {
    const name = pick(chance, names);
    const part = structuredClone({ [name]: manifest[name] });
    const list = part[name];
    if (Array.isArray(list) && below(chance, 3) === 0) list.splice(below(chance, list.length), 1);
    else falsify(part, chance);
    const other = { ...manifest, ...part };
    if (manifestProblem(other) === null) return other;
  }
}

/** A manifest one member of which has another form, as far as that can be written. */
function formedWrongly(manifest: Manifest, chance: Chance): Manifest {
  for (;;) {
    const other = structuredClone(manifest);
    otherForm(objectsIn(other), chance);
    try {
      canonicalBytes(other);
      return other;
    } catch (error) {
      if (!(error instanceof NotCanonical)) throw error;
    }
  }
}

/** A chunk that was another from its beginning, before anything was signed. */
export function takenWrongly({ bytes, facts }: SampleTaken, chance: Chance): SampleTaken {
  const end = 4 + bytes.readUInt32BE(0);
  const text = bytes.toString('utf8', 4, end);
  const header = JSON.parse(text);
  const written = (other: string | Uint8Array) => {
    const length = Buffer.alloc(4);
    length.writeUInt32BE(other.length);
    return Buffer.concat([length, Buffer.from(other as string), bytes.subarray(end)]);
  };
  const otherHeader = (members: object) => ({ bytes: written(canonicalBytes({ ...header, ...members })), facts });
  const other = (members: Partial<ChunkFacts>) => ({ ...otherHeader(members), facts: { ...facts, ...members } });
  const [by, longer] = [pick(chance, [-60_000, -500, 60_000]), pick(chance, [-60_000, 0, 60_000])];
  const times = { firstAt: facts.firstAt + by, lastAt: facts.lastAt + by + longer };
  const flags: ChunkFlag[] = pick<ChunkFlag[]>(chance, [['conflict'], ['plain'], ['late']]);
  const ways: (() => SampleTaken)[] = [
    () => ({ bytes: Buffer.concat([bytes, Buffer.of(7)]), facts }),
    () => ({ bytes: written(text.replace(':', ': ')), facts }),
    () => otherHeader({ more: 1 }),
    () => otherHeader({ trace: `7${header.trace.slice(1)}` }),
    () => otherHeader({ events: header.events + 1 }),
    () => other({ prev: '7'.repeat(64) }),
    () => other(facts.kind === 'server' ? times : { seq: facts.seq + 1, flags }),
    () => other(times),
    () => other({ ...times, flags }),
  ];
  return pick(chance, ways)();
}
