import { describe, expect, test } from 'vitest';
import { statusTableProblems } from '../status/index.ts';
import { claimAccess } from './case-access.ts';
import { type ClaimDays, claimClock } from './claim-clocks.ts';
import { CLAIM_HEADINGS, type ClaimColumns, claimColumns, claimRow } from './claim-row.ts';
import { CLAIM_STATUS_TABLE, countsForYear, mayFollow } from './claim-status.ts';
import { RECHECK_STATUS_TABLE } from './recheck-status.ts';

test('the tables are sound', () => {
  expect(statusTableProblems(CLAIM_STATUS_TABLE)).toEqual([]);
  expect(statusTableProblems(RECHECK_STATUS_TABLE)).toEqual([]);
});

test('a file may leave out steps, and never goes back behind the table', () => {
  expect(mayFollow('accepted', 'paid')).toBe(true);
  expect(mayFollow('refused', 'paid')).toBe(true);
  expect(mayFollow('paid', 'accepted')).toBe(false);
  expect(mayFollow('withdrawn', 'reviewing')).toBe(false);
  expect(mayFollow('withdrawn', 'withdrawn')).toBe(true);
});

test('what stays below the deductible counts for the year, what is not covered does not', () => {
  expect(countsForYear({ status: 'refused', refusal: 'below-deductible' })).toBe(true);
  expect(countsForYear({ status: 'refused', refusal: 'not-covered' })).toBe(false);
  expect(countsForYear({ status: 'withdrawn', refusal: null })).toBe(false);
  expect(countsForYear({ status: 'reviewing', refusal: null })).toBe(true);
});

describe('who sees a claim', () => {
  const asker = { kept: 'self', isAdult: true, claimPhone: 'fits', policyPhoneFits: false, boughtIt: false } as const;
  const child = { ...asker, kept: 'child', isAdult: false, claimPhone: 'other' } as const;
  const bought = { policyPhoneFits: true, boughtIt: true } as const;
  test.each([
    ['the person, by the phone the insurer knows as theirs', asker, 'insured'],
    [
      'the person by the policy, where the insurer knows no phone',
      { ...asker, claimPhone: 'none', policyPhoneFits: true },
      'insured',
    ],
    ['not who typed another phone into a policy', { ...asker, claimPhone: 'other', ...bought }, null],
    ['not the person without any phone: a name is not proof', { ...asker, claimPhone: 'none', boughtIt: true }, null],
    ['a person who was typed, by the phone', { ...asker, kept: 'said' }, 'insured'],
    ['a minor’s parent who bought the policy', { ...child, boughtIt: true }, 'guardian'],
    ['a minor’s parent whose phone the claims name', { ...child, claimPhone: 'fits' }, 'guardian'],
    ['not somebody who put a minor on a list', child, null],
    ['not the parent of an adult', { ...child, isAdult: true, claimPhone: 'fits', ...bought }, null],
    ['not who paid for a spouse', { ...asker, kept: 'other', ...bought }, null],
  ] as const)('%s', (_name, given, access) => {
    expect(claimAccess(given)).toBe(access);
  });
});

test('the clocks of the law', () => {
  const claim: ClaimDays = {
    status: 'reviewing',
    acceptedOn: '2026-04-10',
    papersOn: null,
    decidedOn: null,
    visitTo: '2026-04-09',
  };
  expect(claimClock(claim, '2026-04-20')).toMatchObject({ key: 'decide', byDay: '2026-05-10', isOver: false });
  expect(claimClock({ ...claim, papersOn: '2026-04-15' }, '2026-05-16')).toMatchObject({
    byDay: '2026-05-15',
    isOver: true,
  });
  expect(claimClock({ ...claim, status: 'papers-asked' }, '2026-04-20')).toMatchObject({
    key: 'claim-by',
    byDay: '2028-04-09',
  });
  expect(claimClock({ ...claim, status: 'to-pay', decidedOn: '2026-06-10' }, '2026-06-20')).toMatchObject({
    ...{ key: 'pay', byDay: '2026-06-20', isOver: false, text: '预计 2026.06.20 前到账（同意赔付后 10 天内）' },
  });
  expect(claimClock({ ...claim, status: 'refused', decidedOn: '2026-06-10' }, '2026-06-10')?.byDay).toBe('2026-06-13');
  expect(claimClock({ ...claim, status: 'paid', decidedOn: '2026-06-10' }, '2026-06-10')).toBeNull();
  expect(claimClock({ ...claim, status: 'to-pay' }, '2026-06-10')).toBeNull();
});

