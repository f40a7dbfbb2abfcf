import { beijingMs } from '@huimin/domain/date';
import { syntheticPhone } from '@huimin/testing';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { seedStaffOfDemonstration } from '../../apps/server/seed/demonstration-staff.ts';
import type { BookingDependencies } from '../../apps/server/src/features/booking/index.ts';
import { bookingJobs } from '../../apps/server/src/features/booking/index.ts';
import type { SentMessages, SmsGateway } from '../../apps/server/src/ports/sms-gateway.ts';
import { signedIn } from './desk.ts';
import {
  agreements,
  loggedIn,
  newestCode,
  openShop,
  pay,
  placeOrder,
  resident,
  type Shop,
  type Visitor,
} from './shop.ts';

const OPENS = '2026-11-09 09:00:00';
const BEFORE = beijingMs('2026-11-02 10:00:00');
const NOWHERE = `YY${'0'.repeat(19)}`;

let shop: Shop;
let privacyVersion: number;

beforeAll(async () => {
  shop = await openShop({ jobs: false });
  shop.clock.set(BEFORE);
  await change({ insureStart: OPENS, insureEnd: '2026-12-31 23:59:59' });
  const [privacy] = await agreements(shop.visitor().value, ['privacy-policy']);
  privacyVersion = privacy?.version as number;
});
afterAll(() => shop?.close());

const server = () => shop.servers[0] as Shop['servers'][number];
const query = <R extends object>(text: string, values: unknown[] = []) => server().deps.database.query<R>(text, values);

async function change(fields: object): Promise<void> {
  await query(
    'update editions set document = document || $1::jsonb, config_version = config_version + 1 where is_default',
    [JSON.stringify(fields)],
  );
  await server().deps.editions.refresh();
}

const wish = (more: object = {}) =>
  ({ regionCode: '320508', headCount: 3, privacyVersion, consent: true, ...more }) as const;

async function code(visitor: Visitor, phone: string): Promise<string> {
  shop.clock.advance(61_000);
  await visitor.value('sendBookingCode', { phone });
  return newestCode(shop.sandbox, phone);
}

