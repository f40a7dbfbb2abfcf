import type { LuckyAction, LuckyRules, LuckyStatus, PublishedDraw } from '@huimin/domain/lucky';
import type { Query } from '../../db/database.ts';
import type { SessionUser } from '../../http/handler.ts';

export interface RoundRow {
  code: string;
  edition_code: string;
  rules: LuckyRules;
  rules_hash: string;
  seed_hash: string;
  seed_sealed: Buffer;
  seed: string | null;
  stock: Readonly<Record<string, number>>;
  drawn: number;
  chain_head: string;
  ends_at: number;
}

export interface ChanceRow {
  shard: number;
  id: bigint;
  user_id: bigint;
  round_code: string;
  action: LuckyAction;
  tag: string;
  status: LuckyStatus;
  position: number | null;
  nonce: string | null;
  prize_code: string | null;
  line_hash: string | null;
  drawn_at: number | null;
  claim_until: number | null;
  address_sealed: Buffer | null;
  claimed_at: number | null;
  sent_at: number | null;
}

const ROUND = `code, edition_code, rules, rules_hash, seed_hash, seed_sealed, seed, stock, drawn, chain_head, ends_at`;
const CHANCE = `shard, id, user_id, round_code, action, tag, status, position, nonce, prize_code, line_hash, drawn_at,
  claim_until, address_sealed, claimed_at, sent_at`;
type Owner = Pick<SessionUser, 'id' | 'shard'>;

export interface NewRound {
  readonly editionCode: string;
  readonly rules: LuckyRules;
  readonly rulesHash: string;
  readonly seedHash: string;
  readonly seedSealed: Buffer;
  readonly chainHead: string;
  readonly by: string;
  readonly nowMs: number;
}

/** False where a round has this code already. */
export async function insertRound(query: Query, round: NewRound): Promise<boolean> {
  const { rules } = round;
  const stock = Object.fromEntries(rules.prizes.map((prize) => [prize.code, prize.stock]));
  const rows = await query(
    `insert into lucky_rounds (code, edition_code, rules, rules_hash, seed_hash, seed_sealed, stock, chain_head,
       created_at, created_by, ends_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11) on conflict do nothing returning 1 as made`,
    [
      rules.code,
      round.editionCode,
      JSON.stringify(rules),
      round.rulesHash,
      round.seedHash,
      round.seedSealed,
      JSON.stringify(stock),
      round.chainHead,
      new Date(round.nowMs),
      round.by,
      new Date(rules.endsAtMs),
    ],
  );
  return rows.length === 1;
}

/** The newest round of an edition. */
export async function newestRound(query: Query, editionCode: string): Promise<RoundRow | null> {
  const [row] = await query<RoundRow>(
    `select ${ROUND} from lucky_rounds where edition_code = $1 order by created_at desc, code desc limit 1`,
    [editionCode],
  );
  return row ?? null;
}

export async function roundOf(query: Query, code: string): Promise<RoundRow | null> {
  const [row] = await query<RoundRow>(`select ${ROUND} from lucky_rounds where code = $1`, [code]);
  return row ?? null;
}

/** The round, held until the transaction ends: draws come one after the other, and so does their stock. */
export async function holdRound(query: Query, code: string): Promise<RoundRow | null> {
  const [row] = await query<RoundRow>(`select ${ROUND} from lucky_rounds where code = $1 for update`, [code]);
  return row ?? null;
}

export async function writeDrawn(
  query: Query,
  code: string,
  next: Pick<RoundRow, 'stock' | 'drawn' | 'chain_head'>,
): Promise<void> {
  await query(`update lucky_rounds set stock = $2, drawn = $3, chain_head = $4 where code = $1`, [
    code,
    JSON.stringify(next.stock),
    next.drawn,
    next.chain_head,
  ]);
}

export async function rounds(query: Query): Promise<RoundRow[]> {
  return query<RoundRow>(`select ${ROUND} from lucky_rounds order by created_at desc limit 100`);
}

