import { formatDateTime } from '@huimin/domain/date';
import { groupPersonLabel, MOST_ROSTER_ROWS } from '@huimin/domain/group';
import { maskMiddle, maskName } from '@huimin/domain/person';
import type { FileReply } from '../../http/handler.ts';
import { positionId } from '../../security/order-ids.ts';
import { amountCell, type Cell, writeCsv } from '../../sheets/index.ts';
import type { GroupDependencies } from './group-deps.ts';
import { type GroupRow, groupDetails } from './group-store.ts';
import { groupPersonDetails, peopleOfGroup } from './people-store.ts';
import { problemsOfGroup } from './roster-store.ts';

function csv(fileName: string, text: string): FileReply {
  return { bytes: Buffer.from(text), contentType: 'text/csv; charset=utf-8', fileName, disposition: 'attachment' };
}

/** The rows that have to be put right, where they are and how. */
export async function rosterProblemsFile(deps: GroupDependencies, group: GroupRow): Promise<FileReply> {
  const rows = await problemsOfGroup(deps.database.query, group, MOST_ROSTER_ROWS);
  const { companyName } = groupDetails(deps, group);
  return csv(
    `${companyName} 要改的 ${rows.length} 行.csv`,
    writeCsv({
      headings: ['行号', '姓名', '证件号码', '哪里不对', '怎么改'],
      rows: rows.map((row) => [row.line, row.name_masked, row.id_masked, row.problem, row.fix]),
    }),
  );
}

const PAGE = 1_000;

/** Who is insured, by the line of the company's own list; no health data, nobody's whole number. */
export async function groupReportFile(deps: GroupDependencies, group: GroupRow): Promise<FileReply> {
  const rows: Cell[][] = [];
  let afterId: bigint | null = null;
  for (;;) {
    const page = await peopleOfGroup(deps.database.query, group, { status: null, afterId, limit: PAGE });
    for (const person of page) {
      const details = groupPersonDetails(deps, person);
      const isInsured = person.status === 'insured' && person.order_id !== null;
      rows.push([
        person.line,
        maskName(details.name),
        maskMiddle(details.idNumber),
        groupPersonLabel(person.status),
        person.answered_at === null ? '' : formatDateTime(person.answered_at).slice(0, 10),
        isInsured && person.order_id !== null ? deps.numbers.policyNo(positionId(person.order_id, 1)) : '',
        amountCell(isInsured ? unitOf(deps, group) : null),
        person.note ?? '',
      ]);
    }
    afterId = page.at(-1)?.id ?? null;
    if (page.length < PAGE) break;
  }
  const headings = ['行号', '姓名', '证件号码', '状态', '确认日期', '保单号', '保费（元）', '说明'];
  return csv(`${groupDetails(deps, group).companyName} 参保情况.csv`, writeCsv({ headings, rows }));
}

function unitOf(deps: GroupDependencies, group: GroupRow): number {
  const plans = deps.editions.edition(group.edition_code)?.document.plans ?? [];
  return plans.find(({ code }) => code === group.plan_code)?.premiumFen ?? 0;
}
