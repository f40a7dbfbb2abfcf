import { POLICY_STATUS } from '@huimin/domain/policy';
import { checkCompany, insuredOf } from './company.ts';
import { type HandPayout, handPayouts } from './operator-books.ts';
import type { OrderThere, RefundThere } from './payers/provider-side.ts';
import type { SimServer } from './sim-server.ts';
import { EDITIONS } from './stage.ts';
import { type KnownOrder, Violation, type World } from './world.ts';

/** What the book-keeper knows of an order: what its resident is told, and what the providers have. Amounts in fen. */
interface Account {
  readonly order: KnownOrder;
  readonly status: number;
  readonly told: string;
  /** Premium of the policies that stand, as their holder is told; of an upgrade, what it has raised them by. */
  readonly standingFen: number;
  readonly standing: readonly string[];
  readonly paidFen: number;
  readonly refundedFen: number;
  readonly refundsTold: readonly { readonly refundNo: string; readonly amountFen: number; readonly status: string }[];
}

export const STANDING: readonly number[] = [POLICY_STATUS.notYetInForce, POLICY_STATUS.inForce];

/** Checks the whole money when everything has come to rest. Reads the providers' books and public calls, nothing else. */
export async function checkBooks(world: World): Promise<void> {
  const byHand = await handPayouts(world);
  checkProviders(world, byHand);
  const accounts: Account[] = [];
  for (const { resident, order } of world.allOrders()) {
    accounts.push(
      await world.patiently('books', (server) => accountOf(world, server, resident.browser, order, byHand)),
    );
  }
  for (const account of accounts) checkOrder(account);
  const byCompany = world.company ? await insuredOf(world, world.company) : [];
  checkNobodyTwice(
    accounts,
    byCompany.map(({ person }) => person.idNumber),
  );
  for (const { resident, order } of world.allOrders()) {
    await world.patiently('contracts', (server) => checkContracts(world, server, resident.browser, order));
  }
  if (world.company) await checkCompany(world, world.company);
  await checkFree(
    world,
    accounts,
    byCompany.map(({ person }) => person.idNumber),
  );
}

/** Fen that providers took for an order, refunded or not. */
export function paidThere(world: World, order: KnownOrder): number {
  return sum(ordersThere(world, order).map((there) => there.paidFen));
}

export function ordersThere(world: World, order: KnownOrder): OrderThere[] {
  return world.sides.flatMap((side) => side.orders().filter((there) => there.number.startsWith(order.orderNo)));
}

function checkProviders(world: World, byHand: readonly HandPayout[]): void {
  for (const side of world.sides) {
    const refunds = side.refunds();
    for (const there of side.orders()) {
      if (!world.allOrders().some(({ order }) => there.number.startsWith(order.orderNo)) && there.paidFen > 0) {
        const byHandFen = sum(
          byHand
            .filter(({ refundNo }) =>
              refunds.some(({ number, orderNumber }) => orderNumber === there.number && number.startsWith(refundNo)),
            )
            .map(({ amountFen }) => amountFen),
        );
        const backFen = sum(doneOf(refunds, there.number).map((refund) => refund.fen)) + byHandFen;
        expect(backFen === there.paidFen, `${there.number}: money for an order that nobody was told of was kept`);
      }
      const goneFen = sum(
        refunds
          .filter((refund) => refund.orderNumber === there.number && refund.state !== 'failed')
          .map((refund) => refund.fen),
      );
      expect(goneFen <= there.paidFen, `${there.number}: ${goneFen} fen of ${there.paidFen} were given back`);
      expect(!there.closable, `${there.number}: still open at ${side.code} when everything is at rest`);
    }
    for (const refund of refunds) {
      const isOver =
        refund.state === 'done' ||
        refund.state === 'failed' ||
        (refund.state === 'person' && byHand.some(({ currentNo }) => currentNo === refund.number));
      expect(isOver, `${refund.number}: the refund is ${refund.state}`);
    }
  }
}

