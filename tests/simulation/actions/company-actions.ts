import { beijingDate } from '@huimin/domain/date';
import type { Chance } from '../chance.ts';
import { type Company, companyShown, insuredOf } from '../company.ts';
import { PLAN_FEN } from '../stage.ts';
import type { World } from '../world.ts';
import { codeOf, type Request, type RequestAction } from './action.ts';

/** What the desk does for a company, and its bank. A company has these only where there is one. */

type Shown = Awaited<ReturnType<typeof companyShown>>;

/** An action on the company, with how it stands now. */
function ofCompany(
  name: string,
  weight: number,
  prepare: (input: {
    world: World;
    chance: Chance;
    company: Company;
    shown: Shown;
  }) => Promise<Request | null> | Request | null,
): RequestAction {
  return {
    name,
    weight,
    async prepare(world, chance) {
      const { company } = world;
      return company && prepare({ world, chance, company, shown: await companyShown(world, company) });
    },
  };
}

const move = ofCompany('move a company', 10, ({ chance, company, shown }) => {
  const open = shown.bill?.state === 'open' ? (['withdraw-bill'] as const) : [];
  const steps = { collecting: ['bill'], completed: ['open-roster'] } as const;
  const fitting = steps[shown.status as keyof typeof steps] ?? open;
  const [step] =
    fitting.length > 0 && chance.happens(0.9)
      ? fitting
      : [chance.pick(['bill', 'withdraw-bill', 'open-roster'] as const)];
  // A bill is seldom taken back.
  if (!step || (step === 'withdraw-bill' && chance.happens(0.7))) return null;
  return takeStep(company, step);
});

function takeStep({ groupNo }: Company, step: 'bill' | 'withdraw-bill' | 'open-roster'): Request {
  const what = `the desk: ${step}`;
  const input = { groupNo, step, note: '按单位的意思' };
  return {
    what,
    run: async (server) => `${codeOf(what, await server.askConsole('moveCompanyGroup', input, 'operations'))}`,
  };
}

const transfer = ofCompany('a transfer', 9, ({ world, chance, company, shown }) => {
  const { arrived } = company;
  const needed = shown.bill?.state === 'open' ? shown.bill.shortFen : PLAN_FEN.basic;
  const amountFen = chance.weighted([
    { fen: Math.max(1, needed), weight: 6 },
    { fen: Math.max(1, needed - 5_000), weight: 2 },
    { fen: needed + PLAN_FEN.basic, weight: 2 },
  ]).fen;
  // Now and then somebody enters what was entered before.
  const again = chance.happens(0.15) ? [...arrived][0] : undefined;
  const [bankReference, truly] = again ?? [`BANK-${arrived.size + 1}`, amountFen];
  return enter(world, company, bankReference, truly, chance.happens(0.1) ? truly + 100 : truly);
});

/** A transfer arrives, and somebody enters it from the bank's statement. */
function enter(
  world: World,
  { groupNo, arrived }: Company,
  bankReference: string,
  truly: number,
  entered = truly,
): Request {
  arrived.set(bankReference, truly);
  const what = `finance enters ${bankReference} of ${entered} fen${entered === truly ? '' : ', by mistake'}`;
  const receivedOn = beijingDate(world.now() - 60_000);
  const payer = { payerName: '示例科技有限公司', payerAccount: '6222000000000001' };
  return {
    what,
    async run(server) {
      const input = { groupNo, bankReference, amountFen: entered, receivedOn, ...payer };
      return `${codeOf(what, await server.askConsole('enterGroupReceipt', input, 'finance'))}`;
    },
  };
}

const confirm = ofCompany('confirm a transfer', 12, ({ chance, company, shown }) => {
  const entered = shown.receipts.filter(({ state }) => state === 'entered');
  if (entered.length === 0) return null;
  const receipt = chance.pick(entered);
  const settled = settleReceipt(company, receipt);
  return chance.happens(0.4) ? inOneGo(settled, proposal(company, receipt.amountFen)) : settled;
});

/** The second one before anything else goes on, such as the charging of those for whom a transfer has just paid. */
function inOneGo(first: Request, second: Request): Request {
  return {
    what: `${first.what}, and at once ${second.what}`,
    run: async (server) => `${await first.run(server)}, ${await second.run(server)}`,
  };
}

