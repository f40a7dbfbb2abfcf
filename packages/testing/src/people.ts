/** An invented person. The numbers are well-formed and belong to nobody on purpose: sequence 00x, phones in an unused series. */
export type Person = {
  name: string;
  idNumber: string;
  /** YYYY-MM-DD */
  birthDate: string;
  sex: 'male' | 'female';
  phone: string;
};

const weights = [7, 9, 10, 5, 8, 4, 2, 1, 6, 3, 7, 9, 10, 5, 8, 4, 2];

/**
 * A valid 18-character ID number (GB 11643: weights and check character modulo 11).
 * @param input.district 6 digits
 * @param input.birthDate YYYY-MM-DD
 * @param input.sequence 0 to 999, odd for men, even for women
 */
export function syntheticIdNumber(input: { district: string; birthDate: string; sequence: number }): string {
  const body = `${input.district}${input.birthDate.replaceAll('-', '')}${String(input.sequence).padStart(3, '0')}`;
  if (!/^\d{17}$/.test(body)) throw new RangeError(`not the parts of an ID number: ${body}`);
  const sum = weights.reduce((total, weight, index) => total + weight * Number(body[index]), 0);
  return body + '10X98765432'[sum % 11];
}

/** A phone number of the invented series: 19000001000 plus `index` (the sandbox gives endings 0001 to 0004 a meaning). */
export function syntheticPhone(index: number): string {
  return String(19_000_001_000 + index);
}

function person(
  input: Omit<Person, 'idNumber' | 'phone'> & { district: string; sequence: number; phoneIndex: number },
) {
  const { name, birthDate, sex, phoneIndex } = input;
  const made: Person = { name, birthDate, sex, idNumber: syntheticIdNumber(input), phone: syntheticPhone(phoneIndex) };
  return Object.freeze(made);
}

/** Lin Mei's family and two strangers; ages as of the test clock's start. */
export const people = Object.freeze({
  /** The policyholder, 38. */
  linMei: person({
    name: '林梅',
    birthDate: '1988-03-16',
    sex: 'female',
    district: '320106',
    sequence: 2,
    phoneIndex: 1,
  }),
  /** Her mother, 64. */
  mother: person({
    name: '王秀兰',
    birthDate: '1962-05-08',
    sex: 'female',
    district: '320506',
    sequence: 4,
    phoneIndex: 2,
  }),
  /** Her father, 66. */
  father: person({
    name: '林建国',
    birthDate: '1960-01-21',
    sex: 'male',
    district: '320506',
    sequence: 5,
    phoneIndex: 3,
  }),
  /** Her son, 7. */
  child: person({
    name: '陈小安',
    birthDate: '2019-06-01',
    sex: 'male',
    district: '320106',
    sequence: 7,
    phoneIndex: 4,
  }),
  /** Her daughter, 13 days. */
  newborn: person({
    name: '陈小宁',
    birthDate: '2026-10-20',
    sex: 'female',
    district: '320106',
    sequence: 8,
    phoneIndex: 5,
  }),
  /** Someone else's account, for everything that must stay Lin Mei's. */
  stranger: person({
    name: '赵一帆',
    birthDate: '1979-12-30',
    sex: 'male',
    district: '320311',
    sequence: 9,
    phoneIndex: 6,
  }),
  /** Turns 18 on the day after the test clock's start. */
  almostAdult: person({
    name: '孙晓晴',
    birthDate: '2008-11-03',
    sex: 'female',
    district: '320102',
    sequence: 6,
    phoneIndex: 7,
  }),
});
