import { maskName } from '@huimin/domain/person';
import { drawPdf } from '../../papers/index.ts';
import type { Mail, MailGateway } from '../../ports/mail-gateway.ts';
import { orderById } from '../order/index.ts';
import { signingNow } from '../policy/index.ts';
import type { CertificateDependencies } from './certificate-dependencies.ts';
import { canBeDrawn, findPaper, type PaperChoice } from './find-paper.ts';
import type { FoundPaper } from './found-paper.ts';
import { ADDRESS_PURPOSE, endMail, leaseMails, type MailRow, postponeMail } from './mail-store.ts';
import { mailNo } from './paper-mail.ts';

const BATCH = 5;
/** Longer than a batch of mails takes that all run into their time limit. */
const LEASE_MS = 300_000;
/** Pauses after each try that failed for now; then it is given up. */
const PAUSES_MS = [60_000, 300_000, 900_000, 3_600_000, 10_800_000];

/** Sends what is due; answers how many mails were taken up. */
export async function sendDueMails(deps: CertificateDependencies): Promise<number> {
  const { mail: gateway } = deps;
  if (!gateway) return 0;
  const nowMs = deps.clock.now();
  const mails = await leaseMails(deps.database.query, new Date(nowMs), new Date(nowMs + LEASE_MS), BATCH);
  for (const mail of mails) {
    try {
      await sendOne(deps, gateway, mail);
    } catch (error) {
      deps.log.error({ mailNo: mailNo(deps, mail), error: (error as Error).message }, 'paper mail failed');
      await tryLater(deps, mail, 'our own failure');
    }
  }
  return mails.length;
}

async function sendOne(deps: CertificateDependencies, gateway: MailGateway, mail: MailRow): Promise<void> {
  const { query } = deps.database;
  const end = (state: 'SENT' | 'WRONG_ADDRESS' | 'GIVEN_UP', problem: string | null) =>
    endMail(query, mail, state, problem, new Date(deps.clock.now()));
  const order = await orderById(query, mail.shard, mail.order_id);
  const paper = order && (await findPaper(deps, order, choiceOf(mail)));
  if (!order || !paper || !canBeDrawn(paper) || !mail.address_sealed) return end('GIVEN_UP', 'no paper any more');
  const edition = deps.editions.edition(order.edition_code);
  const service = edition?.document.name ?? '';
  const result = await gateway.send({
    to: deps.vault.open(ADDRESS_PURPOSE, mail.address_sealed),
    id: mailNo(deps, mail),
    ...(await mailContent(deps, paper, service, edition?.document.tel ?? '')),
  });
  if (result.kind === 'sent') return end('SENT', null);
  if (result.kind === 'wrong-address') return end('WRONG_ADDRESS', result.problem);
  if (result.kind === 'refused') {
    deps.log.warn({ mailNo: mailNo(deps, mail), problem: result.problem }, 'paper mail refused');
    return end('GIVEN_UP', result.problem);
  }
  await tryLater(deps, mail, result.problem);
}

const choiceOf = ({ paper, position, change_id: changeId }: MailRow): PaperChoice => ({
  paper,
  position: position ?? undefined,
  changeId: changeId ?? undefined,
});

async function tryLater(deps: CertificateDependencies, mail: MailRow, problem: string): Promise<void> {
  const now = deps.clock.now();
  const pause = PAUSES_MS[mail.tries - 1];
  if (pause === undefined) await endMail(deps.database.query, mail, 'GIVEN_UP', problem, new Date(now));
  else await postponeMail(deps.database.query, mail, problem, new Date(now + pause));
}

/** No whole name and no identity number outside the paper itself. */
async function mailContent(
  deps: CertificateDependencies,
  paper: FoundPaper,
  service: string,
  phone: string,
): Promise<Pick<Mail, 'subject' | 'text' | 'attachment'>> {
  const whose = paper.insuredName === null ? '' : `（${maskName(paper.insuredName)}）`;
  const lines = [
    '您好：',
    '',
    `附件是您在${service}要的${paper.title}${whose}，PDF 格式。`,
    ...(paper.voided ? [`这份文件已经作废：${paper.voided.reason}，${paper.voided.at} 起不能再用。`] : []),
    '附件里有个人信息，请不要转给不认识的人。文件上的二维码可以验真。',
    '',
    `不是您要的？请删掉这封邮件，或者拨打 ${phone}。`,
    '这封邮件是系统发的，请不要回复。',
    '',
    service,
  ];
  return {
    subject: `${service}：${paper.title}`,
    text: lines.join('\n'),
    attachment: {
      // The name of a file is shown in lists of mails and on servers on the way.
      fileName: `${paper.title}.pdf`,
      contentType: 'application/pdf',
      bytes: await drawPdf(paper.drawing(), signingNow(deps)),
    },
  };
}
