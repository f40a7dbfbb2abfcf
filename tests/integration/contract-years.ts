import { beijingMs } from '@huimin/domain/date';
import { expect } from 'vitest';
import type { ContractBuyer } from './contract-buyer.ts';
import { agreements, loggedIn, pay, REQUIRED, type Shop } from './shop.ts';

/** What goes on by itself with contracts over the years, on every server of a shop whose jobs run only when told to. */
export function contractYears(shop: () => Shop) {
  const query = (text: string, values: unknown[] = []) =>
    shop().servers[0]?.deps.database.query<Record<string, unknown>>(text, values) ?? expect.fail();

  /** A job on both servers at the same moment. */
  const job = (name: string) => Promise.all(shop().servers.map((_, server) => shop().runJob(name, server)));

  /** One round of everything that goes on by itself, twice, for what follows from the first. */
  async function work(): Promise<void> {
    await job('order-expiry');
    for (let round = 0; round < 2; round++) {
      for (const name of ['contracts', 'plans', 'years', 'messages']) await job(`withholding-${name}`);
      await shop().sandbox.control.settle();
    }
    for (const name of ['order-paid', 'policies-issued', 'payment-unplaced']) await job(`outbox ${name}`);
  }

  async function at(moment: string): Promise<void> {
    shop().clock.set(beijingMs(moment));
    await work();
  }

  /** Until the result of charges that were handed over is noted. */
  async function charged(): Promise<void> {
    shop().clock.advance(30_000);
    await job('hanging-payments');
    await work();
  }

  /** What was told of contracts, oldest first, without the sender. */
  const told = ({ people }: ContractBuyer) =>
    shop()
      .sandbox.control.sms(people[0]?.phone ?? '')
      .map(({ text }) => text.replace(/^【.*】/, ''))
      .filter((text) => text.includes('自动'))
      .reverse();

  /** Months later the session is over. */
  async function view({ visitor, people, orderNo }: ContractBuyer) {
    const { envelope } = await visitor.call('queryWithholdings', { orderNo });
    if (envelope.code === 400001) await visitor.logIn(people[0] ?? expect.fail());
    return (await visitor.value('queryWithholdings', { orderNo })).contracts[0] ?? expect.fail();
  }

  const titles = async (one: ContractBuyer) => (await view(one)).history.map(({ title }) => title);

  async function runOf({ code }: ContractBuyer, edition: string) {
    const [run] = await query(
      `select r.*, r.due_on::text as due, r.charge_on::text as next_charge from withholding_runs r
       join withholding_contracts c on c.shard = r.shard and c.id = r.contract_id
       where c.contract_code = $1 and r.edition_code = $2`,
      [code, edition],
    );
    return run ?? expect.fail();
  }

  /** Charges that the provider was asked for by this contract. */
  async function chargesOf({ code }: ContractBuyer) {
    const { contractId } = shop().sandbox.control.papay.contracts.find(code) ?? expect.fail();
    return shop()
      .sandbox.control.papay.charges.list()
      .filter((charge) => charge.contractId === contractId);
  }

  /** Begins to buy this edition for oneself, as anybody does, beside a contract. Answers what pays it. */
  async function beginAlone(
    { visitor, people }: Pick<ContractBuyer, 'visitor' | 'people'>,
    productId: string,
  ): Promise<() => Promise<void>> {
    const own = await loggedIn(shop(), people[0] ?? expect.fail());
    const { result } = (await own.call('queryFamily', { productId })).envelope;
    const [self] = result ?? expect.fail();
    const order = await own.value('saveOrder', {
      ...{ productId, clientKey: `alone-${self?.memberId}-0123456789` },
      ...{ policyholderMemberId: self?.memberId ?? '', insuredMemberIds: [self?.memberId ?? ''] },
      agreedDocuments: await agreements(own.value, REQUIRED),
    });
    visitor.cookie = own.cookie;
    return async () => {
      await pay(own, order.orderNo, shop().sandbox);
      await job('outbox order-paid');
    };
  }

  async function buyAlone(buyer: Pick<ContractBuyer, 'visitor' | 'people'>, productId: string): Promise<void> {
    await (await beginAlone(buyer, productId))();
  }

  async function makeDefault(edition: string): Promise<void> {
    await query('update editions set is_default = (code = $1)', [edition]);
    for (const { deps } of shop().servers) await deps.editions.refresh();
  }

  return { query, job, work, at, charged, told, view, titles, runOf, chargesOf, beginAlone, buyAlone, makeDefault };
}
