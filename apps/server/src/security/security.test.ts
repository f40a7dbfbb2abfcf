import { createCipheriv, randomBytes } from 'node:crypto';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createOrderIds, orderIdOf, positionId, shardOfOrder, shardOfUser } from './order-ids.ts';
import { createSystemRandom } from './pooled-random.ts';
import { createPublicNumbers } from './public-numbers.ts';
import { createBlindIndex, createVault } from './vault.ts';

const numbers = createPublicNumbers(Buffer.alloc(16, 3));
const inner = fc.bigInt({ min: 0n, max: (1n << 59n) - 1n });

test('order numbers lead back to their id and say nothing about their order', () => {
  fc.assert(
    fc.property(inner, (id) => {
      const text = numbers.orderNo(id);
      expect(text).toMatch(/^JS[0-9]{19}$/);
      expect(numbers.orderId(text)).toBe(id);
    }),
  );
  const neighbours = [1n, 2n, 3n].map((id) => BigInt(numbers.orderNo(id).slice(2)));
  expect(neighbours[1] === (neighbours[0] ?? 0n) + 1n && neighbours[2] === (neighbours[1] ?? 0n) + 1n).toBe(false);
});

test('the rounds are AES, as node:crypto has it', () => {
  const key = randomBytes(16);
  const mask = (1 << 30) - 1;
  const round = (index: number, half: number): number => {
    const block = Buffer.alloc(16);
    block.set([1, index]);
    block.writeUInt32BE(half, 4);
    return createCipheriv('aes-128-ecb', key, null).update(block).readUInt32BE(0) & mask;
  };
  const made = createPublicNumbers(key);
  fc.assert(
    fc.property(inner, (id) => {
      let [left, right] = [Number(id >> 30n), Number(id & BigInt(mask))];
      for (let index = 0; index < 8; index++) [left, right] = [right, left ^ round(index, right)];
      expect(BigInt(made.orderNo(id).slice(2))).toBe((BigInt(left) << 30n) | BigInt(right));
    }),
  );
});

test('merchant order numbers carry order and attempt within 32 characters', () => {
  fc.assert(
    fc.property(inner, fc.integer({ min: 1, max: 15 }), (orderId, attemptNo) => {
      const text = numbers.merchantOrderNo(orderId, attemptNo);
      expect(text).toMatch(/^[A-Za-z0-9]{8,32}$/);
      expect(numbers.attemptOf(text)).toEqual({ orderId, attemptNo });
    }),
  );
});

test('refund numbers lead back to the order, in whichever round they are sent', () => {
  fc.assert(
    fc.property(inner, fc.integer({ min: 1, max: 99 }), (orderId, index) => {
      const text = numbers.refundNo(orderId, index);
      for (const sent of [text, `${text}T02`]) expect(numbers.orderOfRefund(sent)).toBe(orderId);
      expect([numbers.orderOfRefund(`${text}X`), numbers.orderOfRefund(numbers.merchantOrderNo(orderId, 1))]).toEqual([
        null,
        null,
      ]);
    }),
  );
});

test('policy numbers lead back to the policy', () => {
  fc.assert(
    fc.property(inner, fc.integer({ min: 1, max: 10 }), (orderId, position) => {
      const policyId = positionId(orderId, position);
      expect(numbers.policyId(numbers.policyNo(policyId))).toBe(policyId);
      expect(orderIdOf(policyId)).toBe(orderId);
    }),
  );
});

test.each(['', 'JS', 'JS123', 'XX1234567890123456789', `JS${'9'.repeat(19)}`, "JS1' or 1=1 --", 'JS一二三'])(
  'a text that is no order number is refused: %j',
  (text) => {
    expect(numbers.orderId(text)).toBeNull();
  },
);

test('another key reads another id', () => {
  const other = createPublicNumbers(Buffer.alloc(16, 4));
  expect(other.orderId(numbers.orderNo(12345n))).not.toBe(12345n);
});

