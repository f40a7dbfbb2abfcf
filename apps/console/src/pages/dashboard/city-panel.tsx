import type { DashboardValue } from '@huimin/contract/console';
import { formatYuan } from '@huimin/domain/money';
import { BoardPanel } from '../../parts/board-panel.tsx';
import { FigureTable } from '../../parts/figure-table.tsx';
import { count } from './board.ts';

type City = DashboardValue['cities'][number];

/** Where each stands, roughly: column and row. */
const PLACES: Readonly<Record<string, readonly [number, number]>> = {
  '320300': [1, 1],
  '320700': [3, 1],
  '321300': [2, 2],
  '320800': [3, 2],
  '320900': [4, 2],
  '320000': [1, 3],
  '321000': [3, 3],
  '321200': [4, 3],
  '320600': [5, 3],
  '320100': [1, 4],
  '321100': [2, 4],
  '320400': [3, 4],
  '320200': [4, 4],
  '320500': [5, 4],
};
const LISTED = 9;

/** How deep a place's blue is; the middle, on which neither white nor black can be read well, is left out. */
function depthOf(people: number, most: number): number {
  const depth = people === 0 ? 6 : 14 + Math.round((people / most) * 74);
  if (depth <= 64 || depth >= 80) return depth;
  return depth < 72 ? 64 : 80;
}

/** The cities as a map that shows about where they lie, and as a list by how many. */
export function CityPanel({ cities }: { cities: readonly City[] }) {
  const most = Math.max(1, ...cities.map(({ people }) => people));
  const ranked = [...cities].sort((a, b) => b.people - a.people);
  const sum = (of: (city: City) => number) => cities.reduce((all, city) => all + of(city), 0);
  return (
    <BoardPanel
      title="各市参保人数"
      note="位置为示意"
      table={
        <FigureTable
          caption="各市参保"
          headings={['医保地', '人', '单', '实收（元）']}
          rows={ranked.map((city) => [city.name, count(city.people), count(city.orders), formatYuan(city.fen)])}
          feet={[
            [
              '合计',
              count(sum((city) => city.people)),
              count(sum((city) => city.orders)),
              formatYuan(sum((city) => city.fen)),
            ],
          ]}
        />
      }
    >
      <div className="board-cities">
        <ul className="board-map" aria-label="13 市和省直参保人数，位置只作大致示意">
          {cities
            .filter(({ code }) => code in PLACES)
            .map(({ code, name, people }) => {
              const [column, row] = PLACES[code] as readonly [number, number];
              const depth = depthOf(people, most);
              return (
                <li
                  key={code}
                  className={depth > 70 ? 'board-place place-deep' : 'board-place'}
                  style={{
                    gridColumn: column,
                    gridRow: row,
                    background: `color-mix(in srgb, var(--c-link) ${depth}%, var(--c-surface))`,
                  }}
                >
                  {name}
                  <b className="num">{count(people)}</b>
                </li>
              );
            })}
        </ul>
        <ol className="board-ranks" aria-label={`人数最多的 ${LISTED} 地`}>
          {ranked.slice(0, LISTED).map(({ code, name, people }, index) => (
            <li key={code}>
              <span className="num">{index + 1}</span>
              <span>{name}</span>
              <span className="board-bar">
                <i style={{ width: `${(people / most) * 100}%` }} />
              </span>
              <span className="num right">{count(people)}</span>
            </li>
          ))}
        </ol>
      </div>
    </BoardPanel>
  );
}
