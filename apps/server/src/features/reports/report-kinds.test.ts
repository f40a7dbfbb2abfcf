import { expect, test } from 'vitest';
import type { LoadedEdition } from '../configuration/index.ts';
import type { Flow, FlowAsk } from './flow.ts';
import { REPORT_KINDS } from './report-kinds.ts';

const edition = (code: string) => ({ code }) as LoadedEdition;
/** How many people were insured by each edition, insured again, and gave it back. */
const PEOPLE: Readonly<Record<string, Readonly<Record<string, number>>>> = {
  now: { sale: 500, renewal: 330 },
  former: { sale: 300, refund: 20 },
  beside: { sale: 150, refund: 10 },
};

function flowOf({ fact }: FlowAsk, { code }: LoadedEdition): Flow {
  const people = PEOPLE[code]?.[fact] ?? 0;
  const all = { cases: people, people, fen: 0 };
  return { values: ['苏州'], months: [{ month: '2026-11', rows: [], all, sums: [all] }] };
}

async function renewalFigures(former: readonly LoadedEdition[]) {
  const flow = async (ask: FlowAsk, of = edition('now')) => flowOf(ask, of);
  const ask = { by: 'city', measure: 'people', month: '', edition: edition('now'), former, flow };
  const { figures } = await REPORT_KINDS.renewal.make(ask);
  return figures.slice(2).map(({ label, value }) => [label, value]);
}

test('whoever is insured again is compared with everybody who was insured the year before, by whichever edition', async () => {
  expect(await renewalFigures([edition('former'), edition('beside')])).toEqual([
    ['上一年在保', 420],
    ['续保率', 330 / 420],
  ]);
  expect(await renewalFigures([edition('former')])).toEqual([
    ['上一年在保', 280],
    ['续保率', 330 / 280],
  ]);
  expect(await renewalFigures([])).toEqual([
    ['上一年在保', null],
    ['续保率', null],
  ]);
});
