// npm run lucky:check -- ORIGIN ROUND: fetches what a shop publishes of a draw and works it out again, without its
// database; 1 when something is not as it had to be.
import { createHash, createHmac } from 'node:crypto';
import { PRODUCT_NUMBER, PROJECT_ID } from '@huimin/contract';
import { type Hashing, type RoundProof, roundProblems } from '@huimin/domain/lucky';

const hashing: Hashing = {
  sha256OfText: async (text) => createHash('sha256').update(text).digest('hex'),
  sha256OfHex: async (hex) => createHash('sha256').update(Buffer.from(hex, 'hex')).digest('hex'),
  hmac: async (keyHex, text) => createHmac('sha256', Buffer.from(keyHex, 'hex')).update(text).digest('hex'),
};

type Page = RoundProof & { readonly drawn: number };

const TOO_MANY = 400129;
const WAIT_MS = 5_000;

async function pageOf(origin: string, roundCode: string, after: number): Promise<Page> {
  const query = new URLSearchParams({ roundCode, after: String(after) });
  const answer = await fetch(`${origin}/hmb-js26/api/v1/lucky/proof?${query}`, {
    headers: { 'X-PI-PRO-NUM': PRODUCT_NUMBER, projectId: PROJECT_ID },
  });
  const { code, message, result } = (await answer.json()) as { code: number; message: string; result: Page };
  if (code === TOO_MANY) {
    await new Promise((goOn) => setTimeout(goOn, WAIT_MS));
    return pageOf(origin, roundCode, after);
  }
  if (code !== 200000) throw new Error(message);
  return result;
}

async function wholeProof(origin: string, roundCode: string): Promise<Page> {
  const first = await pageOf(origin, roundCode, 0);
  const draws = [...first.draws];
  for (let last = draws.at(-1); last && draws.length < first.drawn; last = draws.at(-1)) {
    const { draws: more } = await pageOf(origin, roundCode, last.position);
    if (more.length === 0) break;
    draws.push(...more);
  }
  return { ...first, draws: draws.slice(0, first.drawn) };
}

const [origin, roundCode, ...more] = process.argv.slice(2);
if (!origin || !URL.canParse(origin) || !roundCode || more.length > 0) {
  console.error('✗ 用法：npm run lucky:check -- https://网址 轮次。Address of the shop, and code of the round.');
  process.exit(1);
}
try {
  const proof = await wholeProof(new URL(origin).origin, roundCode);
  const problems = await roundProblems(proof, hashing);
  if (proof.draws.length !== proof.drawn) problems.push(`公布了 ${proof.drawn} 次，只给了 ${proof.draws.length} 次`);
  for (const problem of problems) console.error(`✗ ${problem}`);
  if (problems.length === 0) console.log(`✓ ${proof.draws.length} 次抽签都对得上。All draws are as they had to be.`);
  process.exitCode = problems.length === 0 ? 0 : 1;
} catch (error) {
  console.error(`✗ ${(error as Error).message}`);
  process.exitCode = 1;
}