/** Ends a round now; false where it is over or not there. */
export async function endRound(query: Query, code: string, nowMs: number): Promise<boolean> {
  const rows = await query(
    `update lucky_rounds set ends_at = $2 where code = $1 and ends_at > $2 returning 1 as ended`,
    [code, new Date(nowMs)],
  );
  return rows.length === 1;
}

/** Over, and the seed still closed. */
export async function roundsToReveal(query: Query, nowMs: number): Promise<RoundRow[]> {
  return query<RoundRow>(`select ${ROUND} from lucky_rounds where seed is null and ends_at <= $1 limit 20`, [
    new Date(nowMs),
  ]);
}

export async function writeSeed(query: Query, code: string, seed: string, nowMs: number): Promise<void> {
  await query(`update lucky_rounds set seed = $2, revealed_at = $3 where code = $1 and seed is null`, [
    code,
    seed,
    new Date(nowMs),
  ]);
}

export async function ownChance(query: Query, user: Owner, roundCode: string): Promise<ChanceRow | null> {
  const [row] = await query<ChanceRow>(
    `select ${CHANCE} from lucky_chances where shard = $1 and user_id = $2 and round_code = $3`,
    [user.shard, user.id, roundCode],
  );
  return row ?? null;
}

export interface NewChance {
  readonly id: bigint;
  readonly roundCode: string;
  readonly action: string;
  readonly tag: string;
  readonly nowMs: number;
  /** Keyed hashes of the phone, and of the identity where it is known. */
  readonly people: readonly Buffer[];
}

/** Gives the one chance; false where a person of these has had one. The caller holds a transaction and undoes it then. */
export async function insertChance(query: Query, user: Owner, chance: NewChance): Promise<boolean> {
  const taken = await query(
    `insert into lucky_people (person_index, round_code) select p, $2 from unnest($1::bytea[]) p order by p
     on conflict do nothing returning 1 as taken`,
    [chance.people, chance.roundCode],
  );
  if (taken.length < chance.people.length) return false;
  const rows = await query(
    `insert into lucky_chances (shard, id, user_id, round_code, action, tag, status, earned_at)
     values ($1, $2, $3, $4, $5, $6, 'ready', $7) on conflict do nothing returning 1 as given`,
    [user.shard, chance.id, user.id, chance.roundCode, chance.action, chance.tag, new Date(chance.nowMs)],
  );
  return rows.length === 1;
}

export async function writeDraw(
  query: Query,
  row: Pick<ChanceRow, 'shard' | 'id'>,
  draw: PublishedDraw & { readonly claimUntilMs: number },
): Promise<ChanceRow | null> {
  const [drawn] = await query<ChanceRow>(
    `update lucky_chances set status = $3, position = $4, nonce = $5, roll = $6, prize_code = $7, line_hash = $8,
       drawn_at = $9, claim_until = case when $7::text is null then null else $10::timestamptz end
     where shard = $1 and id = $2 and status = 'ready' returning ${CHANCE}`,
    [
      row.shard,
      row.id,
      draw.prizeCode === null ? 'lost' : 'won',
      draw.position,
      draw.nonce,
      draw.roll,
      draw.prizeCode,
      draw.hash,
      new Date(draw.atMs),
      new Date(draw.claimUntilMs),
    ],
  );
  return drawn ?? null;
}

export async function writeClaim(
  query: Query,
  row: Pick<ChanceRow, 'shard' | 'id'>,
  addressSealed: Buffer,
  nowMs: number,
): Promise<ChanceRow | null> {
  const [claimed] = await query<ChanceRow>(
    `update lucky_chances set status = 'claimed', address_sealed = $3, claimed_at = $4
     where shard = $1 and id = $2 and status = 'won' and claim_until > $4 returning ${CHANCE}`,
    [row.shard, row.id, addressSealed, new Date(nowMs)],
  );
  return claimed ?? null;
}