describe('booking', () => {
  test('a phone books after a code, changes it by booking again, and is one booking', async () => {
    const visitor = shop.visitor();
    const phone = syntheticPhone(1);
    const proof = { phone, code: await code(visitor, phone) };
    const made = await visitor.value('saveBooking', wish({ proof, agentCode: 'A1', shareCode: 'S1' }));
    expect(made.text).toBe('预约成功！苏民安 2027开售后我们将第一时间短信提醒您');
    expect(made.booking).toMatchObject({
      status: 'booked',
      statusLabel: '已预约',
      regionText: '苏州 - 姑苏区',
      headCount: 3,
      agentCode: 'A1',
      saleStartsAt: '2026.11.09 09:00',
      onSale: false,
      orderNo: null,
      canCancel: true,
    });
    expect(JSON.stringify(made)).not.toContain(phone);
    await seedStaffOfDemonstration(server().deps);
    const edition = made.booking.editionCode;
    const operations = await signedIn(shop, 'yunying01');
    const listed = await operations.value('listBookings', { edition, notice: 'waiting' });
    expect(listed).toMatchObject({
      bookings: [{ bookingNo: made.booking.bookingNo, statusLabel: '已预约', noticeLabel: '等开售', headCount: 3 }],
    });
    expect((await operations.value('listBookings', { edition, status: 'booked', notice: 'waiting' })).bookings).toEqual(
      listed.bookings,
    );
    expect((await operations.value('listBookings', { edition, status: 'cancelled' })).bookings).toEqual([]);
    expect((await operations.value('listBookings', { edition, notice: 'sent' })).bookings).toEqual([]);
    expect(await operations.value('countBookings', { edition })).toMatchObject({
      ...{ bookings: 1, people: 3, toSend: 1, sent: 0 },
    });
    expect(JSON.stringify(listed)).not.toContain(phone);
    // Another city's outlet sees and counts none of it.
    const outlet = await signedIn(shop, 'wangdian01');
    expect((await outlet.value('listBookings', { edition })).bookings).toEqual([]);
    expect(await outlet.value('countBookings', { edition })).toMatchObject({ bookings: 0, people: 0 });
    // A code works once.
    expect((await visitor.call('saveBooking', wish({ proof }))).envelope.code).toBe(400202);
    const again = { phone, code: await code(visitor, phone) };
    const changed = await visitor.value('saveBooking', wish({ proof: again, headCount: 5, regionCode: '320600' }));
    expect(changed.booking).toMatchObject({ bookingNo: made.booking.bookingNo, headCount: 5, regionText: '南通' });
    expect((await outlet.value('listBookings', { edition })).bookings).toMatchObject([{ headCount: 5 }]);
    const { ticket } = changed;
    expect(await visitor.value('queryBooking', { bookingNo: made.booking.bookingNo, ticket })).toEqual(changed.booking);
    expect((await visitor.value('queryBookingsOfPhone', { ticket })).bookings).toHaveLength(1);
    // Nothing in the database says whose it is.
    const [row] = await query<{ text: string }>('select b::text as text from bookings b');
    expect(row?.text).not.toContain(phone);
  });

  test('somebody logged in books without a code; others and absent ones look alike', async () => {
    const owner = await loggedIn(shop, resident(201));
    const { booking } = await owner.value('saveBooking', wish());
    const { bookingNo } = booking;
    expect((await owner.value('queryBookingsOfPhone')).bookings).toEqual([booking]);

    const stranger = await loggedIn(shop, resident(202));
    const visitor = shop.visitor();
    const other = syntheticPhone(2);
    const { ticket } = await visitor.value('proveBookingPhone', { phone: other, code: await code(visitor, other) });
    for (const [asker, proof] of [
      [stranger, {}],
      [visitor, { ticket }],
    ] as const) {
      const theirs = await asker.call('queryBooking', { bookingNo, ...proof });
      const absent = await asker.call('queryBooking', { bookingNo: NOWHERE, ...proof });
      // But for the number of the request.
      expect({ ...theirs.envelope, subMessage: '' }).toEqual({ ...absent.envelope, subMessage: '' });
      expect(theirs.envelope.code).toBe(400104);
      expect((await asker.call('cancelBooking', { bookingNo, ...proof })).envelope.code).toBe(400104);
      expect((await asker.value('queryBookingsOfPhone', proof)).bookings).toEqual([]);
    }
    // Without a proof it makes no difference what is asked for.
    for (const no of [bookingNo, NOWHERE]) {
      expect((await visitor.call('queryBooking', { bookingNo: no })).envelope.code).toBe(400211);
      expect((await visitor.call('queryBooking', { bookingNo: no, ticket: 'A'.repeat(120) })).envelope.code).toBe(
        400211,
      );
    }
    // A ticket ends by itself.
    shop.clock.advance(31 * 60_000);
    expect((await visitor.call('queryBookingsOfPhone', { ticket })).envelope.code).toBe(400211);

    expect(await owner.value('cancelBooking', { bookingNo })).toMatchObject({ status: 'cancelled', canCancel: false });
    expect(await owner.value('cancelBooking', { bookingNo })).toMatchObject({ statusLabel: '已取消' });
    const anew = await owner.value('saveBooking', wish());
    expect(anew.booking.bookingNo).not.toBe(bookingNo);
    expect((await owner.value('queryBookingsOfPhone')).bookings.map(({ status }) => status)).toEqual([
      'booked',
      'cancelled',
    ]);
    await owner.value('cancelBooking', { bookingNo: anew.booking.bookingNo });
    shop.clock.advance(8 * 86_400_000);
    await shop.runJob('old-bookings');
    shop.clock.set(shop.clock.now() - 8 * 86_400_000);
    expect((await owner.value('queryBookingsOfPhone')).bookings).toEqual([]);
  });

  test.each([
    ['without a login or a code', {}, 400001],
    ['with a code nobody sent', { proof: { phone: syntheticPhone(3), code: '000000' } }, 400202],
    ['for a place outside the province', { regionCode: '321999' }, 400100],
    ['after another privacy policy', { privacyVersion: 77 }, 400302],
    ['for an edition that is over', { productId: 'js26' }, 300001],
    ['for an edition nobody knows', { productId: 'none' }, 400104],
    ['for nobody', { headCount: 0 }, 400100],
    ['for a group', { headCount: 21 }, 400100],
    ['without consent', { consent: false }, 400100],
  ])('is refused %s', async (_, more, expected) => {
    expect((await shop.visitor().call('saveBooking', wish(more) as never)).envelope.code).toBe(expected);
  });
});

