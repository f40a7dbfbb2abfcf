import { addDays, beijingDate } from '@huimin/domain/date';
import type pg from 'pg';
import type { LookValues } from '../tests/integration/console-looks.ts';
import type { Desk } from '../tests/integration/desk.ts';
import type { Shop } from '../tests/integration/shop.ts';
import { inventedPerson } from './invented-orders.ts';

/** What looks at one thing need: its number, taken from the middle of what was invented. */
export async function neededLooks(shop: Shop, client: pg.Client, desk: Desk): Promise<LookValues> {
  const deps = shop.servers[0]?.deps;
  if (!deps) throw new Error('no server');
  const { numbers } = deps;
  const one = async (text: string) => (await client.query<Record<string, string>>(text)).rows[0] ?? {};
  const order = await one(
    `select id::text from orders o join order_recordings b on b.shard = o.shard and b.order_id = o.id
     where o.status = 50 and b.trace is not null order by o.created_at offset 20 limit 1`,
  );
  const refund = await one('select refund_no from refunds order by id offset 20 limit 1');
  const complaint = await one('select id::text from complaints order by filed_at offset 1 limit 1');
  const edition = await one(`select edition_code as code from orders group by 1 order by count(*) desc limit 1`);
  const orderNo = numbers.orderNo(BigInt(order.id ?? 0));
  const { name, idNumber, phone } = inventedPerson(200);
  const { people } = await desk.value('searchPeople', { idType: '01', idNumber });
  const today = beijingDate(Date.now());
  const days = { from: addDays(today, -60), to: addDays(today, -31) };
  const year = { from: addDays(today, -200), to: today };
  return {
    ...days,
    city: '320600',
    edition: edition.code ?? '',
    needed: {
      showOrder: [{ orderNo }],
      searchOrders: [
        { number: orderNo },
        { idType: '01', idNumber },
        { phone },
        { city: '320600', group: 'refunding' },
        { source: 'outlet' },
        { method: 'rb' },
        { ...days, city: '320600', method: 'alipay', group: 'refunded' },
      ],
      showRefund: [{ refundNo: refund.refund_no }],
      searchRecordings: [
        { number: orderNo },
        { idType: '01', idNumber },
        { phone },
        { channel: 'no-such-channel' },
        { state: 'held', channel: 'h5' },
      ],
      searchPeople: [
        { idType: '01', idNumber },
        { name: name.slice(0, 1), idTail: idNumber.slice(-3) },
      ],
      showPerson: people.map(({ person }) => ({ person })).slice(0, 1),
      showComplaint: [{ complaintNo: numbers.complaintNo(BigInt(complaint.id ?? 0)) }],
      listComplaints: [{ number: orderNo }],
      listMessages: [{ day: days.from }, { about: 'JS0000000000000005000' }, { day: days.from, status: 'technical' }],
      listAuditLog: [
        { what: 'showPerson' },
        { staffNo: '3' },
        { subject: 'INV77' },
        { subject: 'nothing' },
        { what: 'noSuchCall' },
        { ...days, what: 'showPerson' },
        { ...days, staffNo: '3' },
      ],
      showIndicators: [year],
      showChannelReport: [
        year,
        { ...year, by: 'agent' },
        { ...year, by: 'way' },
        { ...year, by: 'day', city: '320600' },
      ],
      drawSample: [
        { seed: '20260110-7F3A', size: 20, ...days },
        { seed: '20260110-7F3A', size: 20, ...year },
      ],
    },
  };
}
