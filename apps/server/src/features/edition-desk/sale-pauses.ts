import type { ConsoleCalls, SalePauseLineValue } from '@huimin/contract/console';
import { beijingDateTime, parseDate } from '@huimin/domain/date';
import { mayStaff, seesEverything } from '@huimin/domain/staff';
import type { Query } from '../../db/database.ts';
import { fail, ok } from '../../http/handler.ts';
import { pausedPlace } from '../configuration/index.ts';
import { seesEdition } from '../page-versions/index.ts';
import { type ApprovalKind, type ConsoleHandler, NotPossible, namesOf } from '../staff/index.ts';
import { NO_EDITION, type SalePauseDependencies } from './desk-deps.ts';
import { liveEdition, liveEditions } from './draft-store.ts';

export const SALE_RESUME = 'sale-resume';
const LASTS_MS = 24 * 60 * 60_000;
const NOT_ALL = '停和开的是一整版：只有数据范围是全省的人能办';
const ENDED_SHOWN = 20;

interface PauseRow {
  id: bigint;
  edition_code: string;
  city: string | null;
  reason: string;
  resident_text: string;
  expected_until: number | null;
  begun_at: number;
  begun_by: bigint;
  ended_at: number | null;
  ended_by: bigint | null;
  end_reason: string | null;
}

const COLUMNS = `id, edition_code, city, reason, resident_text, expected_until, begun_at, begun_by, ended_at, ended_by,
  end_reason`;

export function listSalePauses(deps: SalePauseDependencies): ConsoleHandler<ConsoleCalls['listSalePauses']> {
  return async (_input, request) => {
    const { query } = deps.database;
    const { member } = request;
    const rows = [
      ...(await query<PauseRow>(`select ${COLUMNS} from sale_pauses where ended_at is null order by id desc`)),
      ...(await query<PauseRow>(
        `select ${COLUMNS} from sale_pauses where ended_at is not null order by ended_at desc limit ${ENDED_SHOWN}`,
      )),
    ];
    const editions = new Map(
      (await liveEditions(query))
        .filter(({ document }) => seesEdition(request, document))
        .map(({ code, document }) => [code, document.proName]),
    );
    const staff = rows.flatMap((row) => [Number(row.begun_by), row.ended_by === null ? null : Number(row.ended_by)]);
    const names = await namesOf(deps, query, staff);
    const isForAll = seesEverything(member.scope);
    return ok({
      pauses: rows.flatMap((row) => {
        const editionName = editions.get(row.edition_code);
        return editionName === undefined ? [] : [lineOf(row, editionName, names)];
      }),
      waiting: await deps.approvals.waitingOf(member, [SALE_RESUME]),
      mayPause: isForAll && (['edition.change', 'edition.publish'] as const).some((one) => mayStaff(member.roles, one)),
      mayResume: isForAll && mayStaff(member.roles, 'edition.change'),
    });
  };
}

function lineOf(row: PauseRow, editionName: string, names: ReadonlyMap<number, string>): SalePauseLineValue {
  const { ended_at: endedAt, ended_by: endedBy } = row;
  return {
    pauseNo: String(row.id),
    edition: row.edition_code,
    editionName,
    city: row.city,
    place: pausedPlace(row.city),
    reason: row.reason,
    residentText: row.resident_text,
    expectedUntil: row.expected_until === null ? null : beijingDateTime(row.expected_until),
    begunAt: beijingDateTime(row.begun_at),
    begunBy: names.get(Number(row.begun_by)) ?? '',
    ended:
      endedAt === null
        ? null
        : { at: beijingDateTime(endedAt), by: names.get(Number(endedBy)) ?? '', reason: row.end_reason ?? '' },
  };
}

