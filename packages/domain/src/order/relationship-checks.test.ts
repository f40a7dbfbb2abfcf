import { describe, expect, test } from 'vitest';
import { beijingMs } from '../date/index.ts';
import { birthPaperProblem, checkIdPaper, checkName, idNumberCheckCharacter } from '../person/index.ts';
import { type KeptDetails, missingDetails, needsGuardianConsent, relationshipDoubt } from './index.ts';

const nowMs = beijingMs('2026-11-22 09:00:00');
const payer = '1988-03-16';

describe('a relation against the dates of birth', () => {
  test.each([
    ['00', '1988-03-16', null],
    ['01', '1986-01-01', null],
    ['01', '2010-11-22', null],
    ['01', '2010-11-23', 'impossible'],
    ['01', '2026-11-20', 'impossible'],
    ['02', '1962-05-08', null],
    ['02', '1974-03-16', null],
    ['02', '1974-03-17', 'doubtful'],
    ['02', '1975-01-01', 'doubtful'],
    ['02', '1988-03-16', 'doubtful'],
    ['02', '1990-01-01', 'doubtful'],
    ['02', '1927-03-17', null],
    ['02', '1927-03-16', 'doubtful'],
    ['02', '1925-01-01', 'doubtful'],
    ['02', '2008-11-22', 'doubtful'],
    ['02', '2008-11-23', 'impossible'],
    ['03', '2019-06-01', null],
    ['03', '2000-01-01', 'doubtful'],
    ['03', '1980-01-01', 'doubtful'],
    ['05', '1980-01-01', null],
  ] as const)('relation %s born %s: %s', (relationship, birthDate, kind) => {
    const doubt = relationshipDoubt(relationship, birthDate, payer, nowMs);
    expect(doubt?.kind ?? null).toBe(kind);
    if (doubt) expect(doubt.message).toMatch(/请核对关系和证件/);
  });

  test('who is not older is told as that, who is far older by how much', () => {
    const told = (birthDate: string) => relationshipDoubt('02', birthDate, payer, nowMs)?.message;
    expect(told('1988-03-16')).toBe('这位父母的出生日期不比您早，请核对关系和证件。没有错就继续');
    expect(told('1988-03-15')).toBe('这位父母比您大 0 岁，请核对关系和证件。没有错就继续');
    expect(told('1927-03-16')).toBe('这位父母比您大 61 岁，请核对关系和证件。没有错就继续');
  });

  test('without the payer only what cannot be at all is found', () => {
    expect(relationshipDoubt('02', '1990-01-01', null, nowMs)).toBeNull();
    expect(relationshipDoubt('02', '2020-01-01', null, nowMs)?.kind).toBe('impossible');
  });
});

test('a guardian agrees for everybody until the 14th birthday', () => {
  expect(needsGuardianConsent('03', '2012-11-23', nowMs)).toBe(true);
  expect(needsGuardianConsent('03', '2012-11-22', nowMs)).toBe(false);
  expect(needsGuardianConsent('00', '2012-11-23', nowMs)).toBe(false);
});

const kept: KeptDetails = {
  relationship: '02',
  relationshipNote: null,
  birthDate: '1962-05-08',
  phone: null,
  regionCode: '320508',
  guardianConsent: false,
};
test.each<[Partial<KeptDetails>, string[]]>([
  [{}, []],
  [{ relationship: '00' }, ['phone']],
  [{ relationship: '05' }, ['relationship-note']],
  [{ relationship: '05', relationshipNote: '姑姑' }, []],
  [{ regionCode: '320399' }, ['region']],
  [{ relationship: '03', birthDate: '2020-01-01' }, ['guardian-consent']],
  [{ relationship: '03', birthDate: '2020-01-01', guardianConsent: true }, []],
])('what is missing of %o', (change, missing) => {
  expect(missingDetails({ ...kept, ...change }, nowMs)).toEqual(missing);
});

describe('birth certificate', () => {
  test('stands in for a number until the first birthday', () => {
    expect(birthPaperProblem('04', '2025-11-23', nowMs)).toBeNull();
    expect(birthPaperProblem('04', '2025-11-22', nowMs)).toMatch(/身份证号/);
    expect(birthPaperProblem('02', '1990-01-01', nowMs)).toBeNull();
  });

  test('an identity number is no certificate number: one person, one number', () => {
    const first17 = '32010620260520200';
    expect(checkIdPaper('04', first17 + idNumberCheckCharacter(first17))).toMatchObject({ reason: 'other-card' });
    expect(checkIdPaper('04', 'Q320012345')).toEqual({ ok: true, normalized: 'Q320012345' });
  });

  test('carries the own name of the child', () => {
    expect(checkName('04', '林梅之子')).toMatchObject({ ok: false });
    expect(checkName('04', '林小满')).toMatchObject({ ok: true });
    expect(checkName('01', '王之女')).toMatchObject({ ok: true });
  });
});
