import type { EditionFieldsValue } from '@huimin/contract/console';
import { Input } from 'antd';
import { useEditor, useProblem } from './editor.tsx';

type Benefit = EditionFieldsValue['covers'][number][number];

/** What each plan covers, a line for each benefit. */
export function CoverPart() {
  const { desk, work } = useEditor();
  const problem = useProblem('benefits');
  const { covers } = work.fields;
  return (
    <section className="panel ed-part" id="cover" aria-label="保障责任" data-path="benefits">
      <h2>
        保障责任 <small>只管给居民看的；赔付怎么算在“理赔规则”里</small>
      </h2>
      {covers.map((benefits, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: covers are told apart by their order
        <CoverTable key={at} at={at} plans={desk.coverPlans[at]?.names ?? []} benefits={benefits} />
      ))}
      {problem !== '' && <p className="field-problem">{problem}</p>}
    </section>
  );
}

interface TableProps {
  readonly at: number;
  readonly plans: readonly string[];
  readonly benefits: readonly Benefit[];
}

const NUMBERS = [
  ['deductibleYuan', '起付线（元）', 8, 104],
  ['ratioPercent', '赔付 %', 3, 64],
  ['preExistingRatioPercent', '既往症 %', 3, 72],
  ['limitYuan', '一年最高（元）', 9, 116],
  ['itemCount', '种数', 4, 64],
] as const;
type NumberName = (typeof NUMBERS)[number][0];

/** Nothing in the field says that there is none. */
const MAY_BE_NONE: readonly NumberName[] = ['preExistingRatioPercent', 'itemCount'];

function CoverTable({ at, plans, benefits }: TableProps) {
  const { work, readOnly } = useEditor();
  const set = (row: number, change: Partial<Benefit>) =>
    work.change({
      covers: work.fields.covers.map((cover, index) =>
        index === at ? cover.map((one, line) => (line === row ? { ...one, ...change } : one)) : cover,
      ),
    });
  return (
    <table className="ed-cover">
      {work.fields.covers.length > 1 && <caption>{plans.join('、')}</caption>}
      <thead>
        <tr>
          <th scope="col">名称</th>
          <th scope="col">说明</th>
          {NUMBERS.map(([name, label, , width]) => (
            <th scope="col" key={name} className="right" style={{ width }}>
              {label}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {benefits.map((benefit, row) => {
          const line = `${plans.join('、')}第 ${row + 1} 项`;
          return (
            // biome-ignore lint/suspicious/noArrayIndexKey: benefits are told apart by their order
            <tr key={row}>
              {(['name', 'scope'] as const).map((name) => (
                <td key={name}>
                  <Input
                    aria-label={`${line}${name === 'name' ? '名称' : '说明'}`}
                    value={benefit[name]}
                    maxLength={name === 'name' ? 40 : 60}
                    disabled={readOnly}
                    onChange={({ target }) => set(row, { [name]: target.value })}
                  />
                </td>
              ))}
              {NUMBERS.map(([name, label, digits]) => (
                <td key={name}>
                  <Input
                    className="num right"
                    inputMode="numeric"
                    aria-label={`${line}${label}`}
                    value={benefit[name] ?? ''}
                    maxLength={digits}
                    disabled={readOnly}
                    onChange={({ target }) => {
                      const next = numberOf(name, target.value);
                      if (next !== undefined) set(row, { [name]: next });
                    }}
                  />
                </td>
              ))}
            </tr>
          );
        })}
      </tbody>
    </table>
  );
}

/** A whole number as it is typed, also full-width; null for none; undefined for what is not taken. */
function numberOf(name: NumberName, typed: string): number | null | undefined {
  const text = typed.normalize('NFKC').replace(/[\s,]/g, '');
  const mayBeNone = MAY_BE_NONE.includes(name);
  if (text === '' || (name === 'itemCount' && Number(text) === 0)) return mayBeNone ? null : 0;
  if (!/^\d+$/.test(text)) return undefined;
  return name.endsWith('Percent') && Number(text) > 100 ? undefined : Number(text);
}
