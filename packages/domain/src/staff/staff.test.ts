import { STAFF_ROLES, type StaffRole } from '@huimin/contract/vocabulary';
import { describe, expect, test } from 'vitest';
import { statusTableProblems } from '../status/index.ts';
import {
  APPROVAL_STATUS_TABLE,
  EXPORT_STATUS_TABLE,
  FIRST_PASSWORD_MS,
  holdsScope,
  IMPORT_STATUS_TABLE,
  lockMsAfter,
  passwordProblem,
  permissionsOf,
  rolesProblem,
  STAFF_IDLE_MS,
  STAFF_PERMISSION_TABLE,
  STAFF_SESSION_MS,
  STAFF_SIGN_IN_MS,
  scopeProblem,
  scopeText,
  seesEverything,
  WHOLE_SCOPE,
  withinScope,
} from './index.ts';

test('requests are a sound table', () => {
  expect(statusTableProblems(APPROVAL_STATUS_TABLE)).toEqual([]);
  expect(statusTableProblems(EXPORT_STATUS_TABLE)).toEqual([]);
  expect(statusTableProblems(IMPORT_STATUS_TABLE)).toEqual([]);
});

describe('permissions', () => {
  test('each is somebody’s, and each role has some', () => {
    for (const [name, { roles }] of Object.entries(STAFF_PERMISSION_TABLE))
      expect([name, roles.length > 0]).toEqual([name, true]);
    for (const role of STAFF_ROLES) expect([role, permissionsOf([role]).length > 0]).toEqual([role, true]);
  });

  // Kept apart: none of the three administrators does another's work, and none of them does the shop's.
  const changes = (role: StaffRole) =>
    permissionsOf([role]).filter((name) => STAFF_PERMISSION_TABLE[name].kind === 'change');
  test.each<[StaffRole, string[]]>([
    ['regulator', []],
    ['system', ['jobs.run']],
    ['security', ['staff.manage', 'staff.approve']],
    ['audit', ['evidence.release', 'export.approve', 'staff.approve']],
  ])('%s changes nothing else', (role, permissions) => expect(changes(role)).toEqual(permissions));

  test('who runs the machines sees nobody’s data, and neither does who runs the accounts', () => {
    const seen = [...permissionsOf(['system']), ...permissionsOf(['security'])];
    expect(seen.filter((name) => !/^(jobs|staff|approvals|alerts)\./.test(name))).toEqual([]);
    expect(permissionsOf(['security']).filter((name) => name.startsWith('alerts'))).toEqual([]);
  });

  // Whoever is outside the shop, or only sells, moves no money, sees nobody whole and agrees to nothing of the kind.
  test.each<StaffRole>(['outlet', 'channel', 'broker', 'regulator'])(
    '%s moves no money and sees nobody whole',
    (role) => {
      const kept =
        /^(refund|reconciliation|person|evidence\.(hold|release)|rights\.answer|imports|changes\.(decide|approve)|reviews)/;
      expect(permissionsOf([role]).filter((name) => kept.test(name) || name === 'groups.money')).toEqual([]);
    },
  );

  test('money goes out only where finance or compliance agrees', () => {
    for (const name of ['refund.review', 'reconciliation.approve'] as const) {
      expect([name, [...STAFF_PERMISSION_TABLE[name].roles].sort()]).toEqual([name, ['compliance', 'finance']]);
    }
    for (const name of ['export.approve', 'evidence.release'] as const) {
      expect([name, [...STAFF_PERMISSION_TABLE[name].roles].sort()]).toEqual([name, ['audit', 'compliance']]);
    }
  });

  test('the business sees orders and reports, who watches it no reports', () => {
    const business = ['operations', 'finance', 'broker', 'service', 'outlet', 'channel', 'compliance'];
    expect([...STAFF_PERMISSION_TABLE['reports.view'].roles].sort()).toEqual([...business].sort());
    expect([...STAFF_PERMISSION_TABLE['orders.view'].roles].sort()).toEqual([...business, 'regulator', 'audit'].sort());
  });

  test.each<[StaffRole[], boolean]>([
    [['operations'], true],
    [['security'], true],
    [['regulator'], true],
    [['operations', 'security'], false],
    [['operations', 'audit'], false],
    [['operations', 'service'], true],
    [[], false],
    [['operations', 'operations'], false],
    [['security', 'audit'], false],
    [['system', 'operations'], false],
    [['regulator', 'compliance'], false],
  ])('roles %s together', (roles, fit) => expect(rolesProblem(roles) === null).toBe(fit));
});

