import { beijingDate } from '@huimin/domain/date';
import type { Chance } from '../chance.ts';
import { askOperator, OPERATOR, type StuckThere } from '../operator-books.ts';
import { Violation, type World } from '../world.ts';
import type { Request, RequestAction } from './action.ts';

/** The shop's operators see to refunds that did not come through. */
const solve: RequestAction = {
  name: 'see to a refund',
  weight: 6,
  async prepare(world, chance) {
    const stuck = await stuckThere(world);
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
  for (const refund of await stuckThere(world)) {
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

async function stuckThere(world: World): Promise<readonly StuckThere[]> {
  return (await askOperator<{ refunds: readonly StuckThere[] }>(world, 'GET', '/refunds/stuck')).refunds;
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
  return decision(what, `/operator/refunds/${currentNo}/resend`, { by: '张会计', reason: '渠道已关闭' }, (body) => {
    const { refundNo } = JSON.parse(body) as { refundNo: string };
    if (before !== null && refundNo !== before) throw new Violation(`${what}: it got ${before} and ${refundNo}`);
    before = refundNo;
  });
}

function decision(what: string, url: string, payload: object, taken?: (body: string) => void): Request {
  return {
    what,
    async run(server) {
      const answer = await server.fastify.inject({ method: 'POST', url, payload, ...OPERATOR });
      if (answer.statusCode >= 500) throw new Violation(`${what}: answered ${answer.statusCode} ${answer.body}`);
      if (answer.statusCode === 200) taken?.(answer.body);
      return `${answer.statusCode}`;
    },
  };
}
