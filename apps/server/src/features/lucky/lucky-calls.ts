import type { Calls } from '@huimin/contract';
import { addDays, beijingDate, endOfDayMs } from '@huimin/domain/date';
import { chainText, drawLine, drawText, prizeOfRoll, rollOf } from '@huimin/domain/lucky';
import { checkPhone } from '@huimin/domain/person';
import type { Query } from '../../db/database.ts';
import { fail, type Handler, ok, type SessionUser } from '../../http/handler.ts';
import {
  ADDRESS_SEAL,
  chanceView,
  hmac,
  isOpen,
  type LuckyDependencies,
  roundView,
  SEED_SEAL,
  sha256,
} from './lucky-deps.ts';
import {
  type ChanceRow,
  drawsAfter,
  holdRound,
  insertChance,
  newestRound,
  ownChance,
  type RoundRow,
  roundOf,
  writeClaim,
  writeDraw,
  writeDrawn,
} from './lucky-store.ts';

const OFF = '现在没有抽签活动';
const NO_ROUND = '没有这一轮抽签';
const PROOF_LINES = 1_000;
/** A round of sixty thousand draws can be fetched whole in a minute. */
const PROOF_RULE = { name: 'lucky-proof', limit: 60, windowMs: 60_000 };

/** Thrown inside a transaction so that nothing of it stays. */
class Undone extends Error {}

/** The round, where its edition offers draws at all. */
async function offeredRound(deps: LuckyDependencies, code: string): Promise<RoundRow | null> {
  const round = await roundOf(deps.database.query, code);
  return round && deps.editions.edition(round.edition_code)?.document.luckyDraw === true ? round : null;
}

/** The edition's round, and where the asker's chance stands. */
export function luckyRound(deps: LuckyDependencies): Handler<Calls['luckyRound']> {
  return async ({ productId }, { session }) => {
    const edition = deps.editions.edition(productId);
    if (!edition) return fail('not-found', '没有这个产品，请从首页重新进入');
    const { query } = deps.database;
    const round = edition.document.luckyDraw === true ? await newestRound(query, edition.code) : null;
    if (!round) return fail('switched-off', OFF);
    const user = session?.settlementOnly ? null : session?.user;
    const chance = user ? await ownChance(query, user, round.code) : null;
    return ok({ round: roundView(round, deps.clock.now()), chance: chance && chanceView(round, chance) });
  };
}

/** The one chance, for having done something that has nothing to do with buying. */
export function earnLuckyChance(deps: LuckyDependencies): Handler<Calls['earnLuckyChance']> {
  return async ({ roundCode, action }, { user }) => {
    const round = await offeredRound(deps, roundCode);
    if (!round) return fail('not-found', NO_ROUND);
    const { query } = deps.database;
    const before = await ownChance(query, user, roundCode);
    if (before) return ok(chanceView(round, before));
    if (!isOpen(round, deps.clock.now())) return fail('order-state', '这一轮还没开始，或者已经结束');
    if (!round.rules.actions.includes(action)) return fail('order-state', '做这件事在这一轮没有抽签机会');
    const given = await giveChance(deps, user, roundCode, action);
    const row = await ownChance(query, user, roundCode);
    if (row) return ok(chanceView(round, row));
    return given ? fail('server-busy') : fail('order-state', '每人一次：您用别的账号已经有过机会了');
  };
}

async function giveChance(deps: LuckyDependencies, user: SessionUser, roundCode: string, action: string) {
  const identity = await deps.personIndex(user);
  const keyed = (kind: string, index: Buffer): Buffer => deps.index.of(`lucky-${kind}`, index.toString('hex'));
  const people = [keyed('phone', user.phoneIndex), ...(identity ? [keyed('person', identity)] : [])];
  const chance = {
    ...{ id: deps.orderIds.next(user.shard), roundCode, action, people, nowMs: deps.clock.now() },
    tag: deps.index.of('lucky-tag', `${roundCode} ${user.id}`).toString('hex'),
  };
  try {
    await deps.database.transaction(async (query) => {
      if (!(await insertChance(query, user, chance))) throw new Undone();
    });
    return true;
  } catch (error) {
    if (error instanceof Undone) return false;
    throw error;
  }
}

