import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import {
  assignGroup,
  type CompanyWish,
  changeContact,
  closeGroupForOperator,
  contactGroup,
  type Done,
  type GroupDependencies,
  type GroupRow,
  groupForOperator,
  groupOfNumber,
  groupReportFile,
  groupsForOperators,
  makeBill,
  noteInvoice,
  openRoster,
  registerGroup,
  remindGroupForOperator,
  removePeople,
  rosterProblemsFile,
  takeRoster,
  templateFile,
  voucherOfGroup,
  withdrawBill,
} from '../features/group/index.ts';
import { isDayUpToNow, isLine, isSigner, refuse, shown, signatureOf } from './operator-answers.ts';
import { sendFile, TABLE_TYPES, takeFiles } from './operator-files.ts';
import { dayOf, LARGEST_ROSTER_BYTES, linesOf } from './operator-group-input.ts';

type Body = Record<string, unknown>;

/**
 * Companies that insure their people: talking to them, their lists and bills. Their transfers are entered and confirmed, and
 * money is paid back, by two people who are signed in at the console: a token is no person, and whoever holds it could sign
 * with two names.
 */
export function groupRoutes(door: FastifyInstance, deps: GroupDependencies): void {
  door.get('/groups', async (request, reply) => {
    const { status } = request.query as Body;
    return reply.send({ groups: await groupsForOperators(deps, typeof status === 'string' ? status : null) });
  });
  door.get('/groups/template', async (_request, reply) => sendFile(reply, await templateFile()));
  door.post('/groups', async (request, reply) => {
    const { by } = (request.body ?? {}) as Body;
    if (!isSigner(by)) return refuse(reply, 400, '请写处理人 by，不超过 50 个字');
    const wish = linesOf(request.body);
    if (typeof wish === 'string') return refuse(reply, 400, wish);
    const made = await registerGroup(deps, wish as CompanyWish, by.trim());
    if (!made.ok) return refuse(reply, made.name === 'not-found' ? 404 : 400, made.message ?? '填写的内容有误');
    deps.log.info({ groupNo: made.value.groupNo }, 'group registered by an operator');
    return reply.code(made.value.isKnown ? 200 : 201).send(made.value);
  });
  withGroup('get', '', async (reply, group) => {
    const { createdAt, ...whole } = await groupForOperator(deps, group);
    const rows = {
      receipts: whole.receipts.map(shown),
      payouts: whole.payouts.map(shown),
      bills: whole.bills.map(shown),
    };
    return reply.send({ group: { createdAt, ...whole, ...rows, events: whole.events.map(shown) } });
  });
  withGroup('get', '/problems.csv', async (reply, group) => sendFile(reply, await rosterProblemsFile(deps, group)));
  withGroup('get', '/report.csv', async (reply, group) => sendFile(reply, await groupReportFile(deps, group)));
  withGroup('get', '/vouchers/:fileId', async (reply, group, request) => {
    const { fileId } = request.params as { fileId: string };
    const file = await voucherOfGroup(deps, group, fileId);
    return file ? sendFile(reply, file) : refuse(reply, 404, '没有这份回单');
  });
  rosterRoutes();
  steps();

  /** Every look at a whole company and every decision is logged. */
  function withGroup(
    method: 'get' | 'post',
    path: string,
    work: (reply: FastifyReply, group: GroupRow, request: FastifyRequest) => Promise<FastifyReply>,
    on: FastifyInstance = door,
  ): void {
    on[method](`/groups/:groupNo${path}`, async (request: FastifyRequest, reply: FastifyReply) => {
      const { groupNo } = request.params as { groupNo: string };
      const group = await groupOfNumber(deps, groupNo);
      if (!group) return refuse(reply, 404, '没有这个团体');
      deps.log.info({ groupNo, what: `${method} ${path}` }, 'group looked at or decided by an operator');
      return work(reply, group, request);
    });
  }

  /** Lists come as they are; the parser for tables is for this address alone. */
  function rosterRoutes(): void {
    door.register(async (files) => {
      takeFiles(files, TABLE_TYPES, LARGEST_ROSTER_BYTES);
      withGroup(
        'post',
        '/roster',
        async (reply, group, request) => {
          const { by, name } = request.query as Body;
          if (!isSigner(by)) return refuse(reply, 400, '请在地址里写导入人，如 by=张经理，不超过 50 个字');
          if (!Buffer.isBuffer(request.body)) return refuse(reply, 415, '请用 CSV 或 XLSX 上传名单');
          const fileName = typeof name === 'string' ? name : '名单';
          const kept = await takeRoster(deps, group.id, { fileName, bytes: request.body, by: by.trim() });
          return kept ? reply.code(202).send({ state: 'waiting' }) : refuse(reply, 409, '名单收集中才能导入名单');
        },
        files,
      );
    });
  }

  function steps(): void {
    decide('/contact', (group, { by, reason }) => contactGroup(deps, group.id, by, reason));
    decide('/open-roster', (group, { by }, body) => {
      const until = body.until === undefined ? null : dayOf(body.until);
      return until === undefined ? '请写截止日期 until，如 2026-12-10' : openRoster(deps, group.id, by, until);
    });
    decide('/assign', (group, { by }, { name, company, staffNo }) => {
      if (!isLine(name, 1, 40) || !isLine(company, 1, 40) || !isLine(staffNo, 1, 40)) {
        return '请写客户经理的 name、company 和 staffNo，各不超过 40 个字';
      }
      const manager = { name: name.trim(), company: company.trim(), staffNo: staffNo.trim() };
      return assignGroup(deps, group.id, by, manager);
    });
    decide('/contact-person', (group, { by }, { name, phone }) =>
      isLine(name, 2, 30) && typeof phone === 'string'
        ? changeContact(deps, group.id, by, { name: name.trim(), phone })
        : '请写新联系人的 name 和 phone',
    );
    decide('/close', (group, { by, reason }) => closeGroupForOperator(deps, group.id, by, reason));
    decide('/remind', (group, { by }) => remindGroupForOperator(deps, group, by));
    decide('/remove', (group, { by }, { personNos }) => {
      if (!Array.isArray(personNos) || personNos.length === 0 || personNos.length > 100) {
        return '请写要减员的 personNos，1 到 100 个';
      }
      const ids = personNos.flatMap((no) => (typeof no === 'string' ? (deps.numbers.groupPersonId(no) ?? []) : []));
      return removePeople(deps, group, ids, by);
    });
    decide('/bill', (group, { by }) => makeBill(deps, group.id, by));
    decide('/withdraw-bill', (group, { by, reason }) => withdrawBill(deps, group.id, by, reason));
    decide('/invoice', (group, { by }, { number, day }) => {
      const isRight = typeof number === 'string' && /^[0-9A-Za-z-]{8,30}$/.test(number);
      if (!isRight || !isDayUpToNow(day, deps.clock.now())) return '请写发票号码 number 和开票日期 day';
      return noteInvoice(deps, group.id, by, { number, day });
    });
  }

  type Decide = (group: GroupRow, signature: { by: string; reason: string }, body: Body) => Promise<Done> | string;

  /** A decision with its reason and its name; what is wrong with the rest is said in words. */
  function decide(path: string, work: Decide): void {
    withGroup('post', path, async (reply, group, request) => {
      const signature = signatureOf(request.body);
      if (typeof signature === 'string') return refuse(reply, 400, signature);
      const done = work(group, signature, request.body as Body);
      return typeof done === 'string' ? refuse(reply, 400, done) : answer(reply, await done);
    });
  }
}

function answer(reply: FastifyReply, done: Done): FastifyReply {
  switch (done.kind) {
    case 'absent':
      return refuse(reply, 404, '没有这个团体');
    case 'not-so':
      return refuse(reply, 409, done.why);
    default:
      return reply.send(done);
  }
}
