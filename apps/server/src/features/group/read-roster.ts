import {
  MOST_ROSTER_ROWS,
  problemAndFix,
  type RosterColumns,
  type RosterProblem,
  type RosterRow,
  rosterColumns,
  rosterRow,
} from '@huimin/domain/group';
import { ageYearsAt, maskMiddle, maskName } from '@huimin/domain/person';
import { readSheet, SheetProblem, type SheetRow } from '../../sheets/index.ts';
import { checkMember, type PersonDetails, personIndex } from '../insured/index.ts';
import type { GroupDependencies } from './group-deps.ts';
import { type GroupRow, groupById, lockGroup, noteGroup } from './group-store.ts';
import { groupPersonDetails, PERSON_SEAL } from './people-store.ts';
import {
  bytesOfFile,
  coveredPeople,
  type FileRow,
  finishFile,
  keepProblems,
  knownPeople,
  type ListedPerson,
  leaseFile,
  listPeople,
  noteReading,
  type RowProblem,
  replaceFormer,
  stillWaits,
} from './roster-store.ts';

const LEASE_MS = 60_000;
const ROWS_PER_STATEMENT = 250;
/** Who works, and so can agree alone. */
const YOUNGEST = 16;
/** Only to let the checks of a person run where the person is to choose. */
const ANY_REGION = '320100';

/** Who leaves is in the group until the premium is back, and would go with it, whatever a list says. */
export const LEAVING: RosterProblem = { problem: '这个人正在减员', fix: '要再参保的话，保费退回后再上传这一行' };

/** Reads one list that waits, some hundred rows at a time. Returns 1 when there was one. */
export async function readDueRoster(deps: GroupDependencies): Promise<number> {
  const { query } = deps.database;
  const file = await leaseFile(query, deps.clock.now(), LEASE_MS);
  if (!file) return 0;
  const group = await groupById(query, file.group_id);
  if (!group) throw new Error('a list without its group');
  let problem: string | null = null;
  const reading = newReading(deps, group, file);
  try {
    const bytes = await bytesOfFile(deps, query, file);
    const limits = { maxBytes: bytes.length, maxRows: MOST_ROSTER_ROWS };
    // Once through before anything is written: a list that cannot be read to its end changes nothing.
    problem = await wholeProblem(readSheet(bytes, limits));
    if (problem === null) {
      for await (const row of readSheet(bytes, limits)) if (!(await reading.take(row))) return 1;
      if (!(await reading.end())) return 1;
    }
  } catch (error) {
    if (!(error instanceof SheetProblem)) throw error;
    problem = error.message;
  }
  await finish(deps, file, group, problem, reading.counts());
  return 1;
}

/** What is wrong with a list as a whole, or null. */
async function wholeProblem(rows: AsyncGenerator<SheetRow>): Promise<string | null> {
  let count = 0;
  for await (const { cells } of rows) {
    if (count === 0) {
      const columns = rosterColumns(cells);
      if (typeof columns === 'string') return columns;
    }
    count += 1;
  }
  return count > 1 ? null : '名单里没有人，请从第二行起填写';
}

async function finish(
  deps: GroupDependencies,
  file: FileRow,
  group: GroupRow,
  problem: string | null,
  counts: { readonly good: number; readonly bad: number },
): Promise<void> {
  const nowMs = deps.clock.now();
  await deps.database.transaction(async (query) => {
    await lockGroup(query, group.id);
    // Another list has replaced this one meanwhile.
    if (!(await stillWaits(query, file))) return;
    if (problem === null) await replaceFormer(query, file, nowMs);
    await finishFile(query, file, { state: problem === null ? 'done' : 'refused', problem }, nowMs);
    const note = problem ?? `可用 ${counts.good} 行，要改 ${counts.bad} 行`;
    const news = problem === null ? `名单读完，${note}` : '名单读不了，请按页面上的提示重新上传';
    await noteGroup(deps, query, group, { kind: 'roster-read', actor: file.given_by, note, news, nowMs });
  });
}

interface Read {
  readonly line: number;
  readonly details: PersonDetails;
  readonly regionCode: string | null;
  readonly index: Buffer;
}

