import type { MemberViewValue } from '@huimin/contract';
import { describe, expect, it } from 'vitest';
import {
  birthDateOf,
  changesOf,
  detailsOf,
  emptyMemberForm,
  errorsOf,
  formOfMember,
  isWorthKeeping,
  type MemberChecking,
  type MemberForm,
  memberProblems,
  serverProblems,
  stillWrong,
} from './member-form.ts';

const NOW = Date.parse('2025-11-20T10:32:00+08:00');
const adding: MemberChecking = { nowMs: NOW, kept: null, consent: true, guardianConsent: true };
const parent: MemberForm = {
  ...emptyMemberForm('320508'),
  relationship: '02',
  name: '李老测',
  idNumber: '32050619501010005X',
};
const kept: MemberViewValue = {
  memberId: '0000000001',
  relationship: '01',
  relationshipNote: null,
  name: '李四',
  idType: '01',
  idNumberMasked: '320************026',
  phoneMasked: '190****0000',
  sex: 'f',
  birthDate: '1980-01-01',
  adult: true,
  regionCode: '320540',
  regionText: '苏州 - 工业园区',
  medicalType: null,
  missing: [],
  state: 'insurable',
};
const editing: MemberChecking = { nowMs: NOW, kept, consent: true, guardianConsent: true };
const fieldsOf = (form: MemberForm, checking: MemberChecking) =>
  memberProblems(form, checking).map((problem) => problem.field);

describe('adding a person', () => {
  it('takes a complete form', () => {
    expect(memberProblems(parent, adding)).toEqual([]);
    expect(detailsOf(parent)).toEqual({
      relationship: '02',
      name: '李老测',
      idType: '01',
      idNumber: '32050619501010005X',
      regionCode: '320508',
      consent: true,
    });
  });

  it('names every problem of an empty form in the order of its fields', () => {
    expect(fieldsOf(emptyMemberForm(null), { ...adding, consent: false })).toEqual([
      'relationship',
      'name',
      'idNumber',
      'regionCode',
      'consent',
    ]);
  });

  it('says how long a number is that lacks a character', () => {
    const problems = memberProblems({ ...parent, name: '', idNumber: '32050619501010005' }, adding);
    expect(problems).toEqual([
      { field: 'name', message: '请填写姓名，只能用汉字' },
      { field: 'idNumber', message: '身份证号应为 18 位，现在是 17 位。请对照证件补全' },
    ]);
  });

  it('asks for birth date and sex only where the paper does not tell them', () => {
    const passport: MemberForm = { ...parent, idType: '02', name: 'LI LAO CE', idNumber: 'E12345678' };
    expect(fieldsOf(passport, adding)).toEqual(['birthDate', 'sex']);
    const complete: MemberForm = { ...passport, birthDate: '1950-10-10', sex: 'm' };
    expect(fieldsOf(complete, adding)).toEqual([]);
    expect(detailsOf(complete)).toMatchObject({ sex: 'm', birthDate: '1950-10-10' });
    expect(fieldsOf({ ...complete, birthDate: '1899-12-31' }, adding)).toEqual(['birthDate']);
    expect(fieldsOf({ ...complete, birthDate: '2025-11-21' }, adding)).toEqual(['birthDate']);
    expect(detailsOf({ ...parent, birthDate: '1950-10-10', sex: 'm' })).not.toHaveProperty('birthDate');
  });

  it('asks which relation 其他 is, and forgets it for another one', () => {
    expect(fieldsOf({ ...parent, relationship: '05' }, adding)).toEqual(['relationshipNote']);
    const uncle: MemberForm = { ...parent, relationship: '05', relationshipNote: ' 叔叔 ' };
    expect(detailsOf(uncle).relationshipNote).toBe('叔叔');
    expect(detailsOf({ ...uncle, relationship: '02' })).not.toHaveProperty('relationshipNote');
  });

  it('wants an adult with a phone as the payer, and neither of others', () => {
    const child: MemberForm = { ...parent, idNumber: '320506201510100054' };
    expect(memberProblems(child, adding).filter(({ message }) => message.includes('18 周岁'))).toEqual([]);
    const payer: MemberForm = { ...child, relationship: '00' };
    expect(fieldsOf(payer, adding)).toContain('phone');
    const self: MemberForm = { ...parent, relationship: '00' };
    expect(fieldsOf(self, adding)).toEqual(['phone']);
    expect(fieldsOf({ ...self, phone: '19000000000' }, adding)).toEqual([]);
    expect(fieldsOf({ ...parent, phone: '1900000' }, adding)).toEqual(['phone']);
  });

  it('refuses a minor as the payer from the paper or the typed birth date', () => {
    const minor: MemberForm = {
      ...parent,
      relationship: '00',
      phone: '19000000000',
      idType: '02',
      name: 'ZHANG SAN',
      idNumber: 'E12345678',
      sex: 'm',
    };
    expect(fieldsOf({ ...minor, birthDate: '2007-11-21' }, adding)).toEqual(['birthDate']);
    expect(fieldsOf({ ...minor, birthDate: '2007-11-20' }, adding)).toEqual([]);
    const card = { ...parent, relationship: '00', phone: '19000000000', idNumber: '320506201510100054' } as const;
    expect(fieldsOf(card, adding)).toEqual(['idNumber']);
    // Also where the number is the kept one, which the form does not have.
    const grown = formOfMember({ ...kept, relationship: '00' });
    expect(fieldsOf(grown, editing)).toEqual([]);
    expect(fieldsOf(grown, { ...editing, kept: { ...kept, birthDate: '2015-10-10' } })).toContain('idNumber');
    expect(birthDateOf(grown, kept)).toBe('1980-01-01');
    expect(birthDateOf({ ...grown, idNumber: '32050619501010005X' }, kept)).toBe('1950-10-10');
    expect(birthDateOf({ ...grown, idType: '02', birthDate: '' }, kept)).toBeNull();
  });

  it('asks for consent in the words of whose it is', () => {
    const words = (form: MemberForm) => memberProblems(form, { ...adding, consent: false }).map((one) => one.message);
    expect(words({ ...parent, relationship: '00', phone: '19000000000' })).toEqual(['请先勾选同意，再保存']);
    expect(words(parent)).toEqual(['请先征得家人同意并勾选，再保存']);
  });
});

