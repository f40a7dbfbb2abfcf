import { STAFF_ROLES, type StaffRole } from '@huimin/contract/vocabulary';
import { describe, expect, test } from 'vitest';
import { statusTableProblems } from '../status/index.ts';
import {
  APPROVAL_STATUS_TABLE,
  EXPORT_STATUS_TABLE,
  IMPORT_STATUS_TABLE,
  lockMsAfter,
  passwordProblem,
  permissionsOf,
  rolesProblem,
  STAFF_PERMISSION_TABLE,
  scopeProblem,
  scopeText,
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

  test.each<[StaffRole[], boolean]>([
    [['operations'], true],
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
    [{ ...WHOLE_SCOPE, insurers: ['甲'] }, { insurers: ['乙', '甲'] }, true],
    [{ ...WHOLE_SCOPE, insurers: ['甲'] }, { insurers: ['乙'] }, false],
    [{ ...WHOLE_SCOPE, channels: ['bank'] }, { city: '320500', channel: 'shop' }, false],
  ])('%j holds %j: %s', (scope, thing, holds) => expect(withinScope(scope, thing)).toBe(holds));

  test('is asked for of outlets and channels, and is never empty', () => {
    expect(scopeProblem(['outlet'], WHOLE_SCOPE)).toContain('城市');
    expect(scopeProblem(['channel'], suzhou)).toContain('渠道');
    expect(scopeProblem(['operations'], { ...WHOLE_SCOPE, insurers: [] })).not.toBeNull();
    expect(scopeProblem(['outlet'], suzhou)).toBeNull();
    expect(scopeText({ ...suzhou, channels: ['bank'] }, () => '苏州')).toBe('苏州，渠道 bank');
    expect(scopeText(WHOLE_SCOPE, String)).toBe('全省');
  });
});

describe('signing in', () => {
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
    ['password1234567', false],
    ['x'.repeat(20), false],
    ['long enough '.repeat(20), false],
  ])('the password %s', (password, fit) => expect(passwordProblem(password, 'yunying07') === null).toBe(fit));
});
