import type { Envelope } from '@huimin/contract';
import { type AnyConsoleCall, consoleCalls } from '@huimin/contract/console';
import { STAFF_ROLES, type StaffRole } from '@huimin/contract/vocabulary';
import { STAFF_PERMISSION_TABLE } from '@huimin/domain/staff';
import fastify from 'fastify';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { DEMONSTRATION_PEOPLE, seedStaffOfDemonstration } from '../../apps/server/seed/demonstration-staff.ts';
import type { RateLimiter } from '../../apps/server/src/coordination/rate-limit.ts';
import type { ConsoleHandlerTable } from '../../apps/server/src/features/staff/index.ts';
import { mountConsoleCalls } from '../../apps/server/src/http/mount-console-calls.ts';
import { inputValidator } from '../../apps/server/src/http/validate-input.ts';
import { rightInput } from './console-input.ts';
import { type Desk, deskAt, signedIn } from './desk.ts';
import { openShop, type Shop } from './shop.ts';

/** Every call of the console, as every role and as nobody: what it does not name is refused, what it changes is noted. */
const ALL: readonly AnyConsoleCall[] = Object.values(consoleCalls);

let shop: Shop;
const desks = new Map<StaffRole, Desk>();

beforeAll(async () => {
  shop = await openShop({ jobs: false });
  await seedStaffOfDemonstration(shopCore());
  for (const { account, roles } of DEMONSTRATION_PEOPLE) {
    desks.set(roles[0] as StaffRole, await signedIn(shop, account));
  }
});
afterAll(() => shop?.close());

const shopCore = () => {
  const [server] = shop.servers;
  if (!server) throw new Error('no server');
  return server.deps;
};
const deskOf = (role: StaffRole): Desk => {
  const desk = desks.get(role);
  if (!desk) throw new Error(`nobody is ${role}`);
  return desk;
};

/** By the table of the rules, written out again. */
const mayCall = (call: AnyConsoleCall, role: StaffRole) =>
  call.staff === 'self' ||
  (call.staff !== 'door' && call.staff.some((name) => STAFF_PERMISSION_TABLE[name].roles.includes(role)));

const codeOf = async (response: Response) => ((await response.json()) as Envelope).code;

const entriesAfter = (number: bigint): Promise<{ what: string; outcome: string }[]> =>
  shopCore().database.query('select what, outcome from staff_audit where number > $1 order by number', [number]);

async function lastEntry(): Promise<bigint> {
  const [head] = await shopCore().database.query<{ number: bigint }>('select number from staff_audit_head');
  return head?.number ?? 0n;
}

type Schema = { properties?: Record<string, object> };

const behindTheDoor = ALL.filter((call) => call.staff !== 'door');

describe('who may make a call', () => {
  test.each(behindTheDoor.map((call) => [call.name, call] as const))(
    '%s: nobody who is not signed in',
    async (_, call) => {
      expect(await codeOf(await deskAt(shop.origin).send(call, rightInput(call)))).toBe(400701);
      const forged = deskAt(shop.origin);
      forged.cookie = `hm_console=${'A'.repeat(43)}`;
      expect(await codeOf(await forged.send(call, rightInput(call)))).toBe(400701);
      // A resident's session is none of the console's.
      forged.cookie = (desks.get('audit')?.cookie ?? '').replace('hm_console', 'hm_session');
      expect(await codeOf(await forged.send(call, rightInput(call)))).toBe(400701);
    },
  );

  test.each(behindTheDoor.map((call) => [call.name, call] as const))(
    '%s: no role that it does not name',
    async (_, call) => {
      // Nobody there may do it, so that the session of whoever may is still the same afterwards.
      const answers = new Map<StaffRole, number | string>();
      const before = await lastEntry();
      for (const role of STAFF_ROLES) {
        if (!mayCall(call, role)) answers.set(role, await codeOf(await deskOf(role).send(call, rightInput(call))));
      }
      expect([...answers].filter(([, code]) => code !== 400702)).toEqual([]);
      const refused = (await entriesAfter(before)).filter(
        ({ what, outcome }) => what === call.name && outcome === 'refused',
      );
      expect(refused).toHaveLength(answers.size);
    },
  );

  test('a regulator, who only reads, has no permission that changes anything', () => {
    const permissions = Object.values(STAFF_PERMISSION_TABLE);
    expect(permissions.filter(({ kind, roles }) => kind === 'change' && roles.includes('regulator'))).toEqual([]);
    // It only looks; what it looks for may be somebody's number, and what comes of a check is kept.
    const looks = ['checkRecording', 'searchRecordings', 'searchOrders', 'searchPeople', 'readPerson', 'drawSample'];
    looks.push('readServiceBooking', 'tryClaimRules', 'readDeskRequest', 'readLuckyParcel');
    const found = ALL.filter((call) => call.method !== 'GET' && call.noted !== 'change').map(({ name }) => name);
    expect(found.sort()).toEqual(looks.sort());
  });
});