/** Published lines behind a position, in order. */
export async function drawsAfter(
  query: Query,
  roundCode: string,
  after: number,
  limit: number,
): Promise<PublishedDraw[]> {
  return query<PublishedDraw>(
    `select position, tag, nonce, roll, prize_code as "prizeCode", drawn_at as "atMs", line_hash as hash
     from lucky_chances where round_code = $1 and position > $2 order by position limit $3`,
    [roundCode, after, limit],
  );
}

interface ClaimedRow {
  readonly shard: number;
  readonly user_id: bigint;
  readonly address_sealed: Buffer | null;
}

/** A claimed prize, whose it is and where it goes; null where there is none such. */
export async function claimedPrize(query: Query, shard: number, id: bigint): Promise<ClaimedRow | null> {
  const [row] = await query<ClaimedRow>(
    `select shard, user_id, address_sealed from lucky_chances where shard = $1 and id = $2 and status = 'claimed'`,
    [shard, id],
  );
  return row ?? null;
}

export async function writeSent(query: Query, shard: number, id: bigint, by: string, nowMs: number): Promise<boolean> {
  const rows = await query(
    `update lucky_chances set sent_at = $3, sent_by = $4
     where shard = $1 and id = $2 and status = 'claimed' and sent_at is null returning 1 as sent`,
    [shard, id, new Date(nowMs), by],
  );
  return rows.length === 1;
}

/** Ends chances of rounds that are over and prizes that nobody claimed; answers how many. */
export async function expireChances(query: Query, nowMs: number): Promise<number> {
  const now = new Date(nowMs);
  const unclaimed = await query(
    `update lucky_chances set status = 'expired' where status = 'won' and claim_until <= $1 returning 1 as expired`,
    [now],
  );
  const unused = await query(
    `update lucky_chances c set status = 'expired' from lucky_rounds r
     where c.status = 'ready' and r.code = c.round_code and r.ends_at <= $1 returning 1 as expired`,
    [now],
  );
  return unclaimed.length + unused.length;
}

/** Forgets addresses to which the parcel went long ago. */
export async function forgetAddresses(query: Query, claimedBeforeMs: number): Promise<number> {
  const rows = await query(
    `update lucky_chances set address_sealed = null
     where address_sealed is not null and claimed_at <= $1 returning 1 as forgotten`,
    [new Date(claimedBeforeMs)],
  );
  return rows.length;
}

interface ClaimRow {
  readonly id: bigint;
  readonly prize_code: string;
  readonly claimed_at: number;
  readonly sent_at: number | null;
  readonly sent_by: string | null;
}

/** Claimed prizes of a round, the latest first. */
export function claimsOf(
  query: Query,
  roundCode: string,
  {
    isSent,
    before,
  }: { readonly isSent: boolean | null; readonly before: { readonly atMs: number; readonly id: bigint } | null },
  limit: number,
): Promise<ClaimRow[]> {
  return query<ClaimRow>(
    `select id, prize_code, claimed_at, sent_at, sent_by from lucky_chances
     where round_code = $1 and status = 'claimed' and ($2::boolean is null or (sent_at is not null) = $2)
       and ($3::timestamptz is null or (claimed_at, id) < ($3, $4::bigint))
     order by claimed_at desc, id desc limit $5`,
    [roundCode, isSent, before && new Date(before.atMs), before?.id ?? null, limit],
  );
}

/** How many chances stand where, by round. */
export function countChances(query: Query, roundCodes: readonly string[]) {
  return query<{ round_code: string; status: LuckyStatus; chances: number; to_send: number }>(
    `select round_code, status, count(*)::integer as chances,
       (count(*) filter (where status = 'claimed' and sent_at is null))::integer as to_send
     from lucky_chances where round_code = any ($1::text[]) group by round_code, status`,
    [roundCodes],
  );
}