/** A contract stands exactly when its signer is told so, and none does for an order that was never paid. */
async function checkContracts(
  world: World,
  server: SimServer,
  browser: World['residents'][number]['browser'],
  { name, orderNo }: KnownOrder,
): Promise<void> {
  // Asking is what ends a contract whose end is still owed; so the provider's side is read afterwards.
  const { contracts } = await browser.value(server, 'queryWithholdings', { orderNo });
  const there = world.sides.flatMap((side) => side.contracts?.list() ?? []);
  const own = there.filter(({ code, state }) => code.startsWith(`K${orderNo}`) && state === 'SIGNED');
  for (const told of contracts) {
    const stands = there.some(({ code, state }) => code === told.contractNo && state === 'SIGNED');
    expect(stands || !told.standing, `${name}: its contract is told as standing (${told.status}), and has ended`);
  }
  if (own.length === 0) return;
  const { payment } = await browser.value(server, 'queryInsureOrder', { orderNo });
  for (const { code } of own) {
    const told = contracts.find(({ contractNo }) => contractNo === code);
    expect(told?.standing === true, `${name}: its contract stands, and is told as ${told?.status ?? 'not there'}`);
    expect(told?.closing !== true, `${name}: the end of its contract was asked for, and it still stands`);
    expect(payment !== 'closed', `${name}: it was never paid, and its contract still stands`);
  }
  expect(own.length <= 1, `${name}: ${own.length} contracts of it stand`);
}

async function accountOf(
  world: World,
  server: SimServer,
  browser: World['residents'][number]['browser'],
  order: KnownOrder,
  byHand: readonly HandPayout[],
): Promise<Account> {
  const { orderNo } = order;
  const detail = await browser.value(server, 'queryOrderDetail', { orderNo });
  const base = order.baseOrderNo;
  const raised = base === null ? [] : (await browser.value(server, 'queryOrderDetail', { orderNo: base })).people;
  const state = await browser.value(server, 'queryInsureOrder', { orderNo });
  const submission = await browser.call(server, 'queryRefundSubmission', { orderNo });
  const standing = (base === null ? detail.people : raised).filter(
    (person) => person.policyStatus !== null && STANDING.includes(person.policyStatus),
  );
  const raises = standing.flatMap(({ upgrade }) => (upgrade?.orderNo === orderNo ? [upgrade.premiumFen] : []));
  const numbers = ordersThere(world, order).map((there) => there.number);
  const refunds = world.sides
    .flatMap((side) => side.refunds())
    .filter((refund) => numbers.includes(refund.orderNumber));
  return {
    order,
    status: detail.order.status,
    told: state.payment,
    standing: base === null ? standing.map((person) => `${person.name} ${person.idNumberMasked}`) : [],
    standingFen: sum(base === null ? standing.map((person) => person.premiumFen) : raises),
    paidFen: paidThere(world, order),
    refundedFen:
      sum(refunds.filter((refund) => refund.state === 'done').map((refund) => refund.fen)) +
      sum(byHand.filter(({ refundNo }) => refundNo.startsWith(`R${orderNo}`)).map(({ amountFen }) => amountFen)),
    refundsTold: (submission.result?.refunds ?? []).map(({ refundNo, amountFen, status }) => {
      // Under whichever of its numbers, or by hand.
      const done = refunds.filter((refund) => refund.number.startsWith(refundNo) && refund.state === 'done');
      const hands = byHand.filter((payout) => payout.refundNo === refundNo);
      const backFen = sum(done.map(({ fen }) => fen)) + sum(hands.map((payout) => payout.amountFen));
      expect(
        backFen === amountFen,
        `${order.name}: told of the refund ${refundNo} of ${amountFen} fen (${status}), the provider has ${backFen || 'none'}`,
      );
      return { refundNo, amountFen, status };
    }),
  };
}

function checkOrder(account: Account): void {
  const { order, status, standingFen, paidFen, refundedFen } = account;
  const netFen = paidFen - refundedFen;
  const is = (fits: boolean, rule: string): void =>
    expect(
      fits,
      `${order.name} (status ${status}, told ${account.told}; premium ${order.premiumFen}, paid ${paidFen}, refunded ${refundedFen}, policies stand for ${standingFen} fen): ${rule}`,
    );
  is(netFen === standingFen, 'what the providers keep is not what the policies cost');
  is(
    account.refundsTold.every((refund) => refund.status === 'SETTLED'),
    'a refund that was asked for has not arrived',
  );
  switch (status) {
    case 50:
      is(netFen === order.premiumFen, 'it is paid and the premium is not there');
      is(account.told === 'paid', 'it is paid and told otherwise');
      break;
    case 61:
      is(netFen > 0 && netFen < order.premiumFen, 'a part is refunded');
      break;
    case 62:
      is(paidFen > 0 && netFen === 0, 'it is refunded in full');
      is(account.told === 'refunded', 'it is refunded and told otherwise');
      break;
    case 70:
    case 71:
      is(paidFen === 0, 'it is closed, and money came');
      is(account.told === 'closed', 'it is closed and told otherwise');
      is(status === 71 || order.cancelled, 'it is cancelled, and nobody asked for that');
      break;
    default:
      is(false, 'it has not come to rest');
  }
}

