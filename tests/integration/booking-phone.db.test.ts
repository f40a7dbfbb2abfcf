import { beijingMs } from '@huimin/domain/date';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { agreements, loggedIn, newestCode, openShop, type Shop, type Visitor } from './shop.ts';

const OPENS = '2026-11-09 09:00:00';
const BEFORE = beijingMs('2026-11-02 10:00:00');
const [FORMER, NEWER, OTHER, THIRD] = ['13900000361', '13900000362', '13900000363', '13900000364'];

let shop: Shop;
let wish: { regionCode: string; headCount: number; privacyVersion: number; consent: true };

beforeAll(async () => {
  shop = await openShop({ jobs: false });
  shop.clock.set(BEFORE);
  await query(
    'update editions set document = document || $1::jsonb, config_version = config_version + 1 where is_default',
    [JSON.stringify({ insureStart: OPENS, insureEnd: '2026-12-31 23:59:59' })],
  );
  await server().deps.editions.refresh();
  const [privacy] = await agreements(shop.visitor().value, ['privacy-policy']);
  wish = { regionCode: '320508', headCount: 3, privacyVersion: privacy?.version as number, consent: true };
});
afterAll(() => shop?.close());

const server = () => shop.servers[0] as Shop['servers'][number];
const query = <R extends object>(text: string, values: unknown[] = []) => server().deps.database.query<R>(text, values);

/** A phone gets one code a minute. */
const later = () => shop.clock.advance(61_000);

async function moveTo(owner: Visitor, from: string, to: string): Promise<void> {
  later();
  await owner.value('verification', { purpose: 'change-phone' });
  const code = newestCode(shop.sandbox, from);
  const { proofToken } = await owner.value('verification', { purpose: 'change-phone', code });
  later();
  await owner.value('sendSmsCode', { phone: to, purpose: 'new-phone' });
  await owner.value('updatePhone', { phone: to, code: newestCode(shop.sandbox, to), proofToken: proofToken ?? '' });
}

const bookedBy = async (visitor: Visitor) => (await visitor.value('queryBookingsOfPhone')).bookings;
const reminders = (phone: string) =>
  shop.sandbox.control.sms(phone).filter(({ text }) => text.includes('您预约的')).length;

test('bookings follow their owner to another phone, which is reminded, and nobody finds them by the old number', async () => {
  const owner = await loggedIn(shop, { phone: FORMER });
  const { booking: takenBack } = await owner.value('saveBooking', wish);
  await owner.value('cancelBooking', { bookingNo: takenBack.bookingNo });
  const { booking } = await owner.value('saveBooking', wish);
  // Just then a server had taken the reminder to the former number.
  await query(`update bookings set notice_state = 'sending', notice_tries = 3 where status = 'booked'`);
  await moveTo(owner, FORMER, NEWER);
  const { bookingNo, regionCode, headCount } = booking;
  expect(await bookedBy(owner)).toMatchObject([
    { bookingNo, regionCode, headCount, status: 'booked', phoneMasked: '139****0362' },
    { bookingNo: takenBack.bookingNo, status: 'cancelled', phoneMasked: '139****0362' },
  ]);

  later();
  const nextOwner = await loggedIn(shop, { phone: FORMER });
  expect(await bookedBy(nextOwner)).toEqual([]);
  expect((await nextOwner.call('queryBooking', { bookingNo })).envelope.code).toBe(400104);
  await nextOwner.value('saveBooking', { ...wish, headCount: 1 });

  shop.clock.set(beijingMs('2026-11-09 09:30:00'));
  await shop.runJob('booking-notices');
  expect([reminders(FORMER), reminders(NEWER)]).toEqual([1, 1]);
  expect(await bookedBy(nextOwner)).toMatchObject([{ headCount: 1, status: 'notified' }]);
  expect((await bookedBy(owner))[0]).toMatchObject({ bookingNo, status: 'notified' });
  shop.clock.set(BEFORE + 3_600_000);
});

test('what the new phone had booked itself stands, and is insured where the former booking was', async () => {
  const owner = await loggedIn(shop, { phone: OTHER });
  const { booking: former } = await owner.value('saveBooking', wish);
  // With a code and without an account: the phone's own wish.
  const visitor = shop.visitor();
  await visitor.value('sendBookingCode', { phone: THIRD });
  const proof = { phone: THIRD, code: newestCode(shop.sandbox, THIRD) };
  const { booking: own } = await visitor.value('saveBooking', { ...wish, headCount: 5, proof });
  const orderId = 77n;
  await query(
    `update bookings set status = 'insured', insured_at = $1, order_id = $2 where head_count = 3 and status = 'booked'`,
    [new Date(shop.clock.now()), orderId],
  );
  await moveTo(owner, OTHER, THIRD);
  expect(await bookedBy(owner)).toMatchObject([{ bookingNo: own.bookingNo, headCount: 5, status: 'insured' }]);
  expect((await owner.call('queryBooking', { bookingNo: former.bookingNo })).envelope.code).toBe(400104);
  const kept = await query<{ id: bigint }>('select id from bookings where order_id = $1', [orderId]);
  expect(kept).toHaveLength(1);
});

test('who wants no marketing wants none on the new phone either', async () => {
  const [from, to] = ['13900000365', '13900000366'];
  const owner = await loggedIn(shop, { phone: from });
  await owner.value('chooseMarketing', { wanted: false });
  await moveTo(owner, from, to);
  const off = await query<{ phone_index: Buffer }>('select phone_index from message_opt_outs');
  expect(off.some(({ phone_index }) => phone_index.equals(server().deps.index.phone(to)))).toBe(true);
});
