import { readFile } from 'node:fs/promises';
import { beijingDate, beijingMs } from '@huimin/domain/date';
import { currentList, type ListKind, publishList, readListFile } from '../src/features/configuration/index.ts';
import { SERVICE_LIST } from '../src/features/health-services/index.ts';
import { openRound } from '../src/features/lucky/index.ts';
import { DRUG_LIST, PHARMACY_LIST } from '../src/features/special-drugs/index.ts';

const BY = '演示数据';

type Core = Parameters<typeof openRound>[0];

/**
 * The demonstration's invented drugs, pharmacies and health services, and a draw for the edition that offers one. What is
 * published stays as it is.
 */
export async function seedServices(core: Core): Promise<void> {
  const year = Number(beijingDate(core.clock.now()).slice(0, 4));
  const code = `demo${String(year + 1).slice(2)}`;
  for (const edition of [code, `${code}plus`]) {
    // Pharmacies first: drugs name them.
    await seedList(core, edition, PHARMACY_LIST);
    await seedList(core, edition, DRUG_LIST);
    await seedList(core, edition, SERVICE_LIST);
  }
  await openRound(core, {
    editionCode: `${code}plus`,
    by: BY,
    rules: {
      code: `gift-${year}`,
      title: '健康小礼（演示）',
      organiser: '甲信财产保险江苏分公司',
      approvalNo: `HD${year}-011（演示）`,
      startsAtMs: beijingMs(`${year}-01-01`),
      endsAtMs: beijingMs(`${year}-12-31 23:59:59`),
      claimDays: 30,
      actions: ['health-manual'],
      prizes: [
        { code: 'meter', name: '电子血压计', unit: '件', valueFen: 9_900, stock: 50, oddsPpm: 5_000 },
        { code: 'thermometer', name: '体温计', unit: '件', valueFen: 1_500, stock: 200, oddsPpm: 20_000 },
        { code: 'book', name: '健康手册纸质版', unit: '本', valueFen: 1_000, stock: 1_000, oddsPpm: 100_000 },
      ],
    },
  });
}

async function seedList<Row>({ database, clock }: Core, edition: string, list: ListKind<Row>): Promise<void> {
  const { query } = database;
  if (await currentList(query, edition, list)) return;
  const bytes = await readFile(new URL(`./lists/${list.kind}.csv`, import.meta.url));
  const { rows, problems } = await readListFile(query, edition, list, bytes);
  if (problems.length > 0) throw new Error(`${list.kind}.csv: ${JSON.stringify(problems)}`);
  await publishList(query, edition, list, rows, { by: BY, nowMs: clock.now() });
}
