import { CLAIM_HEADINGS } from '@huimin/domain/adjustment';
import type { Person } from '@huimin/testing';
import { afterAll, beforeAll, expect } from 'vitest';
import { seedStaffOfDemonstration } from '../../apps/server/seed/demonstration-staff.ts';
import {
  claimFileById,
  claimFileProblems,
  importDueClaimFile,
  storeClaimFile,
} from '../../apps/server/src/features/claims/index.ts';
import {
  agreements,
  keep,
  loggedIn,
  newestCode,
  openShop,
  type RunningServer,
  type Shop,
  type Visitor,
} from './shop.ts';

export let shop: Shop;
export let server: RunningServer;

/** A shop without jobs, to which claim files are given; `shop` and `server` are there once it is open. */
export function useClaims(): void {
  beforeAll(async () => {
    shop = await openShop({ jobs: false });
    server = shop.servers[0] as RunningServer;
    await seedStaffOfDemonstration(server.deps);
  });
  afterAll(() => shop?.close());
}

type Row = Record<string, string>;
let caseCount = 0;

/** A paid stay that uses up the deductible: 46,000 in scope, 15,000 off, 80 %. */
export function paid(person: Person, more: Row = {}): Row {
  caseCount += 1;
  return {
    ...{ 案件号: `LP${String(caseCount).padStart(8, '0')}`, 版本: 'js26', 保单号: 'OUTSIDE-0001', 结算单号: 'JS1' },
    ...{ 姓名: person.name, 证件号码: person.idNumber, 手机号: person.phone, 一站式: '是', 就诊类型: '住院' },
    ...{ 就诊机构: '示例市人民医院', 就诊开始: '2026-03-02', 就诊结束: '2026-03-11', 受理日期: '2026-03-12' },
    ...{ 总费用: '96000', 医保报销: '45000', 大病保险: '5000', 目录内自付: '46000', 目录外费用: '0', 特药费用: '0' },
    ...{ 赔付比例: '正常', 状态: '已赔付', 结论日期: '2026-03-15', 到账日期: '2026-03-18', 赔付金额: '27200' },
    ...{ 收款账户尾号: '0000', 医保数据截至: '2026-03-14', 不予赔付原因: '', 缺少资料: '' },
    ...more,
  };
}

/** A claim that is not decided. */
export const OPEN = { 状态: '审核中', 结论日期: '', 到账日期: '', 赔付金额: '', 收款账户尾号: '' };

export function csv(rows: readonly Row[]): string {
  const lines = [CLAIM_HEADINGS, ...rows.map((row) => CLAIM_HEADINGS.map((heading) => row[heading] ?? ''))];
  return lines.map((cells) => cells.join(',')).join('\r\n');
}

/** Gives a file as a program does that brings one, and lets the job read it. */
export async function give(rows: readonly Row[] | Buffer, day = '2026-04-01') {
  const bytes = Buffer.isBuffer(rows) ? rows : Buffer.from(csv(rows));
  const { id, isKnown } = await storeClaimFile(server.deps, bytes, { day, by: '张理赔' }, shop.clock.now());
  while ((await importDueClaimFile(server.deps)) > 0);
  const { query } = server.deps.database;
  const file = (await claimFileById(query, id)) ?? expect.fail();
  const problems: string[] = [];
  for await (const some of claimFileProblems(query, id))
    problems.push(...some.map(({ line, why }) => `${line},${why}`));
  return { isKnown, file, problems };
}

export async function settleLogin(phone: string): Promise<Visitor> {
  shop.clock.advance(61_000);
  const visitor = shop.visitor();
  await visitor.value('sendSmsCode', { phone });
  const agreedDocuments = await agreements(visitor.value, ['user-agreement', 'privacy-policy']);
  await visitor.value('settleLogin', { phone, code: newestCode(shop.sandbox, phone), agreedDocuments });
  return visitor;
}

/** What an answer says, without the number of its request. */
export function said(answer: Awaited<ReturnType<Visitor['call']>> | undefined) {
  return answer && [answer.envelope.code, answer.envelope.message, answer.envelope.result];
}

/** Logs in, keeps the person as oneself and answers the key. */
export async function insured(person: Person): Promise<{ visitor: Visitor; personKey: string }> {
  shop.clock.advance(61_000);
  const visitor = await loggedIn(shop, person);
  return { visitor, personKey: await keep(visitor, person, '00') };
}
