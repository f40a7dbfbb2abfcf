import { WHOLE_SCOPE } from '@huimin/domain/staff';
import type { Core } from '../../core.ts';
import * as accounts from './account-store.ts';
import { hashPassword, plainText } from './passwords.ts';
import { codeAt, newRecoveryCodes } from './second-factor.ts';

type FirstCore = Pick<Core, 'database' | 'vault' | 'clock' | 'random' | 'index'>;

const FIRST_ACCOUNT = 'guanli01';

/**
 * Where nobody is kept yet but people of a demonstration, one security administrator; answers how to sign in, this once. Null where there is somebody.
 * The password does not run out: nobody else could hand out another.
 */
export async function makeFirstAdministrator(core: FirstCore): Promise<{ account: string; password: string } | null> {
  const password = plainText(core.random, 5);
  const kept = await hashPassword(password, core.random);
  return core.database.transaction(async (query) => {
    await query(`lock table staff_accounts in share row exclusive mode`);
    if (await accounts.anybodyAtAll(query, 'real')) return null;
    const nowMs = core.clock.now();
    const entry = { account: FIRST_ACCOUNT, name: '安全管理员 01', company: '运营中心', roles: ['security'] as const };
    const id = await accounts.insertAccount(core, query, { ...entry, scope: WHOLE_SCOPE }, nowMs);
    if (id !== null) await accounts.setFirstPassword(query, id, kept, null, nowMs);
    return { account: FIRST_ACCOUNT, password };
  });
}

/** A new first password for the only one there is, where that one has never signed in: the printed one was lost. */
export async function renewFirstPassword(
  core: Pick<Core, 'database' | 'random'>,
): Promise<{ account: string; password: string } | null> {
  const { query } = core.database;
  const password = plainText(core.random, 5);
  const kept = await hashPassword(password, core.random);
  const rows = await query(
    `update staff_accounts set password = $2, totp_sealed = null
     where account = $1 and status = 'invited' and last_sign_in_at is null
       and (select count(*) from staff_accounts where not is_demonstration) = 1 returning 1 as done`,
    [FIRST_ACCOUNT, kept],
  );
  return rows.length === 1 ? { account: FIRST_ACCOUNT, password } : null;
}

/** Everybody's in the demonstration. Production has none of these people. */
export const DEMONSTRATION_PASSWORD = 'yanshi-houtai-2027';

export interface DemonstrationPerson extends accounts.NewAccount {
  /** The code app's secret, so that the sign-in page can show the code. */
  readonly secret: Buffer;
}

/** Puts in the demonstration's people, signed in already once; only where nobody is kept yet. */
export async function seedDemonstrationStaff(core: FirstCore, people: readonly DemonstrationPerson[]): Promise<void> {
  const { database } = core;
  if (await accounts.anybodyAtAll(database.query, 'any')) return;
  const hash = await hashPassword(DEMONSTRATION_PASSWORD, core.random);
  await database.transaction(async (query) => {
    await query(`lock table staff_accounts in share row exclusive mode`);
    if (await accounts.anybodyAtAll(query, 'any')) return;
    const nowMs = core.clock.now();
    for (const { secret, ...entry } of people) {
      const id = await accounts.insertAccount(core, query, { ...entry, isDemonstration: true }, nowMs);
      if (id === null) continue;
      await accounts.keepSecret(core, query, id, secret);
      await accounts.activate(query, id, nowMs);
      await accounts.setPassword(query, id, hash, nowMs);
      await accounts.setRecoveryCodes(query, id, newRecoveryCodes(core).kept);
    }
  });
}

/** Their password is known to everybody: where a database of a demonstration is taken into use, none of them gets in. */
export async function stopDemonstrationStaff({ database, clock }: Pick<Core, 'database' | 'clock'>): Promise<void> {
  await database.query(
    `update staff_accounts set status = 'stopped', password = null, totp_sealed = null, recovery_codes = '{}', changed_at = $1
     where is_demonstration and (status <> 'stopped' or password is not null)`,
    [new Date(clock.now())],
  );
}

/** How the demonstration's people sign in, as they still stand, with the code of the moment. */
export async function demonstrationSignIns(core: Pick<Core, 'database' | 'vault' | 'clock'>) {
  const rows = await core.database.query<{ id: number }>(
    `select id from staff_accounts where is_demonstration and status = 'active' order by id`,
  );
  const people = await Promise.all(rows.map(({ id }) => accounts.accountById(core, core.database.query, id)));
  return {
    password: DEMONSTRATION_PASSWORD,
    people: people.flatMap((one) =>
      one?.totpSecret ? [{ account: one.account, name: one.name, code: codeAt(one.totpSecret, core.clock.now()) }] : [],
    ),
  };
}
