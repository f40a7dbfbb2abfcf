import { beijingDate } from '@huimin/domain/date';
import type { Chance } from '../chance.ts';
import { type StuckThere, stuckRefunds } from '../operator-books.ts';
import { Violation, type World } from '../world.ts';
import { codeOf, type Request, type RequestAction } from './action.ts';

/** The shop's operators see to refunds that did not come through. */
const solve: RequestAction = {
  name: 'see to a refund',
  weight: 6,
  async prepare(world, chance) {
    const stuck = await stuckRefunds(world);
    if (stuck.length === 0) return null;
    const refund = chance.pick(stuck);
    const byHand = chance.happens(0.6);
    if (byHand && refund.state !== 'CREATED') return payByHand(world, refund);
    return sendAgain(refund);
  },
};

export const OPERATOR_ACTIONS: readonly RequestAction[] = [solve];

/** At rest: what would wait for a person is seen to. Answers how many refunds were. */
export async function solveAll(world: World, chance: Chance): Promise<number> {
  let solved = 0;
  for (const refund of await stuckRefunds(world)) {
    const begun = world.payingByHand.has(refund.currentNo);
    const request =
      begun || (refund.state === 'ABNORMAL' && chance.happens(0.5))
        ? payByHand(world, refund)
        : refund.state === 'CLOSED'
          ? sendAgain(refund)
          : null;
    if (!request) continue;
    await world.patiently(request.what, (server) => request.run(server));
    solved += 1;
  }
  return solved;
}

function payByHand(world: World, { currentNo }: StuckThere): Request {
  world.payingByHand.add(currentNo);
  const paidOn = beijingDate(world.now() - 60_000);
  return {
    what: `two people say that ${currentNo} was paid by hand`,
    async run(server) {
      await server.agreePaidByHand(currentNo, `T-${currentNo}`, paidOn);
      return `${await server.runJob('hand-payouts')}`;
    },
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
