import { people, syntheticIdNumber } from '@huimin/testing';
import { csv, paid } from '../integration/claim-stage.ts';

/** A file of invented claims. */
export interface InventedFile {
  readonly bytes: Buffer;
  readonly rows: number;
  /** Numbers of the rows that are not right, as a program for tables counts them. */
  readonly wrong: readonly number[];
  readonly cases: number;
}

/** Every twentieth claim has a second row at the end of the file; every 2,500th row is wrong. */
export function inventClaims(rows: number): InventedFile {
  const wrong: number[] = [];
  const first = Math.ceil((rows * 20) / 21);
  const cases = new Set<string>();
  const lines = Array.from({ length: rows }, (_, at) => {
    const claim = at < first ? at : (at - first) * 20;
    const caseNo = `YL${String(claim).padStart(9, '0')}`;
    const birthDate = `19${50 + (claim % 40)}-0${1 + (claim % 9)}-1${claim % 10}`;
    const idNumber = syntheticIdNumber({ district: '320102', birthDate, sequence: 1 + (claim % 900) });
    const isWrong = at % 2_500 === 1_234;
    if (isWrong) wrong.push(at + 2);
    else cases.add(caseNo);
    return paid(
      { ...people.linMei, idNumber },
      { 案件号: caseNo, 结算单号: `S${at}`, 手机号: '', ...(isWrong ? { 就诊结束: '三月' } : {}) },
    );
  });
  return { bytes: Buffer.from(csv(lines)), rows, wrong, cases: cases.size };
}
