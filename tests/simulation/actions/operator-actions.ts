import { beijingDate } from '@huimin/domain/date';
import type { Chance } from '../chance.ts';
import { checkHeld, noteHeld, type StuckThere, stuckRefunds } from '../operator-books.ts';
import { Violation, type World } from '../world.ts';
import { codeOf, type Request, type RequestAction } from './action.ts';
import { crossing } from './provider-actions.ts';

/** The shop's operators see to refunds that did not come through. */
const solve: RequestAction = {
  name: 'see to a refund',
  weight: 8,
  async prepare(world, chance) {
    const stuck = await stuckRefunds(world);
    if (stuck.length === 0) return null;
    const refund = chance.pick(stuck);
    // The second person is sometimes mistaken, too: then it is said anew.
    const spokenOf = goOn(world, refund, chance.happens(0.15));
    if (spokenOf !== undefined) return spokenOf;
    if (!chance.happens(0.6)) return sendAgain(refund);
    return sayPaidByHand(world, refund, chance.happens(0.7));
  },
};

export const OPERATOR_ACTIONS: readonly RequestAction[] = [solve];

/**
 * At rest: what would wait for a person is seen to. Answers what was done, one line each. `isLast`: nobody is mistaken any
 * more, so that all of it comes to an end.
 */
export async function solveAll(world: World, chance: Chance, isLast: boolean): Promise<string[]> {
  const lines: string[] = [];
  // Said, agreed to, recorded by the job; or refused, and released by two.
  for (let turn = 0; turn < 6; turn++) {
    const before = lines.length;
    for (const refund of await stuckRefunds(world)) {
      const request = lastStep(world, chance, refund, isLast);
      if (!request) continue;
      const outcome = await world.patiently(request.what, (server) => request.run(server));
      lines.push(`${request.what}: ${outcome}`);
    }
    if (!isLast && chance.happens(0.6)) lines.push(...(await timePassesOverHeld(world)));
    const crossed = !isLast && chance.happens(0.3) ? await crossing.happen(world, chance) : null;
    if (crossed !== null) lines.push(crossed);
    const recorded = await world.patiently('hand-payouts', (server) => server.runJob('hand-payouts'));
    if (recorded > 0) lines.push(`job hand-payouts: ${recorded} done`);
    if (lines.length === before) break;
  }
  return lines;
}

/** Longer than the first pauses after which a refund is sent again by itself, and shorter than a request waits for a second person. */
const TALK_MS = 61 * 60_000;

/** While people talk of it the shop goes on with everything else, and sends nothing of it. */
async function timePassesOverHeld(world: World): Promise<string[]> {
  const talkedOf = (await stuckRefunds(world)).some(
    ({ refundNo, isAgreed }) => world.heldForHand.has(refundNo) && !isAgreed,
  );
  if (!talkedOf) return [];
  await world.pass(TALK_MS);
  let done = 0;
  // Due is found in one round, done in it or the next.
  for (let round = 0; round < 2; round++) {
    done += await world.patiently('refunds', (server) => server.runJob('refunds'));
    checkHeld(world);
  }
  return [`an hour passes while people talk of a refund, job refunds: ${done} done`];
}

function lastStep(world: World, chance: Chance, refund: StuckThere, isLast: boolean): Request | null {
  const errs = (share: number): boolean => !isLast && chance.happens(share);
  const spokenOf = goOn(world, refund, errs(0.25));
  if (spokenOf !== undefined) return spokenOf;
  if (world.paidByHand.has(refund.refundNo)) return sayPaidByHand(world, refund, true);
  const isByHand = refund.state === 'ABNORMAL' ? chance.happens(0.5) : errs(0.4);
  if (isByHand) return sayPaidByHand(world, refund, !errs(0.3));
  return refund.state === 'CLOSED' ? sendAgain(refund) : null;
}

/** What is next where people speak of a payment by hand; null: nothing for a person. Undefined: nobody speaks of one. */
function goOn(world: World, refund: StuckThere, isMistaken: boolean): Request | null | undefined {
  const isPaid = world.paidByHand.has(refund.refundNo);
  if (refund.waiting) {
    const isTrue = refund.waiting.kind === 'hand-payout' ? isPaid : !isPaid;
    return decide(world, refund.waiting, refund, isTrue && !isMistaken);
  }
  if (refund.isAgreed) return null;
  if (!refund.isHeld) return undefined;
  return isPaid ? sayPaidByHand(world, refund, true) : release(refund);
}

/** Somebody of finance says that a refund was paid by hand. Once it is held the money leaves, unless they are mistaken. */
function sayPaidByHand(world: World, { refundNo, currentNo }: StuckThere, isPaid: boolean): Request {
  const paidOn = beijingDate(world.now() - 60_000);
  const what = `finance says that ${currentNo} was paid by hand${isPaid ? '' : ', by mistake'}`;
  const payment = { refundNo: currentNo, reference: `T-${currentNo}`, paidOn, reason: '账户收不了' };
  return {
    what,
    async run(server) {
      const answer = await server.askConsole('recordHandRefund', payment);
      if (answer.code === 200000) noteHeld(world, refundNo);
      if (answer.code === 200000 && isPaid) world.paidByHand.add(refundNo);
      return `${codeOf(what, answer)}`;
    },
  };
}

function decide(
  world: World,
  { approvalNo, kind }: NonNullable<StuckThere['waiting']>,
  { refundNo, currentNo }: StuckThere,
  agree: boolean,
): Request {
  const what = `a second person ${agree ? 'agrees' : 'does not agree'} about ${currentNo}`;
  const decision = { approvalNo, agree, ...(agree ? {} : { note: '银行流水里没有' }) };
  return {
    what,
    async run(server) {
      // An answer that gets lost says nothing: it may be sent from the moment in which it is asked for.
      if (agree && kind === 'hand-release') world.heldForHand.delete(refundNo);
      return `${codeOf(what, await server.askConsole('decideApproval', decision, 'compliance'))}`;
    },
  };
}

function release({ currentNo }: StuckThere): Request {
  const what = `finance says that ${currentNo} was not paid by hand after all`;
  return {
    what,
    run: async (server) =>
      `${codeOf(what, await server.askConsole('releaseHeldRefund', { refundNo: currentNo, reason: '没有付出去' }))}`,
  };
}

/** Decided twice, it is sent under one new number. */
function sendAgain({ currentNo }: StuckThere): Request {
  const what = `an operator sends ${currentNo} again`;
  let before: string | null = null;
  return {
    what,
    async run(server) {
      const { code, result } = await server.askConsole('sendStuckRefund', {
        refundNo: currentNo,
        reason: '渠道已关闭',
      });
      codeOf(what, { code });
      if (result && before !== null && result.refundNo !== before) {
        throw new Violation(`${what}: it got ${before} and ${result.refundNo}`);
      }
      before = result?.refundNo ?? before;
      return `${code}`;
    },
  };
}
