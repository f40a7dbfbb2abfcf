import { depositLeftFen } from '@huimin/domain/group';
import type { Person } from '@huimin/testing';
import { creditCodeOf, csv, linkOf, rowOf } from '../integration/company-people.ts';
import { resident } from '../integration/shop.ts';
import { createBrowser } from './browser.ts';
import type { Chance } from './chance.ts';
import { atConsole } from './console.ts';
import { documentsToAgree, REQUIRED_DOCUMENTS, SHARED_PEOPLE } from './settle-in.ts';
import { EDITIONS, PLAN_FEN } from './stage.ts';
import { Violation, type World } from './world.ts';

/** A company that insures its people, and what its bank has of it. */
export interface Company {
  readonly groupNo: string;
  readonly people: readonly Person[];
  /** Transfers that arrived at the bank, by their references. */
  readonly arrived: Map<string, number>;
}

/** Nobody else's family has them. */
const OWN_PEOPLE = [70, 71];
const ROSTER_JOBS = ['group-rosters', 'group-invites'] as const;

/** A company is put down, its list is read, and its people agree; some of them are of residents' families as well. */
export async function foundCompany(world: World, chance: Chance): Promise<Company> {
  const shared = SHARED_PEOPLE.filter(() => chance.happens(0.7));
  const people = [...OWN_PEOPLE, ...shared].map((index) => resident(index));
  const { groupNo } = await atConsole(world, 'registerCompanyGroup', {
    ...{ productId: EDITIONS.single, companyName: '示例科技有限公司', creditCode: creditCodeOf('91320594MA1CMP01Y') },
    ...{ regionCode: '320540', headCount: people.length, contactName: '陈示范', phone: '13900000459' },
  });
  await atConsole(world, 'moveCompanyGroup', { groupNo, step: 'contact', note: '要给员工参保' });
  await atConsole(world, 'moveCompanyGroup', { groupNo, step: 'open-roster' });
  const content = csv(people.map(rowOf)).toString('base64');
  await atConsole(world, 'takeCompanyRoster', { groupNo, fileName: '名单.csv', content });
  for (let round = 0; round < 4; round++) {
    for (const job of ROSTER_JOBS) await world.patiently(job, (server) => server.runJob(job));
    await world.pass(3_000);
  }
  // Who has cover already is not asked.
  const asked = people.filter(({ phone }) => world.sandbox.control.sms(phone).some(({ params }) => 'link' in params));
  for (const [index, person] of asked.entries()) {
    const browser = createBrowser(`203.0.113.${index + 100}`);
    await world.patiently(`${person.name} agrees`, async (server) => {
      const agreedDocuments = await documentsToAgree(browser, server, REQUIRED_DOCUMENTS, EDITIONS.single);
      return browser.value(server, 'answerInvitation', {
        link: linkOf(world, person.phone),
        ...{ idTail: person.idNumber.slice(-6), join: true, regionCode: '320540', consent: true, agreedDocuments },
      });
    });
  }
  return { groupNo, people, arrived: new Map() };
}

/** As the desk sees it. */
export const companyShown = (world: World, { groupNo }: Company) =>
  atConsole(world, 'showCompanyGroup', { groupNo }, 'operations');

/** Who of its people are insured by it, with the numbers they have at the desk. */
export async function insuredOf(world: World, company: Company): Promise<{ person: Person; personNo: string }[]> {
  const { rows } = await atConsole(world, 'listGroupRows', { groupNo: company.groupNo, which: 'good' });
  return rows.flatMap(({ line, personNo }) => {
    // The first line has the headings.
    const person = company.people[line - 2];
    return person && personNo !== null ? [{ person, personNo }] : [];
  });
}

/** At rest: its money is what its bank has moved, its bills are worked off, and nobody it pays for is without cover. */
export async function checkCompany(world: World, company: Company): Promise<void> {
  const { receipts, payouts, money, counts, bill } = await companyShown(world, company);
  const shown = JSON.stringify({ money, counts, bill: bill?.state });
  const confirmed = receipts.filter(({ state }) => state === 'confirmed');
  for (const { bankReference, amountFen } of confirmed) {
    is(company.arrived.get(bankReference) === amountFen, `${bankReference}: ${amountFen} fen never arrived`);
  }
  is(new Set(confirmed.map((one) => one.bankReference)).size === confirmed.length, `a transfer counts twice: ${shown}`);
  const paid = payouts.filter(({ state }) => state === 'paid');
  const sum = (rows: readonly { readonly amountFen: number }[]) => rows.reduce((fen, row) => fen + row.amountFen, 0);
  is(money.receivedFen === sum(confirmed) && money.returnedFen === sum(paid), `its money is not the bank's: ${shown}`);
  const insured = await insuredOf(world, company);
  is(insured.length === counts.insured, `${insured.length} people are listed as insured: ${shown}`);
  is(money.usedFen === counts.insured * PLAN_FEN.basic, `what it has used is not what its people cost: ${shown}`);
  is(money.leftFen === depositLeftFen(money) && money.leftFen >= 0, `more was used than was there: ${shown}`);
  is(counts.leaving === 0, `the premium of somebody who left is not back: ${shown}`);
  is(bill?.state !== 'paid', `its bill is paid, and not worked off: ${shown}`);
}

function is(fits: boolean, rule: string): void {
  if (!fits) throw new Violation(`the company: ${rule}`);
}
