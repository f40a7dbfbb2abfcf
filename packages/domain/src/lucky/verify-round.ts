import { chainStart, chainText, drawLine, drawText, type PublishedDraw, prizeOfRoll, rollOf } from './draw.ts';
import { type LuckyRules, luckyRulesText } from './round-rules.ts';

/** What is published of a round; the seed only after its end. */
export interface RoundProof {
  readonly rules: LuckyRules;
  readonly rulesHash: string;
  readonly seedHash: string;
  /** Hex. */
  readonly seed: string | null;
  readonly draws: readonly PublishedDraw[];
}

/** Hashes as whoever checks has them: a browser's, or a program's. Hex in and out. */
export interface Hashing {
  sha256OfText(text: string): Promise<string>;
  sha256OfHex(hex: string): Promise<string>;
  hmac(keyHex: string, text: string): Promise<string>;
}

/** What is wrong with a round, a sentence each; empty when every draw was as it had to be. Needs the seed. */
export async function roundProblems(proof: RoundProof, hashing: Hashing): Promise<string[]> {
  const { rules, rulesHash, seedHash, seed, draws } = proof;
  const problems: string[] = [];
  if ((await hashing.sha256OfText(luckyRulesText(rules))) !== rulesHash) problems.push('规则和开始前公布的不一样');
  if (seed === null) return [...problems, '这一轮还没结束，种子还没公布'];
  if ((await hashing.sha256OfHex(seed)) !== seedHash) problems.push('种子和开始前公布的指纹对不上');
  const left = new Map(rules.prizes.map(({ code, stock }) => [code, stock]));
  const tags = new Set<string>();
  let before = await hashing.sha256OfText(chainStart(seedHash, rulesHash));
  for (const [index, draw] of draws.entries()) {
    const say = (what: string) => problems.push(`第 ${index + 1} 次抽签：${what}`);
    if (draw.position !== index + 1) say('顺序号不连续');
    if (tags.has(draw.tag)) say('同一个人抽了两次');
    tags.add(draw.tag);
    const roll = rollOf(await hashing.hmac(seed, drawText({ rulesHash, ...draw })));
    if (roll !== draw.roll) say('号码不是由种子算出来的');
    const prize = prizeOfRoll(roll, rules.prizes);
    const stock = prize ? (left.get(prize.code) ?? 0) : 0;
    const due = prize && stock > 0 ? prize.code : null;
    if (due !== null) left.set(due, stock - 1);
    if (due !== draw.prizeCode) say('结果和号码对不上');
    before = await hashing.sha256OfText(chainText(before, drawLine(draw)));
    if (before !== draw.hash) say('记录被改过');
  }
  return problems;
}
