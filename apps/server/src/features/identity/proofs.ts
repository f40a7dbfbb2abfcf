import { createHash } from 'node:crypto';
import type { Core } from '../../core.ts';
import type { Query } from '../../db/database.ts';
import type { ProofKind, ProofPurpose } from './proof-kinds.ts';
import * as store from './proof-store.ts';

export const PROOF_LIFE_MS = 15 * 60_000;

interface Facts {
  readonly purpose: ProofPurpose;
  /** `core.index.person(idType, idNumber)` */
  readonly personIndex?: Buffer | null;
  /** The name as it stands on the person's papers. */
  readonly name?: string | null;
  /** `core.index.phone(phone)` */
  readonly phoneIndex?: Buffer | null;
}

export interface NewProof extends Facts {
  readonly kind: ProofKind;
  /** Whose it is: an account's or, before anybody is logged in, a browser session's. At least one of the two. */
  readonly userId: bigint | null;
  readonly sessionHash: Buffer | null;
  /** What it rests on, kept with it: number of the face check, the request, the operator. */
  readonly source: string;
}

export interface Wanted extends Facts {
  readonly userId: bigint | null;
  readonly sessionHash?: Buffer | null;
}

export interface Proof {
  readonly kind: ProofKind;
  readonly personIndex: Buffer | null;
  readonly phoneIndex: Buffer | null;
  readonly source: string;
  readonly grantedAtMs: number;
}

export interface IdentityProofs {
  /** Answers the proof's token: opaque, good for one step within 15 minutes, known to the browser alone. */
  grant(proof: NewProof, query?: Query): Promise<string>;
  /**
   * Uses the proof up and answers it, or null when it is none, used, too old, somebody else's, for another purpose, or
   * proves another person, name or phone than the ones given here; then it stays unused. A proof of an account is used
   * by that account alone, one of a visitor by the browser session it was granted to. `query` is the transaction of the
   * step that rests on it, so that both stand or fall together.
   */
  consume(token: string, wanted: Wanted, query?: Query): Promise<Proof | null>;
}

type ProofCore = Pick<Core, 'database' | 'index' | 'random' | 'clock'>;

/** The proofs of identity of all topics: granted by what proves, used up by what has to be sure. */
export function identityProofs(core: ProofCore): IdentityProofs {
  return {
    async grant(proof, query = core.database.query) {
      const token = core.random.bytes(24).toString('base64url');
      await keepProof(core, query, token, { ...proof, nameIndex: nameIndexOf(core, proof) });
      return token;
    },
    async consume(token, wanted, query = core.database.query) {
      return store.useProof(query, {
        tokenHash: hashOf(token),
        purpose: wanted.purpose,
        userId: wanted.userId,
        sessionHash: wanted.sessionHash ?? null,
        personIndex: wanted.personIndex ?? null,
        nameIndex: nameIndexOf(core, wanted),
        phoneIndex: wanted.phoneIndex ?? null,
        nowMs: core.clock.now(),
      });
    },
  };
}

/**
 * Under a token made from what the proof rests on, the same one however often it is granted: an answer that was lost
 * loses nothing, and one check is one proof. Null once it was used.
 */
export async function grantOnce(core: ProofCore, proof: IndexedProof, query: Query): Promise<string | null> {
  const token = core.index.of('proof-token', `${proof.kind}\u0000${proof.source}`).toString('base64url');
  await keepProof(core, query, token, proof);
  return (await store.isUnused(query, hashOf(token))) ? token : null;
}

type IndexedProof = Omit<NewProof, 'name'> & { readonly nameIndex: Buffer | null };

async function keepProof(core: ProofCore, query: Query, token: string, proof: IndexedProof): Promise<void> {
  const nowMs = core.clock.now();
  await store.insertProof(query, {
    tokenHash: hashOf(token),
    kind: proof.kind,
    purpose: proof.purpose,
    userId: proof.userId,
    sessionHash: proof.sessionHash,
    personIndex: proof.personIndex ?? null,
    nameIndex: proof.nameIndex,
    phoneIndex: proof.phoneIndex ?? null,
    source: proof.source,
    grantedAtMs: nowMs,
    expiresAtMs: nowMs + PROOF_LIFE_MS,
  });
}

function nameIndexOf(core: Pick<Core, 'index'>, { name }: Facts): Buffer | null {
  return name ? nameIndex(core, name) : null;
}

export function nameIndex(core: Pick<Core, 'index'>, name: string): Buffer {
  return core.index.of('name', name);
}

function hashOf(token: string): Buffer {
  return createHash('sha256').update(token).digest();
}
