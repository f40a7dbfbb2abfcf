import type { InputOf } from '@huimin/contract';
import type { ConsoleCalls } from '@huimin/contract/console';
import { creditCodeCheckCharacter } from '@huimin/domain/person';
import type { Person } from '@huimin/testing';
import { type Desk, signedIn } from './desk.ts';
import { agreements, REQUIRED, resident, type Shop } from './shop.ts';

/** What a company and its people do: a list, and their answers; and what the desk puts down of its money. */

/** Two people who may enter and confirm a company's transfers. Whoever calls has put the demonstration's staff there. */
export async function moneyDesks(shop: Shop): Promise<{ readonly first: Desk; readonly second: Desk }> {
  return { first: await signedIn(shop, 'caiwu01'), second: await signedIn(shop, 'yunying01') };
}

/** A transfer as one enters it from the bank's statement; answers its number. */
export async function enterTransfer(
  desk: Desk,
  transfer: {
    readonly groupNo: string;
    readonly bankReference: string;
    readonly amountFen: number;
    readonly receivedOn: string;
  },
): Promise<string> {
  const payer = { payerName: '示例科技（苏州）有限公司', payerAccount: '6222000000000001' };
  await desk.value('enterGroupReceipt', { ...transfer, ...payer });
  const { receipts } = await desk.value('showCompanyGroup', { groupNo: transfer.groupNo });
  return receipts.find((one) => one.bankReference === transfer.bankReference)?.receiptNo ?? '';
}

export function creditCodeOf(first: string): string {
  return `${first}${creditCodeCheckCharacter(first)}`;
}

export const csv = (rows: readonly (readonly string[])[]): Buffer =>
  Buffer.from([['姓名', '身份证号', '手机号', '医保所在地'], ...rows].map((cells) => cells.join(',')).join('\r\n'));
export const rowOf = (person: Person): string[] => [person.name, person.idNumber, person.phone, '苏州工业园区'];

/** The newest link a phone got. */
export function linkOf(shop: Pick<Shop, 'sandbox'>, phone: string): string {
  const link = shop.sandbox.control.sms(phone).find(({ params }) => 'link' in params)?.params.link;
  if (!link) throw new Error(`no link was sent to ${phone}`);
  return link;
}

export async function answerInvitationAs(shop: Shop, person: Person, join = true, regionCode = '320540') {
  const visitor = shop.visitor();
  return visitor.call('answerInvitation', {
    link: linkOf(shop, person.phone),
    idTail: person.idNumber.slice(-6),
    join,
    regionCode,
    agreedDocuments: join ? await agreements(visitor.value, REQUIRED) : [],
    ...(join ? { consent: true as const } : {}),
  });
}

type Step = InputOf<ConsoleCalls['moveCompanyGroup']>['step'];

/** Companies of a shop whose jobs run only when told to; with the demonstration's staff and editions. */
export function companiesOf(shop: () => Shop) {
  let made = 0;
  let signed: Desk | undefined;

  /** Somebody of operations; signed in anew when the session is over. */
  async function operations(): Promise<Desk> {
    if (!signed || (await signed.call('whoAmI')).code !== 200000) signed = await signedIn(shop(), 'yunying01');
    return signed;
  }

  async function run(...names: string[]): Promise<void> {
    const jobs =
      shop().servers[0]?.built.jobs.filter(({ name }) => names.some((begin) => name.startsWith(begin))) ?? [];
    for (let round = 0; round < 6; round++) {
      for (const job of jobs) await job.run();
      shop().clock.advance(3_000);
    }
  }

  /** A company whose people have agreed, or the first of them only; `regionOf` says where each lives. */
  async function agreed(people: number, regionOf: (index: number) => string = () => '320540', answering = people) {
    const index = made++;
    const staff = Array.from({ length: people }, (_, one) => resident(1_500 + index * 20 + one));
    const desk = await operations();
    const productId = (await desk.value('listCompanyGroups')).editions[0]?.code ?? '';
    const { groupNo } = await desk.value('registerCompanyGroup', {
      ...{ productId, companyName: `示例科技${index}有限公司`, creditCode: creditCodeOf(`91320594MA1PREM${index}Y`) },
      ...{ regionCode: '320540', headCount: people, contactName: '陈示范', phone: `1390000045${index}` },
    });
    const decide = async (step: Step, note = '按流程办理') =>
      (await operations()).call('moveCompanyGroup', { groupNo, step, note });
    await decide('contact');
    await decide('open-roster');
    const content = csv(staff.map(rowOf)).toString('base64');
    await desk.value('takeCompanyRoster', { groupNo, fileName: 'a.csv', content });
    await run('group-rosters', 'group-invites');
    for (const [one, person] of staff.slice(0, answering).entries()) {
      const { envelope } = await answerInvitationAs(shop(), person, true, regionOf(one));
      if (envelope.code !== 200000) throw new Error(envelope.message);
    }
    const shown = async () => (await operations()).value('showCompanyGroup', { groupNo });
    /** Enters and confirms a transfer. */
    const transfer = async (amountFen: number, receivedOn: string) => {
      const { first, second } = await moneyDesks(shop());
      const bankReference = `BANK-${groupNo}-${(await shown()).receipts.length}`;
      const receiptNo = await enterTransfer(first, { groupNo, bankReference, amountFen, receivedOn });
      return second.value('settleGroupReceipt', { groupNo, receiptNo, decision: 'confirm' });
    };
    return { groupNo, staff, decide, shown, transfer, productId, phone: `1390000045${index}` };
  }

  return { operations, run, agreed };
}
