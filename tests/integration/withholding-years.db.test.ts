import { createHash } from 'node:crypto';
import { beijingMs } from '@huimin/domain/date';
import { createTestClock } from '@huimin/testing';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Query } from '../../apps/server/src/db/database.ts';
import { buyWithContract, type ContractBuyer, openEdition } from './contract-buyer.ts';
import { contractYears } from './contract-years.ts';
import { openShop, resident, type Shop } from './shop.ts';

const PREMIUM = 15_800;
let shop: Shop;
let residents = 8_000;
let lasting: ContractBuyer;
let resting: ContractBuyer;

beforeAll(async () => {
  shop = await openShop({ jobs: false, servers: 2, clock: createTestClock(beijingMs('2026-11-20 09:00')) });
});
afterAll(() => shop?.close());

const { query, job, work, at, charged, told, view, titles, runOf, chargesOf, buyAlone, makeDefault } = contractYears(
  () => shop,
);

const buyer = (count = 1) =>
  buyWithContract(
    shop,
    Array.from({ length: count }, () => resident(residents++)),
  );

test('a year that changes nothing: told three times, announced, taken once; and every way of not being charged', async () => {
  const [plain, closing, skipping, leaving, covered] = [
    await buyer(2),
    await buyer(),
    await buyer(),
    await buyer(),
    await buyer(),
  ];
  shop.clock.set(beijingMs('2026-11-21 09:00'));
  const short = await buyer();
  shop.clock.set(beijingMs('2026-11-25 09:00'));
  const [crashing, unheard, slow] = [await buyer(), await buyer(), await buyer()];
  await work();

  await openEdition(shop, { code: 'demo28', year: 2027 });
  await at('2027-10-01 03:00');
  expect(await view(plain)).toMatchObject({
    status: 'SIGNED',
    comingYear: { stage: 'planned', amountFen: 2 * PREMIUM, chargeOn: '2027-11-20', reasons: [], changes: [] },
  });
  // Nobody is told at night.
  await at('2027-10-21 22:00');
  await at('2027-10-22 07:59');
  expect(told(plain)).toEqual([]);
  await at('2027-10-22 08:00');
  expect(told(plain)).toHaveLength(1);
  await at('2027-11-13 10:00');
  await at('2027-11-17 23:00');
  expect(await chargesOf(plain)).toEqual([]);
  await at('2027-11-18 08:00');
  expect(await view(plain)).toMatchObject({ status: 'BOOKED', statusLabel: '已预约扣费' });

  await at('2027-11-19 10:00');
  await view(closing);
  await closing.visitor.value('closeWithholding', { contractNo: closing.code });
  await view(skipping);
  const skipped = { contractNo: skipping.code, editionCode: 'demo28' };
  await skipping.visitor.value('skipWithholding', skipped);
  expect(await skipping.visitor.value('skipWithholding', skipped)).toMatchObject({ standing: true, comingYear: null });
  const stranger = await closing.visitor.call('skipWithholding', { ...skipped, contractNo: plain.code });
  expect(stranger.envelope.code).toBe(
    (await closing.visitor.call('skipWithholding', { ...skipped, contractNo: 'KJS1234567890123' })).envelope.code,
  );
  shop.sandbox.control.papay.contracts.act(leaving.code, 'end');
  await shop.sandbox.control.settle();
  await buyAlone(covered, 'demo28');

  await at('2027-11-20 08:00');
  await charged();
  expect(await view(plain)).toMatchObject({
    ...{ status: 'CHARGED', editionYear: 2028, standing: true, comingYear: null },
    people: plain.people.map(({ name }) => ({ name })),
  });
  expect(await titles(plain)).toEqual(['扣费成功', '扣费前短信已发', '已预约扣费', '您开通了自动重新投保']);
  expect(told(plain)).toEqual([
    ...Array(3).fill('苏民安 2028将在11月20日自动扣费316.00元。不想投保请在那之前到自动扣费管理里关闭。'),
    '苏民安 2028自动重新投保：扣费成功316.00元，2人已投保。可在自动扣费管理里看记录。',
  ]);
  expect(await chargesOf(plain)).toMatchObject([{ state: 'SUCCESS' }]);
  const { order_id } = await runOf(plain, 'demo28');
  expect(await query('select status from orders where id = $1', [order_id])).toEqual([{ status: 50 }]);
  expect(await query('select provider, method, amount_fen from payments where order_id = $1', [order_id])).toEqual([
    { provider: 'wechat-pay', method: 'wxpay', amount_fen: 2 * PREMIUM },
  ]);
  expect(await query('select 1 from policies where order_id = $1 and status = 0', [order_id])).toHaveLength(2);
  expect(await query('select 1 from ledger_postings where order_id = $1', [order_id])).not.toEqual([]);

  for (const one of [closing, skipping, leaving, covered]) expect(await chargesOf(one)).toEqual([]);
  expect(await runOf(closing, 'demo28')).toMatchObject({ status: 'STOPPED', order_id: null });
  expect(await runOf(skipping, 'demo28')).toMatchObject({ status: 'SKIPPED' });
  expect(await view(skipping)).toMatchObject({ status: 'SIGNED', standing: true });
  expect(await runOf(leaving, 'demo28')).toMatchObject({ status: 'STOPPED' });
  expect(await runOf(covered, 'demo28')).toMatchObject({ status: 'LEFT_OUT', end_note: '都已经参保，不用扣费' });
  for (const one of [closing, leaving]) {
    expect(told(one).at(-1)).toBe('苏民安 2027的自动重新投保已关闭，以后不会扣费，已生效保单不受影响。');
    expect(await view(one)).toMatchObject({ status: 'ENDED_BY_USER', toldOfEnd: true });
  }

  await at('2027-11-20 10:00');
  await failsToPay(short);
  await survives({ crashing, unheard, slow });
  await givesUp(short);
  [lasting, resting] = [plain, short];
});