test('no change is made without the page’s token', async () => {
  for (const call of behindTheDoor.filter(({ method }) => method !== 'GET')) {
    const role = STAFF_ROLES.find((one) => mayCall(call, one)) as StaffRole;
    for (const token of ['', 'A'.repeat(43), deskOf(role === 'audit' ? 'security' : 'audit').token]) {
      const other = deskAt(shop.origin);
      other.cookie = deskOf(role).cookie;
      other.token = token;
      expect([call.name, await codeOf(await other.send(call, rightInput(call)))]).toEqual([call.name, 400706]);
    }
  }
});

const BAD: readonly unknown[] = [
  '',
  ' ',
  -1,
  1.5,
  true,
  null,
  [],
  [[1]],
  {},
  'x'.repeat(5_000),
  '\u0000',
  '林\ud83d',
  `'; --`,
];

test('nothing that is sent makes an error', async () => {
  for (const call of ALL) {
    const role = STAFF_ROLES.find((one) => mayCall(call, one)) ?? 'audit';
    // At the door with a desk of its own: signing out is one of the calls.
    const desk = call.staff === 'door' ? deskAt(shop.origin) : deskOf(role);
    for (const field of Object.keys((call.input as Schema).properties ?? {})) {
      for (const value of BAD) {
        if (call.path.includes(`{${field}}`) && (typeof value !== 'string' || !value.isWellFormed())) continue;
        const response = await desk.send(call, { ...rightInput(call), [field]: value });
        const body = await response.text();
        expect([call.name, field, value, response.status < 500, body.includes('500000')]).toEqual([
          ...[call.name, field, value],
          true,
          false,
        ]);
      }
    }
  }
}, 120_000);

const DAYS = ['2026-02-30', '2026-13-01', '0000-00-00', '9999-12-31'];
const NINES = [3, 10, 15, 19, 20].map((length) => '9'.repeat(length));
/** What the form of some field lets through, and nothing is meant by. */
const EXTREME: readonly unknown[] = [
  ...DAYS,
  ...DAYS.flatMap((day) => [`${day} 23:59`, `${day} 24:00`]),
  ...NINES,
  ...NINES.flatMap((number) => [`0_${number}`, `255_${number}`, `${number}_0`]),
  `${'9'.repeat(15)}_${'9'.repeat(19)}`,
  ...['constructor', '__proto__', 'toString', '%', '_', 'A'.repeat(22), 'f'.repeat(64)],
  ...[0, 32_768, 2_147_483_647, 2_147_483_648, Number.MAX_SAFE_INTEGER],
];
/** They would end the session of who sends it. */
const OF_ONES_OWN = ['signOutStaff', 'stopOwnAccount', 'changeOwnPassword'];

