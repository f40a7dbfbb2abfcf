// npm run ledger:check: prints the trial balance; 1 when the books are not right.
import { trialBalance, trialBalanceText } from '../features/ledger/index.ts';
import { runCommand } from './run-command.ts';

await runCommand(async ({ database }) => {
  const balance = await trialBalance(database, Date.now());
  console.log(trialBalanceText(balance));
  return balance.isRight ? 0 : 1;
});