describe('a line of a claim file', () => {
  const right: Record<string, string> = {
    案件号: 'LP20260001',
    版本: 'js26',
    方案: '',
    保单号: 'SMA000000001',
    姓名: '林梅',
    证件类型: '身份证',
    证件号码: '32010619880316002X',
    手机号: '19000001001',
    一站式: '是',
    就诊类型: '住院',
    就诊机构: '示例市人民医院',
    就诊开始: '2026-03-02',
    就诊结束: '2026/3/11',
    结算单号: 'JS1',
    总费用: '86,000.00',
    医保报销: '54000',
    大病保险: '',
    其他补偿: '',
    目录内自付: '32000',
    目录外费用: '0',
    特药费用: '0',
    赔付比例: '正常',
    受理日期: '2026-03-12',
    资料齐全日期: '',
    结论日期: '2026-03-15',
    到账日期: '2026-03-18',
    状态: '已赔付',
    不予赔付原因: '',
    缺少资料: '',
    赔付金额: '16000',
    收款账户尾号: '000',
    规则版本: '3',
    医保数据截至: '2026-03-14',
  };
  const columns = claimColumns(CLAIM_HEADINGS) as ClaimColumns;
  const books = {
    today: '2026-04-01',
    isEdition: (code: string) => code === 'js26',
    hasRules: (_code: string, plan: string | null, version: number | null) => plan === null && (version ?? 1) <= 3,
  };
  const read = (changes: Record<string, string> = {}) => {
    const row = { ...right, ...changes };
    return claimRow(
      CLAIM_HEADINGS.map((heading) => row[heading] ?? ''),
      columns,
      books,
    );
  };

  test('is read with its days, amounts and person', () => {
    expect(read()).toMatchObject({
      settlementNo: 'JS1',
      costs: { totalFen: 8_600_000, medicalFen: 5_400_000, seriousFen: 0, costs: { 'in-scope': 3_200_000 } },
      claim: {
        ...{ caseNo: 'LP20260001', visitTo: '2026-03-11', status: 'paid', payableFen: 1_600_000, ruleVersion: 3 },
        ...{
          idType: '01',
          phone: '19000001001',
          oneStop: true,
          kind: 'inpatient',
          ratioClass: 'normal',
          planCode: null,
        },
      },
    });
  });

  test.each([
    [{ 案件号: '1' }, '案件号'],
    [{ 版本: 'js99' }, '没有这个版本'],
    [{ 规则版本: '4' }, '理算规则'],
    [{ 证件号码: '320106198803160021' }, '证件号码不对'],
    [{ 就诊结束: '2026-03-01' }, '就诊结束早于'],
    [{ 就诊结束: '2026-02-30' }, '就诊结束应写成日期'],
    [{ 受理日期: '2026-04-02' }, '不能晚于今天'],
    [{ 总费用: '86000.001' }, '总费用应为元'],
    [{ 目录内自付: '32000.01' }, '比剩下的费用多'],
    [{ 就诊类型: '急诊' }, '就诊类型应为'],
    [{ 状态: '完成' }, '状态应为'],
    [{ 状态: '不予赔付' }, '不予赔付时原因'],
    [{ 状态: '不予赔付', 不予赔付原因: '某种病', 赔付金额: '' }, '不予赔付时原因'],
    [{ 状态: '资料待补', 缺少资料: '病理报告' }, '缺少资料应从'],
    [{ 状态: '审核中' }, '结论日期'],
    [{ 到账日期: '' }, '到账日期'],
    [{ 赔付金额: '' }, '要有赔付金额'],
    [{ 收款账户尾号: '6222020200000000' }, '3 或 4 位'],
  ])('%o is refused and not repeated', (changes, why) => {
    const said = read(changes);
    expect(said).toContain(why);
    expect(said).not.toContain('某种病');
    expect(said).not.toContain('320106198803160021');
  });

  test('a column that is not asked for is refused', () => {
    expect(claimColumns([...CLAIM_HEADINGS, '诊断'])).toContain('不需要的列');
    expect(claimColumns(CLAIM_HEADINGS.slice(1))).toContain('案件号');
  });
});