/** Money that is not there is asked for on the agreed days, announced before each. */
async function failsToPay(short: ContractBuyer): Promise<void> {
  const failing = async (day: string, tries: number) => {
    shop.sandbox.control.faults.add({ provider: 'wechat-papay', kind: 'balance_short', call: 'charge' });
    await at(`${day} 08:00`);
    await charged();
    expect(await chargesOf(short)).toHaveLength(tries);
  };
  await failing('2027-11-21', 1);
  await failing('2027-11-22', 2);
  expect(await view(short)).toMatchObject({ status: 'CHARGE_FAILED', comingYear: { chargeOn: '2027-11-24' } });
  await at('2027-11-23 08:00');
  await failing('2027-11-24', 3);
  expect(await runOf(short, 'demo28')).toMatchObject({ status: 'RETRYING', next_charge: '2027-11-27' });
  expect(told(short).slice(3)).toEqual(
    ['22', '24', '27'].map(
      (day) => `苏民安 2028自动重新投保：没有扣成（余额不够），11月${day}日再试。可在自动扣费管理里看记录。`,
    ),
  );
}

/** After the fourth day nothing more is tried, and the contract rests until its payer says yes again. */
async function givesUp(short: ContractBuyer): Promise<void> {
  await at('2027-11-26 08:00');
  shop.sandbox.control.faults.add({ provider: 'wechat-papay', kind: 'balance_short', call: 'charge' });
  await at('2027-11-27 08:00');
  await charged();
  expect(await chargesOf(short)).toHaveLength(4);
  expect(await runOf(short, 'demo28')).toMatchObject({ status: 'FAILED', next_at: null });
  expect(await view(short)).toMatchObject({ status: 'PAUSED', comingYear: null, editionYear: 2027 });
  expect(told(short).at(-1)).toContain('没有扣成（余额不够），不再扣费，没有投保，想投保请自己来买');
  expect(
    await query(
      'select 1 from payments p join orders o on o.id = p.order_id where o.user_id = (select user_id from withholding_contracts where contract_code = $1)',
      [short.code],
    ),
  ).toHaveLength(1);
}