function newReading(deps: GroupDependencies, group: GroupRow, file: FileRow) {
  const lines = new Map<string, number>();
  let columns: RosterColumns | null = null;
  let held: Read[] = [];
  let problems: RowProblem[] = [];
  const counts = { read: 0, good: 0, bad: 0 };

  function refuse(line: number, shown: { name: string; idNumber: string }, { problem, fix }: RosterProblem): void {
    counts.bad += 1;
    problems.push({
      line,
      nameMasked: maskName(shown.name).slice(0, 60),
      idMasked: maskMiddle(shown.idNumber).slice(0, 40),
      problem,
      fix,
    });
  }

  async function flush(): Promise<boolean> {
    const { query } = deps.database;
    const nowMs = deps.clock.now();
    const indexes = held.map(({ index }) => index);
    const known = new Map(
      (await knownPeople(query, group, indexes)).map((row) => [row.person_index.toString('hex'), row]),
    );
    const covered = await coveredPeople(query, group.edition_code, indexes);
    const listed: ListedPerson[] = [];
    for (const { line, details, regionCode, index } of held) {
      const row = known.get(index.toString('hex'));
      if (row?.status === 'leaving') {
        refuse(line, details, LEAVING);
        continue;
      }
      const isOurs = row !== undefined && ['billed', 'insured'].includes(row.status);
      if (covered.has(index.toString('hex')) && !isOurs) {
        const year = deps.editions.edition(group.edition_code)?.document.editionYear ?? '';
        refuse(line, details, { problem: `${year} 年已经参保`, fix: '删掉这一行，不用再买' });
        continue;
      }
      counts.good += 1;
      const before = row && groupPersonDetails(deps, row);
      const isSame =
        before !== undefined &&
        before.name === details.name &&
        before.phone === details.phone &&
        before.idType === details.idType &&
        (regionCode === null || regionCode === row?.region_code);
      listed.push({
        ...{ line, regionCode, personIndex: index },
        id: deps.orderIds.next(group.shard),
        detailsSealed: deps.vault.sealJson(PERSON_SEAL, details),
        sameAs: isSame ? (row?.id ?? null) : null,
      });
    }
    await listPeople(query, file, listed, nowMs);
    await keepProblems(query, file, problems);
    held = [];
    problems = [];
    return noteReading(query, file, counts, nowMs + LEASE_MS);
  }

  return {
    counts: () => counts,
    /** False where another list has replaced this one meanwhile. */
    async take(row: SheetRow): Promise<boolean> {
      if (columns === null) {
        const found = rosterColumns(row.cells);
        columns = typeof found === 'string' ? {} : found;
        return true;
      }
      counts.read += 1;
      const { line } = row;
      const read = rosterRow(columns, row);
      const shown = { name: row.cells[columns.name ?? 0] ?? '', idNumber: row.cells[columns.idNumber ?? 0] ?? '' };
      if ('problem' in read) refuse(line, shown, read);
      else {
        const checked = personOf(deps, read, deps.clock.now());
        if ('problem' in checked) refuse(line, shown, checked);
        else {
          const key = checked.index.toString('hex');
          const first = lines.get(key);
          if (first !== undefined) refuse(line, shown, { problem: `和第 ${first} 行是同一个人`, fix: '留一行就行' });
          else {
            lines.set(key, line);
            held.push({ line, ...checked });
          }
        }
      }
      return held.length + problems.length < ROWS_PER_STATEMENT || flush();
    },
    end: flush,
  };
}

/** The person of a row by the rules every insured person is checked by, or what is wrong and how to put it right. */
export function personOf(
  deps: GroupDependencies,
  row: RosterRow,
  nowMs: number,
): { details: PersonDetails; regionCode: string | null; index: Buffer } | RosterProblem {
  if (row.phone === '') return { problem: '没有手机号', fix: '填本人能收短信的手机号，确认链接发到这里' };
  const { regionCode, ...typed } = row;
  const check = checkMember(
    {
      ...typed,
      relationship: '05',
      relationshipNote: '单位成员',
      regionCode: regionCode ?? ANY_REGION,
      consent: true,
      guardianConsent: true,
    },
    nowMs,
  );
  if (!check.ok) return problemAndFix(check.problems[0]?.message ?? '这一行不完整');
  const { details } = check.member;
  if (ageYearsAt(details.birthDate, nowMs) < YOUNGEST) {
    return { problem: `未满 ${YOUNGEST} 周岁，不能由单位投保`, fix: '删掉这一行，请家长为孩子参保' };
  }
  return {
    details,
    regionCode: regionCode === null ? null : check.member.regionCode,
    index: personIndex(deps.index, details.idType, details.idNumber),
  };
}