/** A second person holds it against the bank's statement. */
function settleReceipt({ groupNo, arrived }: Company, receipt: Shown['receipts'][number]): Request {
  const decision = arrived.get(receipt.bankReference) === receipt.amountFen ? 'confirm' : 'withdraw';
  const what = `a second person: ${decision} ${receipt.bankReference}`;
  return {
    what,
    async run(server) {
      const input = { groupNo, receiptNo: receipt.receiptNo, decision } as const;
      return `${codeOf(what, await server.askConsole('settleGroupReceipt', input, 'operations'))}`;
    },
  };
}

const propose = ofCompany('propose to pay back', 5, ({ chance, company, shown }) => {
  const most = Math.max(shown.payableBackFen, 1);
  return proposal(company, chance.happens(0.7) ? most : 1 + chance.below(most + 10_000));
});

function proposal({ groupNo }: Company, amountFen: number): Request {
  const payee = { payeeName: '示例科技有限公司', payeeBank: '示例银行苏州分行', payeeAccount: '6222000000000001' };
  const what = `finance proposes to pay ${amountFen} fen back to the company`;
  return {
    what,
    async run(server) {
      const input = { groupNo, amountFen, reason: '多付的款', ...payee };
      return `${codeOf(what, await server.askConsole('proposeGroupPayout', input, 'finance'))}`;
    },
  };
}

const payBack = ofCompany('pay back', 6, ({ world, chance, company, shown }) => {
  const proposed = shown.payouts.filter(({ state }) => state === 'proposed');
  if (proposed.length === 0) return null;
  return settlePayout(world, company, chance.pick(proposed), chance.happens(0.3));
});

/** A second person pays it and puts that down, or takes the proposal back. */
function settlePayout(world: World, company: Company, payout: Shown['payouts'][number], takesBack: boolean): Request {
  const { groupNo } = company;
  const { payoutNo, amountFen } = payout;
  const what = `a second person ${takesBack ? 'takes back' : 'pays'} ${amountFen} fen to the company`;
  const paid = {
    decision: 'paid',
    bankReference: `OUT-${payoutNo}`,
    paidOn: beijingDate(world.now() - 60_000),
  } as const;
  const input = { groupNo, payoutNo, ...(takesBack ? ({ decision: 'withdraw' } as const) : paid) };
  return {
    what,
    run: async (server) => `${codeOf(what, await server.askConsole('settleGroupPayout', input, 'operations'))}`,
  };
}

const remove = ofCompany('somebody leaves a company', 5, async ({ world, chance, company }) => {
  const insured = await insuredOf(world, company);
  if (insured.length === 0) return null;
  const { person, personNo } = chance.pick(insured);
  const what = `the desk takes ${person.name} out of the company`;
  return {
    what,
    async run(server) {
      const input = { groupNo: company.groupNo, personNo, reason: '已经离职' };
      return `${codeOf(what, await server.askConsole('removeGroupPerson', input, 'operations'))}`;
    },
  };
});

export const COMPANY_ACTIONS: readonly RequestAction[] = [move, transfer, confirm, propose, payBack, remove];

/**
 * At rest: most companies are billed and pay in the end, and what waits for a second person is seen to. Answers what was
 * done, one line each.
 */
export async function settleCompany(world: World, chance: Chance): Promise<string[]> {
  const { company } = world;
  if (!company) return [];
  const { receipts, payouts, bill, status, counts } = await companyShown(world, company);
  const isBilled = status === 'collecting' && counts.confirmed > 1 && chance.happens(0.6);
  const isPaid = bill?.state === 'open' && bill.shortFen > 0 && chance.happens(0.6);
  const requests = [
    ...(isBilled ? [takeStep(company, 'bill')] : []),
    ...(isPaid ? [enter(world, company, `BANK-${company.arrived.size + 1}`, bill.shortFen)] : []),
    ...receipts.filter(({ state }) => state === 'entered').map((one) => settleReceipt(company, one)),
    ...payouts.filter(({ state }) => state === 'proposed').map((one) => settlePayout(world, company, one, false)),
  ];
  const lines: string[] = [];
  for (const request of requests) {
    lines.push(`${request.what}: ${await world.patiently(request.what, (server) => request.run(server))}`);
  }
  return lines;
}
