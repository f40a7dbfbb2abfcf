import { tellsNow } from '@huimin/domain/booking';
import { spokenDay } from '@huimin/domain/date';
import { inParallel } from '../../coordination/in-parallel.ts';
import type { BookingDependencies } from './booking-deps.ts';
import { PHONE_SEAL } from './booking-view.ts';
import { noticeLater, noticeSent, type TakenNotice, takeTurn, takeUnclear, takeWaiting } from './notice-store.ts';

const MINUTE_MS = 60_000;
/** One turn's length: the pace is so many a second, and whoever has the turn sends that many times this. */
const TURN_SECONDS = 2;
const WIDTH = 10;
const ASKED_AT_ONCE = 50;
/** Longer than a batch takes, and than a gateway takes to know what it has sent. */
const LEASE_MS = 10 * MINUTE_MS;
const ASK_AGAIN_MS = 10 * MINUTE_MS;
const LIMITED_MS = 10 * MINUTE_MS;
const REFUSED_MS = 30 * MINUTE_MS;
/** A gateway that refuses for a day has to be put right by a person. */
const MOST_TRIES = 48;
/** So long a gateway is asked, longer than any needs to be sure; then it may have gone out, and is not sent again. */
const ASKED_FOR_MS = 96 * 60 * MINUTE_MS;

/**
 * Tells the phones that booked that the sale is open, by day only, at one pace for all servers. That a message is about
 * to be sent is written first; where nobody knows how that ended, the gateway is asked by the message's own id before
 * anything is sent again. Answers how many were worked on.
 */
export async function sendBookingNotices(deps: BookingDependencies): Promise<number> {
  if (!deps.tellsOpenings) return 0;
  const codes = deps.editions
    .all()
    .flatMap(({ code, document }) => (tellsNow(document, deps.clock.now()) ? [code] : []));
  if (codes.length === 0) return 0;
  return (await askAboutUnclear(deps, codes)) + (await sendBatch(deps, codes));
}

async function sendBatch(deps: BookingDependencies, editionCodes: readonly string[]): Promise<number> {
  const { query } = deps.database;
  const nowMs = deps.clock.now();
  if (!(await takeTurn(query, nowMs, TURN_SECONDS * 1000))) return 0;
  const batch = Math.max(1, Math.round(deps.noticesPerSecond * TURN_SECONDS));
  const taken: TakenNotice[] = [];
  for (const code of editionCodes) {
    if (taken.length < batch) taken.push(...(await takeWaiting(query, code, batch - taken.length, nowMs, LEASE_MS)));
  }
  await inParallel(
    taken,
    WIDTH,
    (notice) => send(deps, notice),
    (notice, error) => deps.log.error({ booking: outIdOf(deps, notice), problem: String(error) }, 'reminder not sent'),
  );
  return taken.length;
}

/** The message's own id, by which the gateway knows it again; a repeat after a sure refusal has the same. */
function outIdOf(deps: BookingDependencies, notice: TakenNotice): string {
  return `${deps.numbers.bookingNo(notice.id)}-open`;
}

async function send(deps: BookingDependencies, notice: TakenNotice): Promise<void> {
  const { query } = deps.database;
  const outId = outIdOf(deps, notice);
  // This server stood still: another may be about to ask what became of it.
  if (deps.clock.now() >= (notice.notice_taken_at ?? 0) + LEASE_MS / 2) return;
  const document = deps.editions.edition(notice.edition_code)?.document;
  if (!document) throw new Error('a booked edition is gone');
  const result = await deps.sms.send({
    phone: deps.vault.open(PHONE_SEAL, notice.phone_sealed),
    template: 'sale-open',
    parameters: { product: document.proName, date: spokenDay(document.insureEnd) },
    outId,
    agreedAtMs: notice.agreed_at ?? notice.booked_at,
  });
  const nowMs = deps.clock.now();
  if (result.kind === 'accepted') return noticeSent(query, notice, nowMs);
  if (result.kind === 'refused' && result.code === 'unwanted') return noticeLater(query, notice, 'unwanted', nowMs);
  deps.log.warn({ booking: outId, result: result.kind }, 'reminder of an opened sale not accepted');
  if (result.kind === 'unknown') return noticeLater(query, notice, 'unclear', nowMs + ASK_AGAIN_MS);
  if (result.kind === 'wrong-number' || notice.notice_tries >= MOST_TRIES) {
    return noticeLater(query, notice, 'refused', nowMs);
  }
  return noticeLater(query, notice, 'waiting', nowMs + (result.kind === 'limited' ? LIMITED_MS : REFUSED_MS));
}

async function askAboutUnclear(deps: BookingDependencies, editionCodes: readonly string[]): Promise<number> {
  const nowMs = deps.clock.now();
  const taken = await takeUnclear(deps.database.query, editionCodes, ASKED_AT_ONCE, nowMs, LEASE_MS);
  await inParallel(
    taken,
    WIDTH,
    (notice) => ask(deps, notice),
    (notice, error) => deps.log.error({ booking: outIdOf(deps, notice), problem: String(error) }, 'reminder unclear'),
  );
  return taken.length;
}

async function ask(deps: BookingDependencies, notice: TakenNotice): Promise<void> {
  const { query } = deps.database;
  const takenMs = notice.notice_taken_at ?? notice.booked_at;
  const answer = await deps.sentMessages.wasSent({
    phone: deps.vault.open(PHONE_SEAL, notice.phone_sealed),
    outId: outIdOf(deps, notice),
    sinceMs: takenMs - MINUTE_MS,
  });
  const nowMs = deps.clock.now();
  if (answer === 'sent') return noticeSent(query, notice, nowMs);
  if (answer === 'not-sent') return noticeLater(query, notice, 'waiting', nowMs);
  const isOver = nowMs - takenMs >= ASKED_FOR_MS;
  return noticeLater(query, notice, isOver ? 'unknown' : 'unclear', nowMs + ASK_AGAIN_MS);
}