test('ids of one worker rise and never repeat, also when the clock stands or steps back', () => {
  let now = Date.UTC(2026, 10, 20);
  const ids = createOrderIds({ now: () => now }, 5);
  const made: bigint[] = [];
  for (let index = 0; index < 2_000; index++) {
    if (index === 700) now -= 5_000;
    if (index === 1_400) now += 60_000;
    made.push(ids.next(index % 256));
  }
  expect(new Set(made).size).toBe(made.length);
  expect(made.map((id) => shardOfOrder(id))).toEqual(made.map((_, index) => index % 256));
  expect(made.every((id) => id < 1n << 59n)).toBe(true);
  const inOneShard = made.filter((id) => shardOfOrder(id) === 7);
  expect([...inOneShard].sort((a, b) => (a < b ? -1 : 1))).toEqual(inOneShard);
});

test('two workers never make the same id', () => {
  const clock = { now: () => Date.UTC(2026, 10, 20) };
  const first = createOrderIds(clock, 1);
  const second = createOrderIds(clock, 2);
  const all = Array.from({ length: 600 }, () => [first.next(9), second.next(9)]).flat();
  expect(new Set(all).size).toBe(all.length);
});

test('users spread over all shards', () => {
  const shards = new Set(Array.from({ length: 5_000 }, (_, index) => shardOfUser(BigInt(index))));
  expect(shards.size).toBe(256);
});

const key = (id: string, fill: number) => ({ id, key: Buffer.alloc(32, fill) });

test('sealed values open with their purpose only, and any changed byte is noticed', () => {
  const vault = createVault([key('k1', 1)], randomBytes);
  const sealed = vault.seal('phone', '19000000001');
  expect(vault.open('phone', sealed)).toBe('19000000001');
  expect(() => vault.open('member', sealed)).toThrow();
  for (let index = 0; index < sealed.length; index++) {
    const changed = Buffer.from(sealed);
    changed[index] = (changed[index] as number) ^ 1;
    expect(() => vault.open('phone', changed)).toThrow();
  }
});

test('equal values look different when sealed and carry no plain text', () => {
  const vault = createVault([key('k1', 1)], randomBytes);
  const first = vault.sealJson('member', { name: '张三' });
  const second = vault.sealJson('member', { name: '张三' });
  expect(first.equals(second)).toBe(false);
  expect(first.includes(Buffer.from('张三'))).toBe(false);
});

test('keys rotate: old values stay readable, new ones use the new key', () => {
  const old = createVault([key('k1', 1)], randomBytes);
  const rotated = createVault([key('k2', 2), key('k1', 1)], randomBytes);
  expect(rotated.open('phone', old.seal('phone', 'x'))).toBe('x');
  expect(() => old.open('phone', rotated.seal('phone', 'x'))).toThrow('k2');
});

test('the blind index is keyed, and tells kinds and id types apart', () => {
  const index = createBlindIndex(Buffer.alloc(32, 1));
  expect(index.phone('19000000001').equals(index.phone('19000000001'))).toBe(true);
  expect(index.phone('19000000001').equals(index.of('other', '19000000001'))).toBe(false);
  expect(index.person('01', '32019919900101001x').equals(index.person('01', '32019919900101001X'))).toBe(true);
  expect(index.person('01', 'A1').equals(index.person('02', 'A1'))).toBe(false);
  const other = createBlindIndex(Buffer.alloc(32, 2));
  expect(index.phone('19000000001').equals(other.phone('19000000001'))).toBe(false);
});

test('pooled randomness never hands out the same bytes twice and keeps what it handed out', () => {
  const random = createSystemRandom();
  const first = random.bytes(12);
  const kept = first.toString('hex');
  const all = new Set([kept]);
  for (let round = 0; round < 5_000; round++) all.add(random.bytes(12).toString('hex'));
  expect(all.size).toBe(5_001);
  expect(first.toString('hex')).toBe(kept);
  expect(random.bytes(200).length).toBe(200);
});
