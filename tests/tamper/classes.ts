import type { Chance } from '@huimin/evidence/sample';
import {
  bytesOf,
  type Change,
  changed,
  chunks,
  damagedBytes,
  exchanged,
  type Files,
  file,
  inChunk,
  json,
  type Mutation,
  manifest,
  named,
  order,
  pick,
  RECORDING,
  stampReply,
  stampSignature,
} from './mutations.ts';
import { secondLineOtherwise } from './second-line.ts';
import { longerPath, oneMoreMember, otherBase64, otherHex, otherPlace, written } from './written-otherwise.ts';

/** The places of a class of bytes in a package. */
export const CLASSES: Record<string, Change> = {
  chunk: inChunk('body'),
  header: inChunk('header'),
  'chunk list': chunks,
  object: file(RECORDING),
  manifest,
  proof: file(/^proof-\d+\.json$/),
  'proof values': json(/^proof-\d+\.json$/, 'path'),
  captures: file(/^captures\.json$/),
  'capture values': json(/^captures\.json$/, null),
  registered: file(/^registered\.json$/, () => ['registered.json']),
  'registered values': json(/^registered\.json$/, null),
  checkpoint: file(/^checkpoint$/),
  'stamp reply': stampReply,
  'stamp signature': stampSignature,
  'stamped checkpoint': file(/^stamps\/.*\.checkpoint$/),
  'stamp proof': json(/^stamps\/.*\.json$/, 'consistency'),
  order,
  document: file(/^documents\//),
  documents: exchanged(/^documents\//),
  table: file(/^tables\//),
  build: file(/^builds\//),
  asset: (files, chance) => {
    const name = pick(chance, named(files, /^assets\//));
    const { how, bytes } = damagedBytes(bytesOf(files, name), 0, bytesOf(files, name).length, chance);
    files.set(name, bytes);
    return { what: `${how} of ${name}`, places: [name] };
  },
  'one more member': written(oneMoreMember),
  'other base64': written(otherBase64),
  'other hex': written(otherHex),
  'longer path': written(longerPath),
  'other place': written(otherPlace),
  'second line': secondLineOtherwise,
};

/** Changes one thing of a class in a copy of a package. */
export function mutate(files: Files, kind: string, chance: Chance): Mutation {
  return changed(files, CLASSES[kind] as Change, kind, chance);
}