function checkNobodyTwice(accounts: readonly Account[], byCompany: readonly string[]): void {
  const seen = new Map(byCompany.map((person) => [`${EDITIONS.single} ${person}`, 'the company']));
  for (const { order, standing } of accounts) {
    for (const person of standing) {
      const cover = `${order.edition} ${nameOf(order, person)}`;
      expect(
        !seen.has(cover),
        `${person} is insured twice in ${order.edition}, by ${seen.get(cover)} and ${order.name}`,
      );
      seen.set(cover, order.name);
    }
  }
}

/** Who is not insured can be insured; who is, cannot once more. In each edition by itself. */
async function checkFree(world: World, accounts: readonly Account[], byCompany: readonly string[]): Promise<void> {
  const bought = new Set<string>([EDITIONS.single, ...accounts.map(({ order }) => order.edition)]);
  for (const edition of Object.values(EDITIONS).filter((one) => bought.has(one))) {
    const own = accounts.filter(({ order }) => order.edition === edition);
    await checkFreeIn(world, edition, own, edition === EDITIONS.single ? byCompany : []);
  }
}

async function checkFreeIn(
  world: World,
  edition: string,
  accounts: readonly Account[],
  byCompany: readonly string[],
): Promise<void> {
  const insured = new Set([
    ...byCompany,
    ...accounts.flatMap(({ order, standing }) => standing.map((person) => nameOf(order, person))),
  ]);
  const tried = new Set<string>();
  for (const resident of world.residents) {
    for (const member of resident.family) {
      if (tried.has(member.person.idNumber)) continue;
      tried.add(member.person.idNumber);
      const code = await world.patiently('free?', async (server) => {
        const answer = await resident.browser.call(server, 'saveOrder', {
          clientKey: world.chance.bytes(16).toString('hex'),
          ...(edition === EDITIONS.plans ? { productId: edition, planCode: 'basic' } : {}),
          policyholderMemberId: resident.family[0]?.memberId as string,
          insuredMemberIds: [member.memberId],
          agreedDocuments: world.documents.get(edition) ?? [],
        });
        return answer.code;
      });
      const expected = insured.has(member.person.idNumber) ? 400301 : 200000;
      expect(
        code === expected,
        `${member.person.name} ${expected === 200000 ? 'is not insured but cannot be' : 'is insured and could be once more'} in ${edition}: saveOrder answers ${code}`,
      );
    }
  }
}

/** The identity number of a person who is told by name and masked number. */
function nameOf(order: KnownOrder, told: string): string {
  const found = order.members.find(({ person }) => told.startsWith(`${person.name} `));
  if (!found) throw new Violation(`${order.name}: ${told} was never insured by it`);
  return found.person.idNumber;
}

/** What was paid while it could be is known before any bill tells it, whatever notices got lost: every attempt is asked about. */
export async function checkFound(world: World): Promise<void> {
  for (const { resident, order } of world.allOrders()) {
    const inTime = ordersThere(world, order).filter(
      ({ number, paidFen }) => paidFen > 0 && !world.paidLate.has(number),
    );
    if (inTime.length === 0) continue;
    const { payment } = await world.patiently('found', (server) =>
      resident.browser.value(server, 'queryInsureOrder', { orderNo: order.orderNo }),
    );
    expect(FOUND.has(payment), `${order.name}: paid in time at its provider, and still told as ${payment}`);
  }
}

/** What must hold at every quiet moment of a run in which nobody is cut off or killed. */
export function checkQuietMoment(world: World): void {
  for (const { order } of world.allOrders()) {
    const open = ordersThere(world, order).filter((there) => there.closable);
    expect(!order.toldCancelled || open.length === 0, `${order.name}: told as cancelled, and can still be paid`);
    expect(open.length <= 1, `${order.name}: ${open.length} payments of it are open at once`);
  }
}

/** As the payer is told of what is known to be paid. */
const FOUND: ReadonlySet<string> = new Set(['paid', 'refunding', 'refunded']);

function doneOf(refunds: readonly RefundThere[], orderNumber: string): RefundThere[] {
  return refunds.filter((refund) => refund.orderNumber === orderNumber && refund.state === 'done');
}

function expect(fits: boolean, rule: string): void {
  if (!fits) throw new Violation(rule);
}

function sum(amounts: readonly number[]): number {
  return amounts.reduce((total, amount) => total + amount, 0);
}