/** Answers and notices get lost, two servers work at once: one order and one charge each. */
async function survives(buyers: Record<'crashing' | 'unheard' | 'slow', ContractBuyer>): Promise<void> {
  const fault = (kind: 'timeout_after' | 'http_500' | 'notify_lost', call: string, times: number) =>
    shop.sandbox.control.faults.add({
      provider: 'wechat-papay',
      kind,
      call,
      times,
      ...(kind === 'timeout_after' ? { args: { reset: true } } : {}),
    });
  fault('timeout_after', 'charge.apply', 1);
  fault('http_500', 'charge.apply', 4);
  fault('notify_lost', 'notify', 30);
  await at('2027-11-25 08:00');
  for (let round = 0; round < 4; round++) {
    await charged();
  }
  shop.sandbox.control.faults.remove();
  shop.clock.advance(10 * 60_000);
  await job('hanging-payments');
  await charged();
  for (const one of Object.values(buyers)) {
    expect(await chargesOf(one)).toMatchObject([{ state: 'SUCCESS' }]);
    const { order_id, status } = await runOf(one, 'demo28');
    expect(status).toBe('CHARGED');
    expect(await query('select purpose from payments where order_id = $1', [order_id])).toEqual([
      { purpose: 'premium' },
    ]);
    expect(told(one).filter((text) => text.includes('扣费成功'))).toHaveLength(1);
  }
}

test('a price that changed, and a year nobody has agreed to yet: silence takes nothing, a yes takes what was shown', async () => {
  await makeDefault('demo28');
  const [silent, saying] = [await buyer(), await buyer()];
  await work();
  await openEdition(shop, { code: 'demo29', year: 2028, premiumFen: 17_800 });
  await at('2028-10-20 10:00');
  await at('2028-10-29 10:00');
  const asked = (await view(saying)).comingYear ?? expect.fail();
  expect(asked).toMatchObject({
    ...{ stage: 'asking', unitFen: 17_800, formerUnitFen: PREMIUM, amountFen: 17_800 },
    ...{ chargeOn: '2028-11-27', answerBy: '2028.11.25 00:00', reasons: ['价格变了', '超过了签约时说好的金额'] },
    changes: [{ title: '基础款价格', before: '每人 158.00 元', after: '每人 178.00 元' }],
  });
  expect((await view(lasting)).comingYear?.reasons).toContain('签约时只说好了第一年');
  expect(await view(resting)).toMatchObject({ status: 'PAUSED', comingYear: { stage: 'asking' } });
  expect(told(saying)).toEqual([
    '苏民安 2029可以重新投保了，178.00元。请在11月25日前到自动扣费管理里看变化并确认，不确认就不扣费，也不投保。',
  ]);

  const agreedDocuments = asked.documents.map(({ key, version }) => ({ key, version }));
  const yes = { contractNo: saying.code, editionCode: 'demo29', amountFen: 17_800, agreedDocuments };
  const confirm = async (one: ContractBuyer, more: object = {}) => {
    const { envelope } = await one.visitor.call('confirmWithholding', { ...yes, ...more });
    return envelope;
  };
  await view(silent);
  expect((await confirm(silent)).code).toBe((await confirm(silent, { contractNo: 'KJS1234567890123' })).code);
  expect((await confirm(saying, { amountFen: PREMIUM })).message).toContain('金额有变化');
  expect((await confirm(saying, { agreedDocuments: [] })).message).toContain('重新读完再确认');
  expect((await confirm(saying)).code).toBe(200000);
  // Once more: the same answer.
  expect((await confirm(saying)).result).toMatchObject({
    ...{ limitFen: 17_800, comingYear: { stage: 'planned' } },
    history: [{ title: '您确认了继续投保', note: '2029 年：价格变了，保障不变' }, {}, {}],
  });
  // A yes wakes a contract that rested after charges that failed.
  expect(await resting.visitor.value('confirmWithholding', await yesOf(resting, 'demo29'))).toMatchObject({
    ...{ status: 'SIGNED', standing: true, comingYear: { stage: 'planned' } },
  });
  await at('2028-11-20 10:00');
  await at('2028-11-25 08:00');
  await at('2028-11-26 10:00');
  await at('2028-11-27 08:00');
  await charged();
  expect(await runOf(saying, 'demo29')).toMatchObject({ status: 'CHARGED', amount_fen: 17_800 });
  expect(await view(saying)).toMatchObject({ status: 'CHARGED', editionYear: 2029 });
  expect(await runOf(resting, 'demo29')).toMatchObject({ status: 'CHARGED', amount_fen: 17_800 });
  for (const one of [silent, lasting]) {
    expect(await runOf(one, 'demo29')).toMatchObject({ status: 'UNANSWERED', order_id: null });
    expect((await view(one)).history[0]).toMatchObject({ title: '这一年没有扣费' });
    expect(told(one).at(-1)).toContain('没有收到您的确认，没有扣费，也没有投保');
  }
  expect(await chargesOf(silent)).toEqual([]);
  expect((await confirm(silent, { contractNo: silent.code })).message).toContain('现在不用确认');

  // Above half more no yes helps.
  await openEdition(shop, { code: 'demo30', year: 2029, premiumFen: 26_800 });
  await at('2029-02-01 09:00');
  await charged();
  expect(await runOf(saying, 'demo30')).toMatchObject({ status: 'LEFT_OUT' });
  expect(told(saying).at(-1)).toContain('价格变化超过一半，不能自动扣费');
});

