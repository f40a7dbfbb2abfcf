// npm run staff:first: another password for the first administrator, where the printed one was lost before anybody signed in.
import { renewFirstPassword } from '../features/staff/index.ts';
import { createSystemRandom } from '../security/pooled-random.ts';
import { runCommand } from './run-command.ts';

await runCommand(async ({ database }) => {
  const first = await renewFirstPassword({ database, random: createSystemRandom() });
  if (first === null) {
    console.error('已经有人登录过或不止一个账号，请由安全管理员重置。Ask a security administrator for a reset.');
    return 1;
  }
  console.log(`账号 account   ${first.account}\n密码 password  ${first.password}`);
  return 0;
});