describe('the scope', () => {
  const suzhou = { ...WHOLE_SCOPE, cities: ['320500'] };
  test.each([
    [WHOLE_SCOPE, { city: '320100', insurers: ['甲'], channel: null }, true],
    [suzhou, { city: '320500' }, true],
    [suzhou, { city: '320100' }, false],
    [suzhou, { city: null }, false],
    [suzhou, { channel: 'bank' }, true],
    [suzhou, {}, true],
    [{ ...WHOLE_SCOPE, insurers: ['甲'] }, { city: '320500' }, true],
    [{ ...WHOLE_SCOPE, channels: ['bank'] }, { channel: null }, false],
    [{ ...suzhou, channels: ['bank'] }, { city: '320500', channel: 'bank' }, true],
    [{ ...suzhou, channels: ['bank'] }, { city: '320100', channel: 'bank' }, false],
    [{ ...WHOLE_SCOPE, insurers: ['甲'] }, { insurers: ['乙', '甲'] }, true],
    [{ ...WHOLE_SCOPE, insurers: ['甲'] }, { insurers: ['乙'] }, false],
    [{ ...WHOLE_SCOPE, channels: ['bank'] }, { city: '320500', channel: 'shop' }, false],
  ])('%j holds %j: %s', (scope, thing, holds) => expect(withinScope(scope, thing)).toBe(holds));

  test.each([
    [WHOLE_SCOPE, true],
    [suzhou, false],
    [{ ...WHOLE_SCOPE, insurers: ['甲'] }, false],
    [{ ...WHOLE_SCOPE, channels: ['bank'] }, false],
  ])('%j sees everything: %s', (scope, all) => expect(seesEverything(scope)).toBe(all));

  const both = { ...WHOLE_SCOPE, cities: ['320500', '320100'] };
  test.each([
    ['everything holds whatever there is', WHOLE_SCOPE, suzhou, true],
    ['a part never holds everything', suzhou, WHOLE_SCOPE, false],
    ['itself', suzhou, suzhou, true],
    ['more cities', both, suzhou, true],
    ['fewer cities', suzhou, both, false],
    ['the same cities, of one insurer alone', { ...suzhou, insurers: ['甲'] }, suzhou, false],
    ['the same cities, of one channel alone', { ...suzhou, channels: ['bank'] }, suzhou, false],
    ['the same cities of every channel', suzhou, { ...suzhou, channels: ['bank'] }, true],
  ])('one scope within another: %s', (_case, wide, narrow, holds) => expect(holdsScope(wide, narrow)).toBe(holds));

  test('is asked for of outlets and channels, and is never empty', () => {
    expect(scopeProblem(['outlet'], WHOLE_SCOPE)).toContain('城市');
    expect(scopeProblem(['channel'], suzhou)).toContain('渠道');
    expect(scopeProblem(['operations'], { ...WHOLE_SCOPE, insurers: [] })).not.toBeNull();
    expect(scopeProblem(['operations'], { ...WHOLE_SCOPE, cities: [] })).not.toBeNull();
    expect(scopeProblem(['operations'], { ...WHOLE_SCOPE, channels: [] })).not.toBeNull();
    expect(scopeProblem(['operations'], WHOLE_SCOPE)).toBeNull();
    expect(scopeProblem(['channel'], { ...WHOLE_SCOPE, channels: ['bank'] })).toBeNull();
    expect(scopeProblem(['outlet'], suzhou)).toBeNull();
    expect(scopeText({ ...suzhou, channels: ['bank'] }, () => '苏州')).toBe('苏州，渠道 bank');
    expect(scopeText(WHOLE_SCOPE, String)).toBe('全省');
  });
});

describe('signing in', () => {
  test('lasts half an hour without use, twelve hours with it; its steps ten minutes, a first password three days', () => {
    const minutes = [STAFF_IDLE_MS, STAFF_SESSION_MS, STAFF_SIGN_IN_MS, FIRST_PASSWORD_MS].map((ms) => ms / 60_000);
    expect(minutes).toEqual([30, 720, 10, 4_320]);
  });

  test.each([
    [4, 0],
    [5, 15],
    [6, 30],
    [9, 240],
    [12, 1440],
    [500, 1440],
  ])('after %i wrong tries the account waits %i minutes', (failures, minutes) =>
    expect(lockMsAfter(failures)).toBe(minutes * 60_000),
  );

  test.each([
    ['three plain words', true],
    ['三个不相干的词连在一起用', true],
    ['short', false],
    ['ababababababababab', false],
    ['my yunying07 word', false],
    ['abcdefghijklmnop', false],
    ['ponmlkjihgfedcba', false],
    ['twelve signs', true],
    ['eleven sign', false],
    ['abcdabcdabcd', false],
    ['abcdeabcdeabcde', true],
    [`${'word '.repeat(25)}abc`, true],
    [`${'word '.repeat(25)}abcd`, false],
    ['password1234567', false],
    ['x'.repeat(20), false],
    ['long enough '.repeat(20), false],
  ])('the password %s', (password, fit) => expect(passwordProblem(password, 'yunying07') === null).toBe(fit));
});
