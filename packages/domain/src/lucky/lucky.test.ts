import { createHash, createHmac } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { chainStart, chainText, drawLine, drawText, type PublishedDraw, prizeOfRoll, rollOf } from './draw.ts';
import { type LuckyRules, luckyRulesProblem, luckyRulesText, ODDS_WHOLE, oddsText } from './round-rules.ts';
import { type Hashing, type RoundProof, roundProblems } from './verify-round.ts';

const sha256 = (bytes: string | Buffer): string => createHash('sha256').update(bytes).digest('hex');
const hmac = (key: string, text: string): string =>
  createHmac('sha256', Buffer.from(key, 'hex')).update(text).digest('hex');
const hashing: Hashing = {
  sha256OfText: async (text) => sha256(text),
  sha256OfHex: async (hex) => sha256(Buffer.from(hex, 'hex')),
  hmac: async (key, text) => hmac(key, text),
};

const prize = (code: string, stock: number, oddsPpm: number) => ({
  ...{ code, name: '水杯', unit: '个', valueFen: 2_000, stock, oddsPpm },
});
const rules: LuckyRules = {
  ...{ code: 'r-1', title: '小礼', organiser: '甲信财产', approvalNo: 'HD-1', startsAtMs: 0, endsAtMs: 86_400_000 },
  ...{ claimDays: 30, actions: ['health-manual'], prizes: [prize('a', 1, 400_000), prize('b', 5, 200_000)] },
};
const seed = '00112233445566778899aabbccddeeff00112233445566778899aabbccddeeff';

/** A round of so many draws, made as the server makes it. */
function playedRound(count: number): RoundProof {
  const rulesHash = sha256(luckyRulesText(rules));
  const seedHash = sha256(Buffer.from(seed, 'hex'));
  const left = new Map(rules.prizes.map(({ code, stock }) => [code, stock]));
  let before = sha256(chainStart(seedHash, rulesHash));
  const draws: PublishedDraw[] = [];
  for (let position = 1; position <= count; position += 1) {
    const input = { rulesHash, tag: `tag${position}`, nonce: `nonce${position}` };
    const roll = rollOf(hmac(seed, drawText(input)));
    const won = prizeOfRoll(roll, rules.prizes);
    const has = won ? (left.get(won.code) ?? 0) : 0;
    if (won && has > 0) left.set(won.code, has - 1);
    const line = {
      position,
      tag: input.tag,
      nonce: input.nonce,
      roll,
      prizeCode: has > 0 ? (won?.code ?? null) : null,
      atMs: position,
    };
    before = sha256(chainText(before, drawLine(line)));
    draws.push({ ...line, hash: before });
  }
  return { rules, rulesHash, seedHash, seed, draws };
}

describe('a round worked out again', () => {
  const proof = playedRound(30);
  const change = (index: number, part: Partial<PublishedDraw>): RoundProof => ({
    ...proof,
    draws: proof.draws.map((draw, at) => (at === index ? { ...draw, ...part } : draw)),
  });
  const lost = proof.draws.findIndex(({ prizeCode }) => prizeCode === null);
  const won = proof.draws.findIndex(({ prizeCode }) => prizeCode !== null);

  test('is as it was', async () => {
    expect(await roundProblems(proof, hashing)).toEqual([]);
    // The one cup went to the first whose number it was.
    expect(proof.draws.filter(({ prizeCode }) => prizeCode === 'a')).toHaveLength(1);
  });

  test.each([
    ['a result that was turned to lost', change(won, { prizeCode: null }), '结果和号码对不上'],
    ['a result that was turned to won', change(lost, { prizeCode: 'b' }), '结果和号码对不上'],
    ['another number', change(3, { roll: 1 }), '号码不是由种子算出来的'],
    ['another nonce', change(3, { nonce: 'other000' }), '号码不是由种子算出来的'],
    ['a draw at another time', change(3, { atMs: 9 }), '记录被改过'],
    ['a draw left out', { ...proof, draws: proof.draws.toSpliced(4, 1) }, '顺序号不连续'],
    ['somebody twice', change(5, { tag: 'tag1' }), '同一个人抽了两次'],
    ['another seed', { ...proof, seed: seed.replace('00', '01') }, '种子和开始前公布的指纹对不上'],
    ['no seed yet', { ...proof, seed: null }, '这一轮还没结束，种子还没公布'],
    ['other rules', { ...proof, rules: { ...rules, claimDays: 3 } }, '规则和开始前公布的不一样'],
  ])('shows %s', async (_what, changed, problem) => {
    expect((await roundProblems(changed, hashing)).join()).toContain(problem);
  });
});

test('odds are laid one after the other', () => {
  expect([0, 399_999, 400_000, 599_999, 600_000].map((roll) => prizeOfRoll(roll, rules.prizes)?.code)).toEqual([
    ...['a', 'a', 'b', 'b', undefined],
  ]);
  expect([rollOf('0'.repeat(64)), rollOf('f'.repeat(64)), rollOf(`80${'0'.repeat(62)}`)]).toEqual([
    0, 999_999, 500_000,
  ]);
  expect(() => rollOf('xyz')).toThrow(RangeError);
  expect([5_000, 20_000, 875_000, 1].map(oddsText)).toEqual(['0.5%', '2%', '87.5%', '0.0001%']);
});

test('numbers are spread evenly over the odds', () => {
  const counts = [0, 0, 0, 0];
  for (let index = 0; index < 4_000; index += 1) {
    const place = Math.floor((rollOf(sha256(`even ${index}`)) * 4) / ODDS_WHOLE);
    counts[place] = (counts[place] ?? 0) + 1;
  }
  for (const count of counts) expect(Math.abs(count - 1_000)).toBeLessThan(120);
});

describe('rules that may be opened', () => {
  test('these', () => expect(luckyRulesProblem(rules)).toBeNull());

  test.each([
    ['a buying action', { actions: ['buy'] as never }, 'actions 只能写'],
    ['a dear prize', { prizes: [{ ...prize('a', 1, 1), valueFen: 20_001 }] }, '不超过 200 元'],
    ['odds over the whole', { prizes: [prize('a', 1, 600_000), prize('b', 1, 400_001)] }, '加起来超过 100%'],
    ['the same prize twice', { prizes: [prize('a', 1, 1), prize('a', 1, 1)] }, '重复'],
    ['nobody who answers for it', { organiser: '' }, 'organiser'],
    ['no approval', { approvalNo: '' }, 'approvalNo'],
    ['a mark that parts the text', { title: '小|礼' }, 'title'],
    ['an end before its beginning', { endsAtMs: -1 }, '结束要晚于开始'],
    ['no moment', { startsAtMs: Number.NaN }, '结束要晚于开始'],
  ])('not %s', (_what, part, problem) => {
    expect(luckyRulesProblem({ ...rules, ...part })).toContain(problem);
  });

  test('the text of different rules differs', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 90 }), fc.integer({ min: 1, max: 90 }), (one, two) => {
        const texts = [one, two].map((claimDays) => luckyRulesText({ ...rules, claimDays }));
        expect(texts[0] === texts[1]).toBe(one === two);
      }),
    );
  });
});