test('nothing that fits its form makes an error', async () => {
  let sent = 0;
  for (const call of behindTheDoor.filter(({ name }) => !OF_ONES_OWN.includes(name))) {
    const desk = deskOf(STAFF_ROLES.find((one) => mayCall(call, one)) ?? 'audit');
    const validate = inputValidator(call);
    for (const field of Object.keys((call.input as Schema).properties ?? {})) {
      const withValue = (value: unknown) => ({ ...rightInput(call), [field]: value });
      for (const value of EXTREME.filter((one) => validate(withValue(one)).ok)) {
        // More than anybody at work sends in a minute; nobody is away for half an hour.
        if (sent++ % 250 === 0) {
          shop.clock.advance(60_000);
          for (const one of desks.values()) await one.value('whoAmI');
        }
        const response = await desk.send(call, withValue(value));
        const body = await response.text();
        const { code } = body.startsWith('{') ? (JSON.parse(body) as Envelope) : { code: 200000 };
        expect([500000, 400701, 400129], `${call.name} ${field} ${String(value)}`).not.toContain(code);
      }
    }
  }
}, 120_000);

describe('the audit log', () => {
  test('has an entry for every change and every look, also where its handler says nothing', async () => {
    const silent = Object.fromEntries(ALL.map(({ name }) => [name, async () => ({ ok: true, value: {} }) as const]));
    const server = fastify();
    const calls = behindTheDoor.filter(({ staff }) => staff !== 'self');
    mountConsoleCalls(server, {
      ...{ calls, handlers: silent as ConsoleHandlerTable, core: shopCore(), secureCookie: false, isStrict: false },
      limited: (_, work) => work(),
      limiter: { allows: async () => true } as unknown as RateLimiter,
    });
    const origin = await server.listen({ host: '127.0.0.1', port: 0 });
    const noted = new Map<string, readonly string[]>();
    for (const call of calls) {
      const desk = deskOf(STAFF_ROLES.find((one) => mayCall(call, one)) as StaffRole);
      const there = Object.assign(deskAt(origin), { cookie: desk.cookie, token: desk.token });
      const before = await lastEntry();
      await (await there.send(call, rightInput(call))).text();
      noted.set(
        call.name,
        (await entriesAfter(before)).map(({ what, outcome }) => `${what} ${outcome}`),
      );
    }
    await server.close();
    const wanted = calls.map(({ name, noted }) => [name, noted === 'nothing' ? [] : [`${name} done`]]);
    expect([...noted]).toEqual(wanted);
  }, 60_000);

  test('cannot be changed, emptied or added to out of turn in the database', async () => {
    const { query } = shopCore().database;
    for (const statement of [
      `update staff_audit set detail = 'x' where number = 1`,
      `delete from staff_audit where number = 1`,
      `truncate staff_audit`,
      `insert into staff_audit select number + 1000, at, staff_id, what, outcome, subject, subject_index, detail, address,
         request_id, previous, hash from staff_audit where number = 1`,
    ]) {
      await expect(query(statement)).rejects.toThrow(/only added to|follow the last/);
    }
  });

  test('shows where it was altered by somebody who may switch the guard off', async () => {
    const { database } = shopCore();
    const check = shop.servers[0]?.built.jobs.find(({ name }) => name === 'audit-chain');
    await check?.run();
    expect((await deskOf('audit').value('listAuditLog')).chain).toMatchObject({ whole: true, broken: '' });
    await database.transaction(async (query) => {
      await query(`alter table staff_audit disable trigger staff_audit_is_kept`);
      await query(`update staff_audit set detail = detail || '。' where number = 7`);
      await query(`alter table staff_audit enable trigger staff_audit_is_kept`);
    });
    await check?.run();
    expect((await deskOf('audit').value('listAuditLog')).chain).toMatchObject({ whole: false, broken: '7' });
    expect((await deskOf('system').value('listStandingAlerts')).alerts).toMatchObject([
      { kind: 'audit-altered', title: '审计日志被改过', details: [{ label: '从第几条起', value: '7' }] },
    ]);
  });

  test('has no password, code or typed text of the door', async () => {
    const text = JSON.stringify(await shopCore().database.query('select * from staff_audit'), (_, value) =>
      typeof value === 'bigint' ? String(value) : value,
    );
    for (const secret of ['three words', 'yanshi-houtai', '000000']) expect(text).not.toContain(secret);
  });
});