it('an error that is shown stays in its exact words until its field is right; no other comes up while typing', () => {
  const shown = errorsOf(memberProblems({ ...parent, name: '', regionCode: '' }, adding));
  expect(Object.keys(shown)).toEqual(['name', 'regionCode']);
  const typing = memberProblems({ ...parent, name: '李', idNumber: '3205', regionCode: '' }, adding);
  const still = stillWrong(shown, typing);
  expect(still).toEqual(errorsOf(typing.filter(({ field }) => field !== 'idNumber')));
  expect(still.regionCode).toBe(shown.regionCode);
  expect(stillWrong(shown, [])).toEqual({});
  const twice = [
    { field: 'name', message: '第一句' },
    { field: 'name', message: '第二句' },
  ] as const;
  expect(errorsOf(twice)).toEqual({ name: '第一句' });
});

describe('the kind of medical insurance', () => {
  it('is asked, and may stay open', () => {
    expect(fieldsOf({ ...parent, medicalType: 'unknown' }, adding)).toEqual([]);
    expect(detailsOf({ ...parent, medicalType: '390' }).medicalType).toBe('390');
    expect(detailsOf({ ...parent, medicalType: 'unknown' })).not.toHaveProperty('medicalType');
  });

  it('stays, changes and goes for a kept person', () => {
    const resident = { ...kept, medicalType: '390' as const };
    expect(changesOf(formOfMember(kept), kept)).not.toHaveProperty('medicalType');
    expect(changesOf(formOfMember(resident), resident).medicalType).toBe('390');
    expect(changesOf({ ...formOfMember(resident), medicalType: '310' }, resident).medicalType).toBe('310');
    expect(changesOf({ ...formOfMember(resident), medicalType: 'unknown' }, resident).medicalType).toBeNull();
  });
});