test('servers that end between an order and its charge, and begin again when its time is over, try again the next day', async () => {
  await makeDefault('demo30');
  const late = await buyer();
  await work();
  await openEdition(shop, { code: 'demo31', year: 2030, premiumFen: 26_800 });
  await at('2030-01-02 10:00');
  await at('2030-01-30 08:00');
  const { id } = await runOf(late, 'demo31');
  const mend = shop.servers.map(({ deps }) => {
    const database = deps.database as { query: Query };
    const { query: whole } = database;
    database.query = (text, values) => {
      const isCutOff = text.includes('update withholding_runs set order_id = $3') && values?.[1] === id;
      return isCutOff ? Promise.reject(new Error('cut off')) : whole(text, values);
    };
    return () => {
      database.query = whole;
    };
  });
  await at('2030-02-01 08:00');
  for (const heal of mend) heal();
  expect(await chargesOf(late)).toEqual([]);
  await at('2030-02-01 08:40');
  expect(await runOf(late, 'demo31')).toMatchObject({ order_id: null, next_charge: '2030-02-02' });
  expect(told(late).at(-1)).toContain('没有来得及扣');
  await at('2030-02-02 08:00');
  await charged();
  expect(await chargesOf(late)).toMatchObject([{ state: 'SUCCESS' }]);
  expect(await runOf(late, 'demo31')).toMatchObject({ status: 'CHARGED' });
});

/** What the page sends for a yes to what it shows. */
async function yesOf(one: ContractBuyer, editionCode: string) {
  const { amountFen, documents } = (await view(one)).comingYear ?? expect.fail();
  const agreedDocuments = documents.map(({ key, version }) => ({ key, version }));
  return { contractNo: one.code, editionCode, amountFen, agreedDocuments };
}

/** Another price, or the next version of a text that must be read. */
async function publish(code: string, change: { premiumFen: number } | { clauses: string }): Promise<void> {
  if ('premiumFen' in change) {
    await query(
      `update editions set document = jsonb_set(document, '{plans,0,premiumFen}', $2::jsonb),
         config_version = config_version + 1 where code = $1`,
      [code, String(change.premiumFen)],
    );
  } else {
    const newest = `from documents where edition_code = $1 and document_key = 'clauses' order by version desc limit 1`;
    const [former] = await query(`select title ${newest}`, [code]);
    const blocks = [{ kind: 'paragraph', text: change.clauses }];
    const sha256 = createHash('sha256')
      .update(JSON.stringify({ title: former?.title, blocks }))
      .digest('hex');
    await query(
      `insert into documents (edition_code, document_key, version, title, required, blocks, sha256, published_at)
       select edition_code, document_key, version + 1, title, required, $2, $3, published_at ${newest}`,
      [code, JSON.stringify(blocks), sha256],
    );
  }
  for (const { deps } of shop.servers) await deps.editions.refresh();
}