export function pauseSale(deps: SalePauseDependencies): ConsoleHandler<ConsoleCalls['pauseSale']> {
  return async ({ edition, city = null, residentText, expectedUntil, reason }, request) => {
    if (!seesEverything(request.member.scope)) return fail('staff-rule', NOT_ALL);
    const nowMs = deps.clock.now();
    const untilMs = expectedUntil === undefined ? null : parseDate(`${expectedUntil}:00`);
    if (expectedUntil !== undefined && (untilMs === null || untilMs <= nowMs))
      return fail('bad-input', '预计恢复的时间要晚于现在');
    if (city !== null && pausedPlace(city) === city) return fail('bad-input', '没有这个设区市');
    const made = await deps.database.transaction(async (query) => {
      if (!(await liveEdition(query, edition))) return fail('not-found', NO_EDITION);
      const [row] = await query<{ id: bigint }>(
        `insert into sale_pauses (edition_code, city, reason, resident_text, expected_until, begun_at, begun_by)
         values ($1, $2, $3, $4, $5, $6, $7)
         on conflict (edition_code, coalesce(city, '')) where ended_at is null do nothing
         returning id`,
        [
          ...[edition, city, reason.trim(), residentText.trim(), untilMs === null ? null : new Date(untilMs)],
          ...[new Date(nowMs), request.member.id],
        ],
      );
      if (!row) return fail('staff-rule', `${pausedPlace(city)}已经暂停着`);
      const detail = `给居民看的话：${residentText.trim()}。${reason.trim()}`;
      await request.note({ subject: subjectOf({ edition_code: edition, city }), detail }, query);
      return ok({ pauseNo: String(row.id) });
    });
    // Other servers follow within two seconds; whoever stopped it is to see at once that it stands.
    if (made.ok) await deps.editions.refresh();
    return made;
  };
}

export function askSaleResume(deps: SalePauseDependencies): ConsoleHandler<ConsoleCalls['askSaleResume']> {
  return async ({ pauseNo, reason }, request) => {
    if (!seesEverything(request.member.scope)) return fail('staff-rule', NOT_ALL);
    return deps.database.transaction(async (query) => {
      const pause = await openPause(query, BigInt(pauseNo));
      if (!pause) return fail('not-found', '没有暂停着的这一条，也许已经恢复了');
      const subject = subjectOf(pause);
      const asking = {
        ...{ by: request.member, subject, reason: reason.trim(), payload: { pauseNo } },
        details: `恢复参保：${pause.resident_text}`,
      };
      const approvalNo = await deps.approvals.ask(query, { kind: SALE_RESUME }, asking);
      await request.note({ subject, detail: reason.trim() }, query);
      return ok({ approvalNo: String(approvalNo) });
    });
  };
}

/** The sale goes on when another person agrees. */
export function saleResumeKind(): ApprovalKind<{ pauseNo: string }> {
  return {
    ...{ kind: SALE_RESUME, title: '恢复参保', asks: 'edition.change', decides: 'edition.publish', lastsMs: LASTS_MS },
    within: () => true,
    async run({ pauseNo }, { query, askedBy, decidedBy, reason, nowMs }) {
      if (decidedBy === null) throw new NotPossible('staff-rule', '恢复参保要两个人');
      if (![askedBy, decidedBy].every(({ scope }) => seesEverything(scope)))
        throw new NotPossible('staff-rule', NOT_ALL);
      const ended = await query(
        `update sale_pauses set ended_at = $2, ended_by = $3, end_reason = $4
         where id = $1 and ended_at is null returning id`,
        [BigInt(pauseNo), new Date(nowMs), askedBy.id, reason],
      );
      if (ended.length === 0) throw new NotPossible('staff-rule', '已经恢复了');
    },
  };
}

async function openPause(query: Query, id: bigint): Promise<PauseRow | null> {
  const [row] = await query<PauseRow>(`select ${COLUMNS} from sale_pauses where id = $1 and ended_at is null`, [id]);
  return row ?? null;
}

const subjectOf = ({ edition_code: edition, city }: Pick<PauseRow, 'edition_code' | 'city'>): string =>
  `${edition} ${pausedPlace(city)}`;