describe('changing a person', () => {
  it('leaves out number and phone that were not typed anew', () => {
    const form = { ...formOfMember(kept), name: '李思' };
    expect(memberProblems(form, editing)).toEqual([]);
    expect(changesOf(form, kept)).toEqual({
      relationship: '01',
      name: '李思',
      idType: '01',
      regionCode: '320540',
      consent: true,
    });
  });

  it('wants the number of another kind of paper', () => {
    const form: MemberForm = { ...formOfMember(kept), idType: '03' };
    expect(fieldsOf(form, editing)).toEqual(['idNumber', 'birthDate', 'sex']);
  });

  it('checks and sends what was typed anew', () => {
    const form: MemberForm = { ...formOfMember(kept), idNumber: '32050619501010005', phone: '190' };
    expect(fieldsOf(form, editing)).toEqual(['idNumber', 'phone']);
    const changed: MemberForm = { ...form, idNumber: '32050619501010005X', phone: '19000000001' };
    expect(changesOf(changed, kept)).toMatchObject({ idNumber: '32050619501010005X', phone: '19000000001' });
  });

  it('takes a phone away when asked to, but not from the payer', () => {
    const form: MemberForm = { ...formOfMember(kept), phoneRemoved: true };
    expect(changesOf(form, kept).phone).toBeNull();
    expect(fieldsOf({ ...form, relationship: '00' }, editing)).toEqual(['phone']);
    expect(fieldsOf({ ...formOfMember(kept), relationship: '00' }, editing)).toEqual([]);
  });

  it('brings birth date and sex back for papers that do not tell them', () => {
    const passport = formOfMember({ ...kept, idType: '02', name: 'LI SI' });
    expect(passport).toMatchObject({ sex: 'f', birthDate: '1980-01-01', idNumber: '' });
    expect(formOfMember(kept)).toMatchObject({ sex: '', birthDate: '' });
  });
});

describe('what the server says about fields', () => {
  it('is put to the fields of the form', () => {
    const result = {
      fields: [
        { path: 'idNumber', message: '这位家人已经在列表里，不用重复添加' },
        { path: 'details.phone', message: '格式不对' },
        { path: 'somethingElse', message: '内容有误' },
        null,
      ],
    };
    expect(serverProblems(result)).toEqual([
      { field: 'idNumber', message: '这位家人已经在列表里，不用重复添加' },
      { field: 'phone', message: '格式不对' },
    ]);
  });

  it('finds each field of the form', () => {
    const named = [...fieldsOf(emptyMemberForm(null), { ...adding, consent: false }), 'relationshipNote', 'idType'];
    for (const path of [...named, 'birthDate', 'sex', 'phone', 'medicalType', 'guardianConsent']) {
      expect(serverProblems({ fields: [{ path: `details.${path}`, message: '不对' }] })).toEqual([
        { field: path, message: '不对' },
      ]);
      expect(serverProblems({ fields: [{ path }] })).toEqual([]);
    }
  });

  it.each([null, undefined, {}, { fields: 'x' }])('%j says nothing', (result) => {
    expect(serverProblems(result)).toEqual([]);
  });
});

it('keeps a form once something was typed', () => {
  expect(isWorthKeeping({ ...emptyMemberForm('320508'), relationship: '02' })).toBe(false);
  expect(isWorthKeeping(parent)).toBe(true);
  for (const typed of [{ name: '李' }, { idNumber: '3' }, { phone: '1' }, { birthDate: '1950' }]) {
    expect(isWorthKeeping({ ...emptyMemberForm('320508'), ...typed })).toBe(true);
  }
});

describe('age, paper and relation', () => {
  const baby: MemberForm = { ...parent, relationship: '03', idType: '04', idNumber: 'Q320012345', sex: 'f' };

  it('for anybody under 14 a guardian agrees as well', () => {
    const born = { ...baby, birthDate: '2025-10-20' };
    expect(fieldsOf(born, { ...adding, guardianConsent: false })).toEqual(['guardianConsent']);
    expect(fieldsOf(born, adding)).toEqual([]);
    expect(fieldsOf(parent, { ...adding, guardianConsent: false })).toEqual([]);
  });

  it('a birth certificate is for the first year', () => {
    expect(fieldsOf({ ...baby, birthDate: '2020-10-20' }, adding)).toEqual(['idType']);
  });

  it('a relation that cannot be is refused, an odd one is not', () => {
    const passport = { ...parent, idType: '02', name: 'Anna Lee', idNumber: 'E12345678', sex: 'f' as const };
    expect(fieldsOf({ ...passport, relationship: '02', birthDate: '2015-01-01' }, adding)).toEqual(['relationship']);
    expect(fieldsOf({ ...passport, relationship: '02', birthDate: '2000-01-01' }, adding)).toEqual([]);
  });

  it('a date is sent in one form, however it was typed', () => {
    expect(detailsOf({ ...baby, birthDate: '2025/10/2' })).toMatchObject({ birthDate: '2025-10-02' });
  });
});
