import { CLAIM_HEADINGS } from '@huimin/domain/adjustment';
import { addDays, beijingDate } from '@huimin/domain/date';
import {
  type ClaimBooksDependencies,
  importDueClaimFile,
  newestClaimFiles,
  storeClaimFile,
} from '../src/features/claims/index.ts';
import { giveFirstFiles } from '../src/features/imports/index.ts';

/** Who has claims in a plain start: invented people, found by this phone. */
export const DEMONSTRATION_INSURED = {
  name: '林梅',
  idNumber: '32010619880316002X',
  phone: '13900000000',
  child: { name: '陈小安', idNumber: '32010620190601007X' },
};

type Row = Readonly<Partial<Record<(typeof CLAIM_HEADINGS)[number], string>>>;

const COMMON: Row = {
  版本: 'js25',
  方案: 'upgraded',
  手机号: DEMONSTRATION_INSURED.phone,
  一站式: '是',
  就诊类型: '住院',
  赔付比例: '正常',
};
const ADULT: Row = {
  姓名: DEMONSTRATION_INSURED.name,
  证件号码: DEMONSTRATION_INSURED.idNumber,
  保单号: 'DEMO-25-0001',
};
const CHILD: Row = {
  姓名: DEMONSTRATION_INSURED.child.name,
  证件号码: DEMONSTRATION_INSURED.child.idNumber,
  保单号: 'DEMO-25-0002',
};

/** Claims of every kind: paid, agreed on, in review, papers wanting, and one below the deductible. */
function demonstrationRows(today: string): Row[] {
  const ago = (days: number): string => addDays(today, -days);
  return [
    {
      ...{ ...COMMON, ...ADULT, 案件号: 'DEMO2025000001', 就诊机构: '示例市人民医院', 结算单号: 'YS0001' },
      ...{ 就诊开始: '2025-03-02', 就诊结束: '2025-03-11', 受理日期: '2025-03-12', 医保数据截至: '2025-03-14' },
      ...{ 总费用: '86000', 医保报销: '54000', 目录内自付: '32000' },
      ...{ 状态: '已赔付', 结论日期: '2025-03-15', 到账日期: '2025-03-18', 赔付金额: '16000', 收款账户尾号: '000' },
    },
    {
      ...{ ...COMMON, ...ADULT, 案件号: 'DEMO2025000002', 就诊机构: '示例市人民医院', 结算单号: 'YS0002' },
      ...{ 就诊开始: '2025-12-01', 就诊结束: '2025-12-19', 受理日期: ago(12), 医保数据截至: ago(10) },
      ...{ 总费用: '128000', 医保报销: '68000', 大病保险: '6000', 目录内自付: '36000', 目录外费用: '18000' },
      ...{ 状态: '待支付', 结论日期: ago(2), 赔付金额: '30900', 收款账户尾号: '000' },
    },
    {
      ...{ ...COMMON, ...ADULT, 案件号: 'DEMO2025000003', 就诊机构: '示例市中医院', 结算单号: 'YS0003' },
      ...{ 一站式: '否', 就诊类型: '门诊特殊病', 就诊开始: '2025-12-22', 就诊结束: '2025-12-22', 受理日期: ago(5) },
      ...{ 总费用: '5200', 医保报销: '3100', 目录内自付: '2100', 医保数据截至: ago(4), 状态: '审核中' },
    },
    {
      ...{ ...COMMON, ...ADULT, 案件号: 'DEMO2025000004', 就诊机构: '示例市第二人民医院', 结算单号: 'YS0004' },
      ...{ 一站式: '否', 就诊开始: '2025-12-26', 就诊结束: '2025-12-30', 受理日期: ago(7), 医保数据截至: ago(6) },
      ...{
        总费用: '9800',
        医保报销: '6100',
        目录内自付: '3000',
        目录外费用: '500',
        状态: '资料待补',
        缺少资料: '费用清单、银行卡',
      },
    },
    {
      ...{ ...COMMON, ...CHILD, 案件号: 'DEMO2025000005', 就诊机构: '示例市儿童医院', 结算单号: 'YS0005' },
      ...{ 就诊开始: '2025-04-07', 就诊结束: '2025-04-12', 受理日期: '2025-04-13', 医保数据截至: '2025-04-15' },
      ...{ 总费用: '25000', 医保报销: '8840', 目录内自付: '3860', 目录外费用: '12300' },
      ...{ 状态: '不予赔付', 不予赔付原因: '未达到免赔额', 结论日期: '2025-04-16' },
    },
  ];
}

/** Puts in the demonstration's claims, by the way an insurer's file takes, where no file has ever come. */
export async function seedClaims(deps: ClaimBooksDependencies): Promise<void> {
  if ((await newestClaimFiles(deps.database.query, 1)).length > 0) return;
  const today = beijingDate(deps.clock.now());
  await storeClaimFile(deps, fileOf(demonstrationRows(today)), { day: today, by: '演示数据' }, deps.clock.now());
  await importDueClaimFile(deps);
}

function fileOf(rows: readonly Row[]): Buffer {
  const cells = rows.map((row) => CLAIM_HEADINGS.map((heading) => row[heading] ?? ''));
  return Buffer.from([CLAIM_HEADINGS, ...cells].map((line) => `${line.join(',')}\r\n`).join(''));
}

/** The page of imports: the claims above as they came, and a later file of which two rows have to be put right. */
export function seedImports(core: Parameters<typeof giveFirstFiles>[0]): Promise<void> {
  const today = beijingDate(core.clock.now());
  const rows = demonstrationRows(today);
  const later = rows.map((row, at) => ({
    ...{ ...row, 案件号: `DEMO202500010${at}` },
    ...(at === 1 ? { 总费用: '一万二' } : {}),
    ...(at === 3 ? { 就诊结束: '2025-02-30' } : {}),
  }));
  const common = { kind: 'claims', day: today, givenBy: 'yunying01' };
  return giveFirstFiles(core, [
    { ...common, fileName: '演示_理赔结果_已生效.csv', bytes: fileOf(rows), liveRows: rows.length },
    { ...common, fileName: '演示_理赔结果_待更正.csv', bytes: fileOf(later), liveRows: null },
  ]);
}
