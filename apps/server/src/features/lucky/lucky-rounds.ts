import { chainStart, type LuckyRules, luckyRulesText } from '@huimin/domain/lucky';
import type { Query } from '../../db/database.ts';
import { shardOfOrder } from '../../security/order-ids.ts';
import { ADDRESS_SEAL, type LuckyDependencies, type PrizeAddress, roundView, SEED_SEAL, sha256 } from './lucky-deps.ts';
import {
  claimedPrize,
  claimsOf,
  endRound,
  expireChances,
  forgetAddresses,
  holdRound,
  insertRound,
  roundOf,
  rounds,
  roundsToReveal,
  writeSeed,
  writeSent,
} from './lucky-store.ts';

/** Long enough for a parcel that came back. */
const ADDRESS_KEPT_MS = 90 * 86_400_000;

/** What is needed, and the statement's connection: a transaction's, where it is to be written with something else. */
type Asked<K extends keyof LuckyDependencies> = Pick<LuckyDependencies, K> & {
  readonly database: { readonly query: Query };
};

/** Opens a round: the seed is drawn and sealed, its hash and that of the rules are published. */
export async function openRound(
  deps: Asked<'vault' | 'random' | 'clock'>,
  { rules, editionCode, by }: { readonly rules: LuckyRules; readonly editionCode: string; readonly by: string },
): Promise<boolean> {
  const seed = deps.random.bytes(32);
  const rulesHash = sha256(luckyRulesText(rules));
  const seedHash = sha256(seed);
  return insertRound(deps.database.query, {
    ...{ editionCode, rules, rulesHash, seedHash, by, nowMs: deps.clock.now() },
    seedSealed: deps.vault.seal(SEED_SEAL, seed.toString('hex')),
    chainHead: sha256(chainStart(seedHash, rulesHash)),
  });
}

/** All rounds with what is left, newest first. */
export async function listRounds(deps: Pick<LuckyDependencies, 'database' | 'clock'>) {
  const nowMs = deps.clock.now();
  return (await rounds(deps.database.query)).map((round) => ({
    ...{ editionCode: round.edition_code, isOver: round.ends_at <= nowMs },
    ...roundView(round, nowMs),
  }));
}

/** Ends a round before its time; its seed is published with the next sweep. */
export async function closeRound(deps: Asked<'clock'>, code: string): Promise<boolean> {
  return endRound(deps.database.query, code, deps.clock.now());
}

/** Whose a claimed prize is, and where it goes; null where nobody claimed it, without an address where that is forgotten. */
export async function prizeParcel(deps: Pick<LuckyDependencies, 'database' | 'vault' | 'numbers'>, luckyNo: string) {
  const id = deps.numbers.luckyId(luckyNo);
  const row = id === null ? null : await claimedPrize(deps.database.query, shardOfOrder(id), id);
  if (!row) return null;
  const sealed = row.address_sealed;
  const parcel = sealed === null ? null : deps.vault.openJson<PrizeAddress>(ADDRESS_SEAL, sealed);
  return { winner: { shard: row.shard, id: row.user_id }, parcel };
}

/** A parcel went; false where there is none such to send. */
export async function prizeSent(deps: Asked<'clock' | 'numbers'>, luckyNo: string, by: string): Promise<boolean> {
  const id = deps.numbers.luckyId(luckyNo);
  return id !== null && writeSent(deps.database.query, shardOfOrder(id), id, by, deps.clock.now());
}

/** Publishes the seeds of rounds that are over, ends what nobody used or claimed, and forgets old addresses. */
export async function sweepLucky(deps: LuckyDependencies): Promise<number> {
  const { query } = deps.database;
  const nowMs = deps.clock.now();
  const over = await roundsToReveal(query, nowMs);
  for (const round of over) {
    await deps.database.transaction(async (locked) => {
      // No draw is under way when the seed is told.
      await holdRound(locked, round.code);
      await writeSeed(locked, round.code, deps.vault.open(SEED_SEAL, round.seed_sealed), nowMs);
    });
  }
  return over.length + (await expireChances(query, nowMs)) + (await forgetAddresses(query, nowMs - ADDRESS_KEPT_MS));
}

/** Claimed prizes of a round by their numbers: neither whose they are nor where they go. */
export async function prizeClaims(
  deps: Pick<LuckyDependencies, 'database' | 'numbers'>,
  roundCode: string,
  asked: { readonly isSent: boolean | null; readonly before: { readonly atMs: number; readonly id: bigint } | null },
  limit: number,
) {
  const round = await roundOf(deps.database.query, roundCode);
  if (!round) return null;
  const names = new Map(round.rules.prizes.map(({ code, name }) => [code, name]));
  const rows = await claimsOf(deps.database.query, roundCode, asked, limit);
  return rows.map((row) => ({
    ...{ id: row.id, claimedAtMs: row.claimed_at, sentAtMs: row.sent_at, sentBy: row.sent_by },
    luckyNo: deps.numbers.luckyNo(row.id),
    prizeName: names.get(row.prize_code) ?? row.prize_code,
  }));
}
