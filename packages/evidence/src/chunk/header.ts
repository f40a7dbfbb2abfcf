import type { ChunkFlag } from './flags.ts';

/** What a chunk says about itself in clear, apart from how its two sealed parts are stored. */
export interface ChunkFacts {
  trace: string;
  kind: 'client' | 'server';
  tab: string;
  seq: number;
  receivedAt: number;
  events: number;
  firstAt: number;
  lastAt: number;
  dataSha256: string;
  prev: string;
  table: string;
  build: string;
  flags: readonly ChunkFlag[];
}

export interface PartPlace {
  length: number;
  nonce: string;
}

export interface ChunkHeader extends ChunkFacts {
  v: 1;
  view: PartPlace;
  values: PartPlace;
}
