import { isDeepStrictEqual } from 'node:util';
import type { ApprovalValue } from '@huimin/contract/console';
import type { StaffPermission } from '@huimin/contract/vocabulary';
import { beijingDateTime } from '@huimin/domain/date';
import { APPROVAL_STATUS_TABLE, type ApprovalStatus, mayStaff, seesEverything } from '@huimin/domain/staff';
import { statusEntryOf } from '@huimin/domain/status';
import type { Core } from '../../core.ts';
import type { Query } from '../../db/database.ts';
import { fail, ok, type Reply } from '../../http/handler.ts';
import { accountById, namesOf, type StaffMember } from './account-store.ts';
import { type ConsoleRequest, NotPossible } from './console-call.ts';

/** One kind of thing that two people are needed for. */
export interface ApprovalKind<Payload> {
  readonly kind: string;
  /** What is to be done, in words. */
  readonly title: string;
  /** Who may ask for it, and must still may when it is done. */
  readonly asks: StaffPermission;
  readonly decides: StaffPermission;
  readonly lastsMs: number;
  /**
   * Whether what is asked for lies within somebody's data scope. To whoever it does not, the request is not there; and it is
   * done only while it lies within the asker's. Not asked of those who see everything.
   */
  within(payload: Payload, member: Pick<StaffMember, 'scope'>, request: AskedRequest): boolean | Promise<boolean>;
  /**
   * Does it, in the transaction in which it is agreed to: once, and only when that is written. Work outside the database is
   * written down here for a job. Throws `NotPossible` when it cannot be done any more.
   */
  run(payload: Payload, done: ApprovedBy): Promise<void>;
}

/** What a request's place in somebody's scope may hang on beside what it asks for. */
export interface AskedRequest {
  readonly query: Query;
  /** As they are now; null: gone. */
  askedBy(): Promise<StaffMember | null>;
}

export interface ApprovedBy {
  readonly query: Query;
  readonly approvalId: number;
  readonly askedBy: StaffMember;
  /** Null where it is done without a second person. */
  readonly decidedBy: StaffMember | null;
  readonly reason: string;
  readonly nowMs: number;
}

// biome-ignore lint/suspicious/noExplicitAny: a list of kinds with different payloads
export type AnyApprovalKind = ApprovalKind<any>;

export interface Asking<Payload> {
  readonly by: StaffMember;
  readonly subject: string;
  /** What exactly is asked for, where the kind and the subject do not tell it. */
  readonly details?: string;
  /** On whom: the keyed index of a person. */
  readonly person?: Buffer | null;
  /** When it is about one of the staff. */
  readonly aboutStaff?: number | null;
  readonly reason: string;
  readonly payload: Payload;
}

interface ApprovalRow {
  id: number;
  kind: string;
  asked_by: number;
  about_staff: number | null;
  subject: string;
  subject_index: Buffer | null;
  details: string | null;
  reason: string;
  payload_sealed: Buffer;
  status: ApprovalStatus;
  asked_at: number;
  expires_at: number;
  decided_by: number | null;
  decided_at: number | null;
  note: string | null;
}

type ApprovalCore = Pick<Core, 'database' | 'vault' | 'clock'>;

const SEAL = 'staff-approval';
const PAGE = 30;
/** How many pages are gone through for one that somebody sees a part of. */
const MOST_PAGES = 10;
/** More than ever wait: of these is counted how many somebody sees. */
const MOST_COUNTED = 300;

export type Approvals = ReturnType<typeof createApprovals>;