/** Phones as a gateway has reached them. */
interface Gateway extends SmsGateway, SentMessages {
  readonly reached: Map<string, number>;
}

/** `fate` says what becomes of a phone's first message; the process dies where it never answers. */
function gatewayOf(fate: (phone: string) => 'accepted' | 'dies-before' | 'dies-after' | 'limited'): Gateway {
  const reached = new Map<string, number>();
  const taken = new Set<string>();
  const seen = new Set<string>();
  return {
    reached,
    async send({ phone, outId, template }) {
      expect(template).toBe('sale-open');
      const first = !seen.has(phone);
      seen.add(phone);
      const now = first ? fate(phone) : 'accepted';
      if (now === 'limited') return { kind: 'limited' };
      if (now === 'dies-before') return new Promise(() => undefined);
      taken.add(outId);
      reached.set(phone, (reached.get(phone) ?? 0) + 1);
      return now === 'dies-after' ? new Promise(() => undefined) : { kind: 'accepted', providerId: 'b' };
    },
    wasSent: async ({ outId }) => (taken.has(outId) ? 'sent' : 'not-sent'),
  };
}

describe('when the sale opens', () => {
  const phones = Array.from({ length: 60 }, (_, index) => syntheticPhone(1_000 + index));
  let deps: BookingDependencies;

  beforeAll(async () => {
    await query('delete from bookings');
    shop.clock.set(BEFORE);
    const { deps: core } = server();
    deps = { ...core, tellsOpenings: true, noticesPerSecond: 10 } as unknown as BookingDependencies;
    for (const [at, phone] of phones.entries()) {
      const index = core.index.phone(phone);
      await query(
        `insert into bookings (shard, id, phone_index, phone_sealed, edition_code, region_code, head_count,
           privacy_version, booked_at, notice_at, keep_until)
         select $1, $2, $3, $4, code, '320100', 2, 1, $5, $5, $6 from editions where is_default`,
        [
          index[0],
          core.orderIds.next(index[0] as number),
          index,
          core.vault.seal('booking-phone', phone),
          new Date(BEFORE + at),
          new Date(BEFORE + 90 * 86_400_000),
        ],
      );
    }
  });

  /** A server that sends by this gateway. */
  const replica = (gateway: Gateway) =>
    bookingJobs({ ...deps, sms: gateway, sentMessages: gateway }).find(({ name }) => name === 'booking-notices') as {
      run(): Promise<number>;
    };
  const states = async () => {
    const rows = await query<{ status: string; count: bigint }>(
      'select status, count(*) from bookings group by status order by status',
    );
    return Object.fromEntries(rows.map(({ status, count }) => [status, Number(count)]));
  };

  test('everybody is told once and nobody is left out: several servers, one dies in the middle, the gateway limits', async () => {
    const dying = new Set([3, 4].map((at) => phones[at]));
    const diesAfter = new Set([5, 6].map((at) => phones[at]));
    const gateway = gatewayOf((phone) => {
      if (dying.has(phone)) return 'dies-before';
      if (diesAfter.has(phone)) return 'dies-after';
      return phone === phones[30] ? 'limited' : 'accepted';
    });
    const replicas = [replica(gateway), replica(gateway), replica(gateway)];
    // Before the sale, and by night, nobody is told.
    await Promise.all(replicas.map((one) => one.run()));
    expect(gateway.reached.size).toBe(0);
    await change({ insureStart: '2026-11-08 22:00:00' });
    shop.clock.set(beijingMs('2026-11-08 22:30:00'));
    await Promise.all(replicas.map((one) => one.run()));
    expect(gateway.reached.size).toBe(0);

    shop.clock.set(beijingMs('2026-11-09 08:00:00'));
    // The first server's round never ends: it has died. Of the others only who has the turn sends.
    void replicas[0]?.run();
    await expect.poll(() => gateway.reached.size).toBe(18);
    await Promise.all(replicas.slice(1).map((one) => one.run()));
    expect(gateway.reached.size).toBe(18);
    for (let round = 0; round < 6; round += 1) {
      shop.clock.advance(2_000);
      await Promise.all(replicas.slice(1).map((one) => one.run()));
    }
    // Twenty a turn, and not one more; the limited one waits.
    expect(gateway.reached.size).toBe(57);
    expect(await states()).toEqual({ booked: 5, notified: 55 });
    for (let round = 0; round < 3; round += 1) {
      shop.clock.advance(11 * 60_000);
      await Promise.all(replicas.slice(1).map((one) => one.run()));
    }
    expect(await states()).toEqual({ notified: 60 });
    expect([...gateway.reached.entries()].filter(([, times]) => times !== 1)).toEqual([]);
    expect([...gateway.reached.keys()].sort()).toEqual([...phones].sort());
    for (const one of replicas.slice(1)) await one.run();
    expect(Math.max(...gateway.reached.values())).toBe(1);
  });

  test('a server that stood still between taking and sending leaves the rest to whoever asks first', async () => {
    shop.clock.advance(10_000);
    await query(`update bookings set status = 'booked', notice_state = 'waiting', notified_at = null, notice_at = $1`, [
      new Date(shop.clock.now()),
    ]);
    const gateway = gatewayOf(() => 'accepted');
    const slow = {
      ...gateway,
      send: (message: Parameters<Gateway['send']>[0]) => {
        if (gateway.reached.size === 0) shop.clock.advance(6 * 60_000);
        return gateway.send(message);
      },
    };
    await replica(slow).run();
    expect(gateway.reached.size).toBe(1);
    for (let round = 0; round < 8; round += 1) {
      shop.clock.advance(11 * 60_000);
      await replica(gateway).run();
    }
    expect(await states()).toEqual({ notified: 60 });
    expect([...gateway.reached.values()].every((times) => times === 1)).toBe(true);
  });

  test('the message goes out by the gateway, an order makes the booking 已投保, and operators see counts', async () => {
    await query('delete from bookings');
    await change({ insureStart: '2026-11-20 09:00:00' });
    shop.clock.set(beijingMs('2026-11-10 10:00:00'));
    const owner = await loggedIn(shop, resident(211));
    const taken = await loggedIn(shop, resident(212));
    const { booking } = await owner.value('saveBooking', wish());
    const { booking: back } = await taken.value('saveBooking', wish());
    await taken.value('cancelBooking', { bookingNo: back.bookingNo });
    shop.clock.set(beijingMs('2026-11-20 09:30:00'));
    await shop.runJob('booking-notices');
    const [message] = shop.sandbox.control.sms(resident(211).phone);
    expect(message?.text).toContain('您预约的苏民安 2027已开始参保，到12月31日截止');
    expect(shop.sandbox.control.sms(resident(212).phone).some(({ text }) => text.includes('您预约的'))).toBe(false);
    const told = await owner.value('queryBooking', { bookingNo: booking.bookingNo });
    expect(told).toMatchObject({ status: 'notified', onSale: true, notifiedAt: '2026.11.20 09:30' });
    expect((await owner.call('saveBooking', wish())).envelope).toMatchObject({
      code: 400303,
      message: '苏民安 2027 已经开售，不用预约，可以直接参保',
    });

    const { orderNo } = await placeOrder(owner, [resident(211)]);
    await pay(owner, orderNo, shop.sandbox);
    for (const job of server().built.jobs.filter(({ name }) => name.startsWith('outbox'))) await job.run();
    for (const job of server().built.jobs.filter(({ name }) => name.startsWith('outbox'))) await job.run();
    const bought = await owner.value('queryBookingOfOrder', { orderNo });
    expect(bought).toMatchObject({ bookingNo: booking.bookingNo, status: 'insured', orderNo, canCancel: false });
    expect((await taken.call('queryBookingOfOrder', { orderNo })).envelope.code).toBe(400104);
    expect((await owner.call('cancelBooking', { bookingNo: booking.bookingNo })).envelope.code).toBe(400303);

    const operations = await signedIn(shop, 'yunying01');
    expect(await operations.value('countBookings', { edition: booking.editionCode })).toMatchObject({
      ...{ bookings: 2, insured: 1, cancelled: 1, sent: 1, toSend: 0 },
    });
  });
});
