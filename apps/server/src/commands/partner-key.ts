// npm run partner:key -- PURPOSE: prints the keys that the partner of one purpose opens its tokens with, the one in use first.
import { purposeKey } from '../features/partner-jump/index.ts';
import { readPartnerTokenKeys } from '../settings.ts';
import { StartupProblem } from '../startup-problem.ts';

const [purpose, ...more] = process.argv.slice(2);
try {
  if (purpose === undefined || !/^[a-z][a-z0-9-]{1,29}$/.test(purpose) || more.length > 0) {
    throw new Error('用法：npm run partner:key -- 用途代码。The purpose that the partner is known by.');
  }
  const keys = readPartnerTokenKeys(process.env);
  if (keys === null) throw new Error('没有给出 PARTNER_TOKEN_KEYS。Give PARTNER_TOKEN_KEYS.');
  for (const { id, key } of keys) console.log(`${id} ${purposeKey(key, purpose).toString('base64')}`);
} catch (error) {
  console.error(`✗ ${error instanceof StartupProblem ? error.what : (error as Error).message}`);
  process.exitCode = 1;
}