test('what changes after it was told, or after the yes to it, takes nothing', async () => {
  await makeDefault('demo31');
  const [silent, dearer, untold] = [await buyer(), await buyer(), await buyer()];
  await at('2030-02-04 08:00');
  const reworded = await buyer();
  await at('2030-02-06 08:00');
  const cheaper = await buyer();
  await work();
  await openEdition(shop, { code: 'demo32', year: 2031, premiumFen: 27_800 });
  await at('2031-01-02 10:00');
  for (const one of [dearer, untold, reworded, cheaper]) {
    const yes = await yesOf(one, 'demo32');
    expect((await one.visitor.value('confirmWithholding', yes)).comingYear).toMatchObject({
      ...{ stage: 'planned', amountFen: 27_800 },
    });
  }
  await at('2031-01-26 10:00');
  // As if none of the messages to one of them had gone out.
  await query(
    `update withholding_messages set state = 'REFUSED' where kind like 'before-%' and contract_id =
       (select id from withholding_contracts where contract_code = $1)`,
    [untold.code],
  );
  // The time for a yes is over by the clock, whether or not anybody has come by to end it.
  const late = await yesOf(silent, 'demo32');
  shop.clock.set(beijingMs('2031-01-31 00:00'));
  await view(silent);
  expect((await silent.visitor.call('confirmWithholding', late)).envelope.message).toContain('确认的时间过了');
  await at('2031-01-31 08:00');
  expect(await runOf(dearer, 'demo32')).toMatchObject({ status: 'BOOKED', due: '2031-02-02' });

  await publish('demo32', { premiumFen: 27_900 });
  await at('2031-02-02 08:00');
  await charged();
  await publish('demo32', { premiumFen: 27_800 });
  await at('2031-02-02 10:00');
  await publish('demo32', { clauses: '改过的条款' });
  await at('2031-02-04 08:00');
  await charged();
  // Less than was told is not what was told either.
  await publish('demo32', { premiumFen: 27_700 });
  await at('2031-02-06 08:00');
  await charged();
  await publish('demo32', { premiumFen: 27_800 });
  expect(await runOf(silent, 'demo32')).toMatchObject({ status: 'UNANSWERED' });
  // Whoever was not told is not charged, however long it waits.
  expect(await chargesOf(untold)).toEqual([]);
  expect(await runOf(untold, 'demo32')).toMatchObject({ status: 'PLANNED', order_id: null });
  await at('2031-02-08 10:00');
  expect(await chargesOf(untold)).toEqual([]);
  expect(await runOf(untold, 'demo32')).toMatchObject({ status: 'FAILED', order_id: null });
  expect(told(untold).at(-1)).toContain('没有在说好的日子里扣成，没有投保');
  for (const [one, why] of [
    [dearer, '通知您之后价格或条款又变了'],
    [cheaper, '通知您之后价格或条款又变了'],
    [reworded, '没有扣费，也没有投保'],
  ] as const) {
    expect(await runOf(one, 'demo32')).toMatchObject({ status: 'LEFT_OUT', order_id: null });
    expect(await chargesOf(one)).toEqual([]);
    expect(told(one).at(-1)).toContain(why);
    expect(await view(one)).toMatchObject({ status: 'SIGNED', standing: true });
  }

  // Where nothing was asked, because nothing had changed, the texts of the day count; and never more is taken than was told.
  await makeDefault('demo32');
  const grown = await buyer(2);
  await at('2031-02-10 10:00');
  const unasked = await buyer();
  await work();
  await openEdition(shop, { code: 'demo33', year: 2032, premiumFen: 27_800 });
  await at('2032-01-03 10:00');
  expect((await view(unasked)).comingYear).toMatchObject({ stage: 'planned', reasons: [] });
  await at('2032-02-01 10:00');
  await at('2032-02-03 10:00');
  // One of the two has cover of her own while it is booked, and not any more when it is charged.
  const second = [shop.servers[0]?.deps.index.person('01', grown.people[1]?.idNumber ?? '')];
  await query(
    `insert into person_claims select person_index, 'demo33', claim_key, user_id, claimed_at, expires_at
     from person_claims where person_index = $1 and edition_code = 'demo32'`,
    second,
  );
  await at('2032-02-06 08:00');
  expect(await runOf(grown, 'demo33')).toMatchObject({ status: 'BOOKED', amount_fen: 27_800, due: '2032-02-08' });
  await query(`delete from person_claims where person_index = $1 and edition_code = 'demo33'`, second);
  await at('2032-02-08 08:00');
  await charged();
  expect(await runOf(unasked, 'demo33')).toMatchObject({ status: 'BOOKED', due: '2032-02-10' });
  await publish('demo33', { clauses: '又改过的条款' });
  await at('2032-02-10 08:00');
  await charged();
  for (const one of [grown, unasked]) {
    expect(await chargesOf(one)).toEqual([]);
    expect(told(one).at(-1)).toContain('通知您之后价格或条款又变了');
  }
});