/** What two people are needed for: asked by one, decided by another with the right to, done once. */
export function createApprovals(core: ApprovalCore, kinds: readonly AnyApprovalKind[]) {
  const byName = new Map(kinds.map((kind) => [kind.kind, kind]));
  const kindOf = (name: string): AnyApprovalKind => {
    const kind = byName.get(name);
    if (!kind) throw new Error(`no approval kind ${name}`);
    return kind;
  };

  /** Writes a request down. Inside the caller's transaction, with its entry in the audit log. */
  async function ask<Payload>(query: Query, { kind }: Pick<ApprovalKind<Payload>, 'kind'>, asking: Asking<Payload>) {
    const nowMs = core.clock.now();
    const [row] = await query<{ id: number }>(
      `insert into staff_approvals (kind, asked_by, about_staff, subject, subject_index, reason, payload_sealed, status,
         asked_at, expires_at, details)
       values ($1, $2, $3, $4, $5, $6, $7, 'waiting', $8, $9, $10) returning id`,
      [
        kind,
        asking.by.id,
        asking.aboutStaff ?? null,
        asking.subject,
        asking.person ?? null,
        asking.reason,
        core.vault.sealJson(SEAL, asking.payload),
        new Date(nowMs),
        new Date(nowMs + kindOf(kind).lastsMs),
        asking.details ?? null,
      ],
    );
    return row?.id as number;
  }

  async function shown(
    rows: readonly ApprovalRow[],
    reader: StaffMember,
    query = core.database.query,
  ): Promise<ApprovalValue[]> {
    const names = await namesOf(
      core,
      query,
      rows.flatMap((row) => [row.asked_by, row.decided_by]),
    );
    const nowMs = core.clock.now();
    return rows.map((row) => {
      const status = row.status === 'waiting' && row.expires_at <= nowMs ? 'expired' : row.status;
      return {
        approvalNo: String(row.id),
        kind: row.kind,
        title: kindOf(row.kind).title,
        subject: row.subject,
        details: row.details,
        reason: row.reason,
        status,
        statusLabel: statusEntryOf(APPROVAL_STATUS_TABLE, status)?.label ?? status,
        askedBy: names.get(row.asked_by) ?? '',
        askedAt: beijingDateTime(row.asked_at),
        expiresAt: beijingDateTime(row.expires_at),
        decidedBy: row.decided_by === null ? null : (names.get(row.decided_by) ?? ''),
        decidedAt: row.decided_at === null ? null : beijingDateTime(row.decided_at),
        note: row.note,
        mine: row.asked_by === reader.id,
        mayDecide: status === 'waiting' && cannotDecide(row, reader) === null,
      };
    });
  }

  /** Why somebody may not decide a request, or null. */
  function cannotDecide(row: ApprovalRow, decider: StaffMember): string | null {
    if (!mayStaff(decider.roles, kindOf(row.kind).decides)) return '您的角色不能审这种申请';
    if (row.asked_by === decider.id) return '自己的申请要由另一个人来审';
    if (row.about_staff === decider.id) return '关于您自己的申请要由另一个人来审';
    return null;
  }

  async function isWithin(query: Query, row: ApprovalRow, member: StaffMember): Promise<boolean> {
    if (seesEverything(member.scope)) return true;
    const askedBy = () => accountById(core, query, row.asked_by);
    return kindOf(row.kind).within(core.vault.openJson(SEAL, row.payload_sealed), member, { query, askedBy });
  }

  /** Those that somebody sees: their own, and what lies within their scope. */
  async function seenBy(
    member: StaffMember,
    rows: readonly ApprovalRow[],
    query = core.database.query,
  ): Promise<ApprovalRow[]> {
    const seen: ApprovalRow[] = [];
    for (const row of rows) {
      if (row.asked_by === member.id || (await isWithin(query, row, member))) seen.push(row);
    }
    return seen;
  }

  async function oneShown(id: number, reader: StaffMember): Promise<ApprovalValue> {
    const rows = await core.database.query<ApprovalRow>(`select * from staff_approvals where id = $1`, [id]);
    const [value] = await shown(rows, reader);
    return value as ApprovalValue;
  }

  async function close(query: Query, row: ApprovalRow, status: ApprovalStatus, by: number, note: string | null) {
    await query(`update staff_approvals set status = $2, decided_by = $3, decided_at = $4, note = $5 where id = $1`, [
      row.id,
      status,
      by,
      new Date(core.clock.now()),
      note,
    ]);
  }

  /** The request, held, where it waits and this person may see it. */
  async function heldOpen(query: Query, id: number, member: StaffMember): Promise<ApprovalRow> {
    const [row] = await query<ApprovalRow>(`select * from staff_approvals where id = $1 for update`, [id]);
    const sees = row && (row.asked_by === member.id || mayStaff(member.roles, kindOf(row.kind).decides));
    if (!row || !sees || !(row.asked_by === member.id || (await isWithin(query, row, member))))
      throw new NotPossible('not-found', '没有这个申请');
    if (row.status !== 'waiting') throw new NotPossible('approval-closed', '这个申请已经有结果了');
    if (row.expires_at <= core.clock.now()) throw new NotPossible('approval-closed', '这个申请已经过期，请重新申请');
    return row;
  }

  async function doIt(query: Query, row: ApprovalRow, decidedBy: StaffMember): Promise<void> {
    const kind = kindOf(row.kind);
    const askedBy = await accountById(core, query, row.asked_by);
    if (askedBy?.status !== 'active' || !mayStaff(askedBy.roles, kind.asks)) {
      throw new NotPossible('staff-rule', '申请人现在没有这个权限了，不能再办');
    }
    if (!(await isWithin(query, row, askedBy))) {
      throw new NotPossible('staff-rule', '这一件现在不在申请人的数据范围里，不能再办');
    }
    const nowMs = core.clock.now();
    const { id: approvalId, reason } = row;
    const payload = core.vault.openJson(SEAL, row.payload_sealed);
    await kind.run(payload, { query, approvalId, askedBy, decidedBy, reason, nowMs });
  }

  async function answered(work: Promise<number>, member: StaffMember): Promise<Reply<ApprovalValue>> {
    try {
      return ok(await oneShown(await work, member));
    } catch (problem) {
      if (problem instanceof NotPossible) return fail(problem.failure, problem.message);
      throw problem;
    }
  }

  return {
    ask,

    /** Does at once what nobody else could agree to yet; kept like any other request, decided by nobody. */
    async doAlone<Payload>(query: Query, kind: ApprovalKind<Payload>, asking: Asking<Payload>, note: string) {
      const id = await ask(query, kind, asking);
      const nowMs = core.clock.now();
      const { by: askedBy, reason } = asking;
      await kind.run(asking.payload, { query, approvalId: id, askedBy, decidedBy: null, reason, nowMs });
      await query(`update staff_approvals set status = 'approved', decided_at = $2, note = $3 where id = $1`, [
        id,
        new Date(nowMs),
        note,
      ]);
      return id;
    },

    decide(id: number, agree: boolean, note: string | null, request: ConsoleRequest): Promise<Reply<ApprovalValue>> {
      const { member } = request;
      const work = core.database.transaction(async (query) => {
        const row = await heldOpen(query, id, member);
        const problem = cannotDecide(row, member);
        if (problem !== null) throw new NotPossible('staff-rule', problem);
        await close(query, row, agree ? 'approved' : 'refused', member.id, note);
        if (agree) await doIt(query, row, member);
        const { title } = kindOf(row.kind);
        const detail = `${agree ? '同意' : '没有同意'}：${title}，申请 ${row.id}`;
        await request.note({ subject: row.subject, person: row.subject_index, detail }, query);
        return row.id;
      });
      return answered(work, member);
    },

    withdraw(id: number, request: ConsoleRequest): Promise<Reply<ApprovalValue>> {
      const { member } = request;
      const work = core.database.transaction(async (query) => {
        const row = await heldOpen(query, id, member);
        if (row.asked_by !== member.id) throw new NotPossible('not-found', '没有这个申请');
        await close(query, row, 'withdrawn', member.id, null);
        await request.note({ subject: row.subject, detail: `撤回：${kindOf(row.kind).title}，申请 ${row.id}` }, query);
        return row.id;
      });
      return answered(work, member);
    },

    async list(member: StaffMember, which: 'waiting' | 'mine' | 'done', before: number | null) {
      if (which === 'mine') {
        await core.database.query(`update staff_accounts set results_seen_at = $2 where id = $1`, [
          member.id,
          new Date(core.clock.now()),
        ]);
      }
      const decidable = kinds.filter((kind) => mayStaff(member.roles, kind.decides)).map(({ kind }) => kind);
      const standing = {
        waiting: `status = 'waiting' and expires_at > $5 and kind = any ($2) and asked_by <> $1`,
        mine: `$5::timestamptz is not null and $2::text[] is not null and asked_by = $1`,
        done: `(status <> 'waiting' or expires_at <= $5) and (kind = any ($2) or asked_by = $1)`,
      }[which];
      const page: ApprovalRow[] = [];
      let [next, isMore] = [before, true];
      for (let pages = 0; isMore && page.length < PAGE && pages < MOST_PAGES; pages += 1) {
        const limit = PAGE - page.length;
        const rows = await core.database.query<ApprovalRow>(
          `select * from staff_approvals where ${standing} and ($3::int is null or id < $3) order by id desc limit $4`,
          [member.id, decidable, next, limit + 1, new Date(core.clock.now())],
        );
        isMore = rows.length > limit;
        const looked = rows.slice(0, limit);
        next = looked.at(-1)?.id ?? next;
        page.push(...(await seenBy(member, looked)));
      }
      return { approvals: await shown(page, member), next: isMore ? String(next) : null };
    },

    /**
     * Requests of some kinds that wait, the newest first; where a subject is given, only about that.
     * @param query of the transaction in which it is asked
     */
    async waitingOf(
      member: StaffMember,
      kindNames: readonly string[],
      subject: string | null = null,
      query = core.database.query,
    ) {
      const rows = await query<ApprovalRow>(
        `select * from staff_approvals where status = 'waiting' and expires_at > $1 and kind = any ($2)
           and ($3::text is null or subject = $3) order by id desc limit $4`,
        [new Date(core.clock.now()), kindNames, subject, PAGE],
      );
      return shown(await seenBy(member, rows, query), member, query);
    },

    /**
     * The request by which this person asked for the very same already, while it waits: its answer was lost, or it was
     * pressed again. Whoever asks is held until the transaction ends, so that two at one moment do not both find none.
     */
    async sameWaiting<Payload>(
      query: Query,
      { kind }: Pick<ApprovalKind<Payload>, 'kind'>,
      member: StaffMember,
      { subject, payload }: Pick<Asking<Payload>, 'subject' | 'payload'>,
    ): Promise<{ readonly id: number; readonly reason: string } | null> {
      await query('select 1 from staff_accounts where id = $1 for update', [member.id]);
      const rows = await query<{ id: number; reason: string; payload_sealed: Buffer }>(
        `select id, reason, payload_sealed from staff_approvals
         where status = 'waiting' and expires_at > $1 and kind = $2 and asked_by = $3 and subject = $4`,
        [new Date(core.clock.now()), kind, member.id, subject],
      );
      const isSame = ({ payload_sealed: sealed }: { payload_sealed: Buffer }) =>
        isDeepStrictEqual(core.vault.openJson<Payload>(SEAL, sealed), payload);
      return rows.find(isSame) ?? null;
    },

    /** What the newest request of a kind about this subject is to do, while it waits: for the page where a second person looks. */
    async payloadOf<Payload>({ kind }: Pick<ApprovalKind<Payload>, 'kind'>, subject: string): Promise<Payload | null> {
      const [row] = await core.database.query<{ payload_sealed: Buffer }>(
        `select payload_sealed from staff_approvals where status = 'waiting' and expires_at > $1 and kind = $2 and subject = $3
         order by id desc limit 1`,
        [new Date(core.clock.now()), kind, subject],
      );
      return row ? core.vault.openJson<Payload>(SEAL, row.payload_sealed) : null;
    },

    /** How many of this person's own were refused or ran out since they last looked at theirs. */
    async unseenRefusals(member: StaffMember): Promise<number> {
      const [row] = await core.database.query<{ unseen: number }>(
        `select count(*)::int as unseen from staff_approvals a join staff_accounts s on s.id = a.asked_by
         where a.asked_by = $1 and (
           (a.status = 'refused' and a.decided_at > coalesce(s.results_seen_at, '-infinity'))
           or (a.status in ('waiting', 'expired') and a.expires_at <= $2 and a.expires_at > coalesce(s.results_seen_at, '-infinity')))`,
        [member.id, new Date(core.clock.now())],
      );
      return row?.unseen ?? 0;
    },

    /** How many wait for this person. */
    async waitingFor(member: StaffMember): Promise<number> {
      const decidable = kinds.filter((kind) => mayStaff(member.roles, kind.decides)).map(({ kind }) => kind);
      if (decidable.length === 0) return 0;
      const waiting = `from staff_approvals where status = 'waiting' and expires_at > $3
           and kind = any ($2) and asked_by <> $1 and about_staff is distinct from $1`;
      const values = [member.id, decidable, new Date(core.clock.now())];
      if (!seesEverything(member.scope)) {
        const rows = await core.database.query<ApprovalRow>(
          `select * ${waiting} order by id desc limit ${MOST_COUNTED}`,
          values,
        );
        return (await seenBy(member, rows)).length;
      }
      const [row] = await core.database.query<{ waiting: number }>(
        `select count(*)::int as waiting ${waiting}`,
        values,
      );
      return row?.waiting ?? 0;
    },
  };
}

export async function expireApprovals(query: Query, nowMs: number): Promise<number> {
  const rows = await query(
    `update staff_approvals set status = 'expired' where status = 'waiting' and expires_at <= $1 returning 1 as done`,
    [new Date(nowMs)],
  );
  return rows.length;
}
