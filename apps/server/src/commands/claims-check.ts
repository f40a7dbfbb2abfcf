// npm run claims:check: works every decided claim out again and compares with what its insurer pays; 1 when a fen differs.
import { randomBytes } from 'node:crypto';
import { formatYuan } from '@huimin/domain/money';
import { checkAllClaims } from '../features/claims/index.ts';
import { createVault } from '../security/vault.ts';
import { readDataKeys } from '../settings.ts';
import { runCommand } from './run-command.ts';

await runCommand(async ({ database, settings }) => {
  const vault = createVault(readDataKeys(process.env, settings), randomBytes);
  const yuan = (fen: number | null): string => (fen === null ? '—' : formatYuan(fen));
  let checked = 0;
  let differing = 0;
  for await (const found of checkAllClaims({ database, vault })) {
    checked += found.checked;
    differing += found.differing.length;
    for (const { caseNo, editionCode, ruleVersion, rulesFen, insurerFen } of found.differing) {
      console.log(`  ${editionCode} ${caseNo} 规则第 ${ruleVersion} 版 ${yuan(rulesFen)}，保司 ${yuan(insurerFen)}`);
    }
  }
  console.log(`有结论的案件 ${checked} 个，按规则重算，一分不差 ${checked - differing} 个，不同 ${differing} 个`);
  return differing === 0 ? 0 : 1;
});
