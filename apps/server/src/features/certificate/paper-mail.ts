import type { Calls, OutputOf } from '@huimin/contract';
import { formatDateTime } from '@huimin/domain/date';
import { checkMailAddress, maskMailAddress } from '@huimin/domain/mail';
import { fail, type Handler, ok } from '../../http/handler.ts';
import type { CertificateDependencies } from './certificate-dependencies.ts';
import { canBeDrawn, findPaper, noSuchPaper, ownOrder } from './find-paper.ts';
import { PAPER_TITLES } from './found-paper.ts';
import { ADDRESS_PURPOSE, addMail, type MailRow, type MailState, mailByKey, mailOfOwner } from './mail-store.ts';

type MailView = OutputOf<Calls['queryPaperMail']>;

/** Enough for a family's papers; a stranger's mailbox must not be filled from here. */
const USER_LIMIT = { name: 'paper-mail-user', limit: 20, windowMs: 86_400_000 };
const ADDRESS_LIMIT = { name: 'paper-mail-address', limit: 10, windowMs: 86_400_000 };

/** Writes down that a paper is to be sent; a job sends it. */
export function sendPaperMail(deps: CertificateDependencies): Handler<Calls['sendPaperMail']> {
  return async (input, { user }) => {
    if (!deps.mail) return fail('switched-off', '现在不能发邮件，请保存图片或者复制链接');
    const { query } = deps.database;
    const order = await ownOrder(deps, user, input.orderNo);
    if (!order) return fail('not-found', '没有找到这笔订单');
    const asked = await mailByKey(query, user, input.clientKey);
    if (asked) return ok(mailView(deps, asked));
    const checked = checkMailAddress(input.address);
    if (!checked.ok) {
      return fail('bad-input', checked.message, { fields: [{ path: 'address', message: checked.message }] });
    }
    const paper = await findPaper(deps, order, input);
    if (!paper) return noSuchPaper(order);
    if (!canBeDrawn(paper)) return fail('paper-not-ready');
    if (!(await deps.limiter.allows(USER_LIMIT, String(user.id)))) {
      return fail('too-many-requests', '今天发的邮件太多了，请明天再发，或者保存图片');
    }
    if (!(await deps.limiter.allows(ADDRESS_LIMIT, checked.address.toLowerCase()))) {
      return fail('too-many-requests', '今天发到这个邮箱的太多了，请明天再发，或者换一个邮箱');
    }
    await addMail(query, {
      shard: order.shard,
      id: deps.orderIds.next(order.shard),
      orderId: order.id,
      userId: user.id,
      clientKey: input.clientKey,
      paper: paper.paper,
      position: paper.position,
      changeId: paper.paper === 'endorsement' ? paper.id : null,
      addressSealed: deps.vault.seal(ADDRESS_PURPOSE, checked.address),
      addressMasked: maskMailAddress(checked.address),
      at: new Date(deps.clock.now()),
    });
    const added = await mailByKey(query, user, input.clientKey);
    return added ? ok(mailView(deps, added)) : fail('server-busy');
  };
}

/** How it stands with a mail. */
export function queryPaperMail(deps: CertificateDependencies): Handler<Calls['queryPaperMail']> {
  return async ({ mailNo }, { user }) => {
    const mailId = mailNo.startsWith('M') ? deps.numbers.memberId(mailNo.slice(1)) : null;
    const mail = mailId === null ? null : await mailOfOwner(deps.database.query, user, mailId);
    return mail ? ok(mailView(deps, mail)) : fail('not-found', '没有找到这封邮件');
  };
}

/** The number by which its owner asks about a mail; it is also the mail's own id. */
export function mailNo(deps: Pick<CertificateDependencies, 'numbers'>, { id }: Pick<MailRow, 'id'>): string {
  return `M${deps.numbers.memberNo(id)}`;
}

const SHOWN: Record<MailState, MailView['state']> = {
  WAITING: 'waiting',
  SENT: 'sent',
  WRONG_ADDRESS: 'wrong-address',
  GIVEN_UP: 'given-up',
};

function mailView(deps: CertificateDependencies, mail: MailRow): MailView {
  return {
    mailNo: mailNo(deps, mail),
    addressMasked: mail.address_masked,
    title: PAPER_TITLES[mail.paper],
    state: SHOWN[mail.state],
    stateText: stateText(mail),
    createdAt: formatDateTime(mail.created_at),
    tries: mail.tries,
  };
}

function stateText({ state, last_problem: problem, next_try_at: nextTryAt }: MailRow): string {
  switch (state) {
    case 'SENT':
      return '已经交给对方邮箱。没看到，请找找垃圾邮件';
    case 'WRONG_ADDRESS':
      return '这个邮箱不存在，或者收不了邮件。请检查后重新填';
    case 'GIVEN_UP':
      return '没有发成。请换一个邮箱，或者保存图片';
    case 'WAITING':
      return problem === null || nextTryAt === null
        ? '正在发，一般一两分钟就到'
        : `对方邮箱暂时收不了，${formatDateTime(nextTryAt).slice(11)} 再试。这个页面可以关掉`;
  }
}