/** Uses the chance. The seed was fixed before, the person's number comes now: neither side can choose the result. */
export function drawLucky(deps: LuckyDependencies): Handler<Calls['drawLucky']> {
  return async ({ roundCode, nonce }, { user }) => {
    const round = await offeredRound(deps, roundCode);
    const chance = round && (await ownChance(deps.database.query, user, roundCode));
    if (!round || !chance) return fail('not-found', '您在这一轮还没有抽签机会');
    if (chance.status !== 'ready') return ok(chanceView(round, chance));
    const drawn = await deps.database.transaction((query) => drawOnce(deps, query, chance, nonce));
    if (drawn === 'over') return fail('order-state', '这一轮已经结束');
    const row = drawn ?? (await ownChance(deps.database.query, user, roundCode));
    return row ? ok(chanceView(round, row)) : fail('server-busy');
  };
}

/** Null where the chance was used at the same moment. */
async function drawOnce(
  deps: LuckyDependencies,
  query: Query,
  chance: ChanceRow,
  nonce: string,
): Promise<ChanceRow | 'over' | null> {
  const round = await holdRound(query, chance.round_code);
  const atMs = deps.clock.now();
  if (!round || round.seed !== null || !isOpen(round, atMs)) return 'over';
  const seed = deps.vault.open(SEED_SEAL, round.seed_sealed);
  const { rules, rules_hash: rulesHash } = round;
  const roll = rollOf(hmac(seed, drawText({ rulesHash, tag: chance.tag, nonce })));
  const prize = prizeOfRoll(roll, rules.prizes);
  const left = prize ? (round.stock[prize.code] ?? 0) : 0;
  const won = prize && left > 0 ? prize : null;
  const line = { position: round.drawn + 1, tag: chance.tag, nonce, roll, prizeCode: won?.code ?? null, atMs };
  const hash = sha256(chainText(round.chain_head, drawLine(line)));
  const row = await writeDraw(query, chance, {
    ...{ ...line, hash },
    claimUntilMs: endOfDayMs(addDays(beijingDate(atMs), rules.claimDays)),
  });
  if (!row) return null;
  await writeDrawn(query, round.code, {
    stock: won ? { ...round.stock, [won.code]: left - 1 } : round.stock,
    ...{ drawn: line.position, chain_head: hash },
  });
  return row;
}

/** Where the prize goes. Safe to repeat. */
export function claimLuckyPrize(deps: LuckyDependencies): Handler<Calls['claimLuckyPrize']> {
  return async ({ roundCode, name, phone, address }, { user }) => {
    const round = await roundOf(deps.database.query, roundCode);
    const chance = round && (await ownChance(deps.database.query, user, roundCode));
    if (!round || !chance) return fail('not-found', '您在这一轮还没有抽签机会');
    if (chance.status === 'claimed') return ok(chanceView(round, chance));
    const checked = checkPhone(phone);
    if (!checked.ok) return fail('bad-input', checked.message);
    if (name.trim() === '' || address.trim().length < 5) return fail('bad-input', '请写收件人和详细地址');
    const parcel = { name: name.trim(), phone: checked.normalized, address: address.trim() };
    const sealed = deps.vault.sealJson(ADDRESS_SEAL, parcel);
    const claimed = await writeClaim(deps.database.query, chance, sealed, deps.clock.now());
    return claimed ? ok(chanceView(round, claimed)) : fail('order-state', '没有可领的奖品，或者已经过期');
  };
}

/** What a round can be checked by: published whether or not the draw is still offered. */
export function luckyProof(deps: LuckyDependencies): Handler<Calls['luckyProof']> {
  return async ({ roundCode, after = 0 }, { clientAddress }) => {
    const { query } = deps.database;
    if (!(await deps.limiter.allowsAddress(PROOF_RULE, clientAddress))) return fail('too-many-requests');
    const round = await roundOf(query, roundCode);
    if (!round) return fail('not-found', NO_ROUND);
    const { rules } = round;
    return ok({
      rules: { ...rules, actions: [...rules.actions], prizes: [...rules.prizes] },
      ...{ rulesHash: round.rules_hash, seedHash: round.seed_hash, seed: round.seed, drawn: round.drawn },
      draws: await drawsAfter(query, roundCode, after, PROOF_LINES),
    });
  };
}
