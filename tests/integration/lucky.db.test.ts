import { execFile } from 'node:child_process';
import { createHash, createHmac } from 'node:crypto';
import { promisify } from 'node:util';
import { beijingMs } from '@huimin/domain/date';
import { type Hashing, roundProblems } from '@huimin/domain/lucky';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { seedStaffOfDemonstration } from '../../apps/server/seed/demonstration-staff.ts';
import { signedIn } from './desk.ts';
import { depsOf, openServiceShop, runJob } from './services-stage.ts';
import { keep, loggedIn, resident, type Shop, type Visitor } from './shop.ts';

let shop: Shop;

beforeAll(async () => {
  shop = await openServiceShop();
  await seedStaffOfDemonstration(depsOf(shop));
  shop.clock.set('2026-12-01T10:00:00+08:00');
});
afterAll(() => shop?.close());

describe('the draw', () => {
  const hashing: Hashing = {
    sha256OfText: async (text) => createHash('sha256').update(text).digest('hex'),
    sha256OfHex: async (hex) => createHash('sha256').update(Buffer.from(hex, 'hex')).digest('hex'),
    hmac: async (key, text) => createHmac('sha256', Buffer.from(key, 'hex')).update(text).digest('hex'),
  };
  const productId = 'demo27plus';
  const prize = { code: 'cup', name: '水杯', unit: '个', valueFen: 2_000, stock: 3, oddsPpm: 1_000_000 };
  const round = {
    ...{ edition: productId, roundCode: 'rush', roundTitle: '测试轮', organiser: '甲信财产保险江苏分公司' },
    ...{ activityNo: 'HD-1', startsOn: '2026-12-01', endsOn: '2026-12-31', claimDays: 10, prizes: [prize] },
    reason: '看手册的活动',
  };

  test('is off unless the edition says otherwise, and needs no purchase', async () => {
    expect((await shop.visitor().call('luckyRound', {})).envelope.code).toBe(400304);
    const nobody = shop.visitor();
    const shown = await nobody.value('luckyRound', { productId });
    expect(shown).toMatchObject({
      chance: null,
      round: { code: 'gift-2026', isOpen: true, drawn: 0, isRevealed: false },
    });
    expect(shown.round.prizes[0]).toMatchObject({ name: '电子血压计', left: 50, stock: 50, oddsPpm: 5_000 });
    const earn = { roundCode: 'gift-2026', action: 'health-manual' } as const;
    expect((await nobody.call('earnLuckyChance', earn)).envelope.code).toBe(400001);
    // Somebody who has bought nothing.
    const fresh = await loggedIn(shop, resident(120));
    expect((await fresh.call('drawLucky', { roundCode: 'gift-2026', nonce: 'abcdefgh' })).envelope.code).toBe(400104);
    expect((await fresh.call('earnLuckyChance', { ...earn, action: 'buy' as never })).envelope.code).toBe(400100);
    expect(await fresh.value('earnLuckyChance', earn)).toMatchObject({ status: 'ready', statusLabel: '未抽' });
    const drawn = await fresh.value('drawLucky', { roundCode: 'gift-2026', nonce: 'abcdefgh' });
    expect(drawn).toMatchObject({ position: 1, nonce: 'abcdefgh' });
    expect(await fresh.value('drawLucky', { roundCode: 'gift-2026', nonce: 'zzzzzzzz' })).toEqual(drawn);
  });

  test('is one per person: a second account of the same identity has none', async () => {
    const [one, two] = [await loggedIn(shop, resident(121)), await loggedIn(shop, resident(122))];
    await keep(one, resident(121), '00');
    await two.value('addMember', {
      ...{ relationship: '00', name: resident(121).name, idType: '01', idNumber: resident(121).idNumber },
      ...{ regionCode: '320500', consent: true, phone: resident(122).phone },
    });
    const earn = { roundCode: 'gift-2026', action: 'health-manual' } as const;
    const both = await Promise.all([one.call('earnLuckyChance', earn), two.call('earnLuckyChance', earn)]);
    expect(both.map(({ envelope }) => envelope.code).sort()).toEqual([200000, 400303]);
  });

  test('never gives out more than there is, however many draw at once, and everybody can check it afterwards', async () => {
    const operations = await signedIn(shop, 'yunying01');
    const compliance = await signedIn(shop, 'hegui01');
    for (const bad of [
      { prizes: [{ ...prize, oddsPpm: 1_000_001 }] },
      { prizes: [{ ...prize, valueFen: 50_000 }] },
      { prizes: [prize, { ...prize, code: 'mug' }] },
      { activityNo: '' },
      { endsOn: '2026-11-01' },
    ]) {
      expect((await operations.call('askLuckyRound', { ...round, ...bad })).code).toBe(400100);
    }
    const { approvalNo } = await operations.value('askLuckyRound', round);
    await compliance.value('decideApproval', { approvalNo, agree: true });
    expect((await operations.call('askLuckyRound', round)).code).toBe(400707);
    const drawers: Visitor[] = [];
    for (let index = 0; index < 10; index += 1) {
      const drawer = await loggedIn(shop, resident(130 + index));
      await drawer.value('earnLuckyChance', { roundCode: 'rush', action: 'health-manual' });
      drawers.push(drawer);
    }
    const draws = await Promise.all(
      drawers.flatMap((drawer, index) =>
        // Each presses twice.
        [1, 2].map(() => drawer.value('drawLucky', { roundCode: 'rush', nonce: `nonce${index}00000` })),
      ),
    );
    expect(new Set(draws.map(({ position }) => position))).toEqual(new Set([1, 2, 3, 4, 5, 6, 7, 8, 9, 10]));
    const winners = draws.filter(({ status }) => status === 'won');
    expect(new Set(winners.map(({ tag }) => tag)).size).toBe(3);
    const before = await drawers[0]?.value('luckyProof', { roundCode: 'rush' });
    expect(before).toMatchObject({ seed: null, drawn: 10, draws: { length: 10 } });
    const { query } = depsOf(shop).database;
    const { rounds } = await operations.value('listLuckyRounds', {});
    expect(rounds.find((one) => one.code === 'rush')).toMatchObject({ code: 'rush', drawn: 10, prizes: [{ left: 0 }] });

    // The prize is claimed, its address sealed.
    const won = drawers[draws.findIndex(({ status }) => status === 'won') >> 1] as Visitor;
    const parcel = { roundCode: 'rush', name: '钱收', phone: resident(130).phone, address: '苏州市姑苏区观前街 9 号' };
    expect(await won.value('claimLuckyPrize', parcel)).toMatchObject({
      status: 'claimed',
      prizeName: '水杯',
      isSent: false,
    });
    const lost = drawers[draws.findIndex(({ status }) => status === 'lost') >> 1] as Visitor;
    expect((await lost.call('claimLuckyPrize', parcel)).envelope.code).toBe(400303);
    const [dump] = await query<{ text: string }>(`select string_agg(c::text, '') as text from lucky_chances c`);
    expect(dump?.text).not.toMatch(/观前街|钱收/);
    const listed = await operations.value('listLuckyClaims', { roundCode: 'rush', sent: 'no' });
    expect(JSON.stringify(listed)).not.toMatch(/观前街|钱收/);
    const [claim = expect.fail()] = listed.claims;
    const { luckyNo } = claim;
    const wish = { luckyNo, reason: '寄水杯给中奖人' };
    expect(await operations.value('readLuckyParcel', wish)).toEqual({
      ...{ name: '钱收', phone: resident(130).phone, address: '苏州市姑苏区观前街 9 号' },
    });
    const noted = await query<{ detail: string }>(
      `select detail from staff_audit where what = 'readLuckyParcel' and subject = $1`,
      [`奖品 ${luckyNo}`],
    );
    expect(noted).toEqual([{ detail: '看收件地址：寄水杯给中奖人' }]);
    // Whoever sees only a part of the province sends none and reads none.
    const scope = (cities: string) =>
      query(`update staff_accounts set scope = jsonb_set(scope, '{cities}', $1::jsonb) where account = 'yunying01'`, [
        cities,
      ]);
    await scope('["320500"]');
    expect((await operations.call('readLuckyParcel', wish)).code).toBe(400104);
    await scope('null');
    await operations.value('markLuckySent', { luckyNo });
    expect((await operations.call('markLuckySent', { luckyNo })).code).toBe(400104);

    // Over: the seed is told, and the round can be worked out again.
    await operations.value('closeLuckyRound', { roundCode: 'rush', reason: '奖品送完了' });
    await runJob(shop, 'lucky-sweep');
    const proof = await shop.visitor().value('luckyProof', { roundCode: 'rush' });
    expect(proof.seed).toMatch(/^[0-9a-f]{64}$/);
    expect([proof.seedHash, proof.rulesHash]).toEqual([before?.seedHash, before?.rulesHash]);
    expect(await roundProblems(proof, hashing)).toEqual([]);
    const command = 'apps/server/src/commands/lucky-check.ts';
    const told = await promisify(execFile)(process.execPath, [command, shop.origin, 'rush']);
    expect(told.stdout).toContain('10 次抽签都对得上');
    const late = await loggedIn(shop, resident(141));
    expect((await late.call('earnLuckyChance', { roundCode: 'rush', action: 'health-manual' })).envelope.code).toBe(
      400303,
    );

    shop.clock.set('2027-01-10T10:00:00+08:00');
    await runJob(shop, 'lucky-sweep');
    const states = await query<{ status: string; count: bigint }>(
      `select status, count(*) from lucky_chances where round_code = 'rush' group by status order by status`,
    );
    expect(states).toEqual([
      { status: 'claimed', count: 1n },
      { status: 'expired', count: 2n },
      { status: 'lost', count: 7n },
    ]);
    shop.clock.set(beijingMs('2027-04-01'));
    await runJob(shop, 'lucky-sweep');
    expect(await query('select 1 from lucky_chances where address_sealed is not null')).toEqual([]);
    const later = await signedIn(shop, 'yunying01');
    expect((await later.call('readLuckyParcel', wish)).message).toBe('地址已经到期删掉了');
  });
});
