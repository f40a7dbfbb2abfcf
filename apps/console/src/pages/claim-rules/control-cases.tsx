import type { ClaimRulesOfEditionValue, ClaimRulesValue } from '@huimin/contract/console';
import { Button, Input, Select } from 'antd';
import { Icon } from '../../app/icon.tsx';
import { HundredthsInput } from './hundredths-input.tsx';
import { RATIO_WORDS } from './rule-words.ts';

type Case = ClaimRulesValue['cases'][number];
type Amount = 'inScopeFen' | 'outOfScopeFen' | 'specialDrugFen' | 'expectedFen';

interface Props {
  readonly cases: readonly Case[];
  readonly plans: ClaimRulesOfEditionValue['plans'];
  onChange(cases: Case[]): void;
}

const MOST = 30;
const AMOUNTS: readonly (readonly [Amount, string])[] = [
  ['inScopeFen', '目录内自付'],
  ['outOfScopeFen', '目录外费用'],
  ['specialDrugFen', '特药费用'],
  ['expectedFen', '应赔'],
];

/** Visits with what they must come to, worked out by hand from the clauses. */
export function ControlCases({ cases, plans, onChange }: Props) {
  const set = (at: number, changes: Partial<Case>) =>
    onChange(cases.map((one, place) => (place === at ? { ...one, ...changes } : one)));
  const add = () =>
    onChange([
      ...cases,
      {
        ...{ name: `案例 ${cases.length + 1}`, plan: plans[0]?.code ?? '', ratioClass: 'normal' as const },
        ...{ inScopeFen: 0, outOfScopeFen: 0, specialDrugFen: 0, expectedFen: 0 },
      },
    ]);
  return (
    <section className="panel" aria-label="对照案例">
      <div className="panel-head">
        <h2>对照案例</h2>
        <small>一年里第一次就诊，按条款自己先算好应赔多少，至少一个</small>
        <span className="space" />
        <Button size="small" icon={<Icon name="plus" size={14} />} onClick={add} disabled={cases.length >= MOST}>
          加一个
        </Button>
      </div>
      {cases.length > 0 && (
        <div className="scroll-x">
          <table className="console-table">
            <caption className="sr-only">对照案例</caption>
            <thead>
              <tr>
                <th scope="col">名称</th>
                <th scope="col">方案</th>
                <th scope="col">比例</th>
                {AMOUNTS.map(([key, label]) => (
                  <th key={key} scope="col" className="right">
                    {label}（元）
                  </th>
                ))}
                <th scope="col">
                  <span className="sr-only">操作</span>
                </th>
              </tr>
            </thead>
            <tbody>
              {cases.map((one, at) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: cases are told apart by their order while they are written
                <tr key={at}>
                  <td>
                    <Input
                      size="small"
                      aria-label={`案例 ${at + 1} 名称`}
                      style={{ width: 170 }}
                      maxLength={40}
                      value={one.name}
                      onChange={(event) => set(at, { name: event.target.value })}
                    />
                  </td>
                  <td>
                    <Select
                      size="small"
                      aria-label={`案例 ${at + 1} 方案`}
                      style={{ width: 120 }}
                      value={one.plan}
                      onChange={(plan: string) => set(at, { plan })}
                      options={plans.map(({ code, name }) => ({ value: code, label: name }))}
                    />
                  </td>
                  <td>
                    <Select
                      size="small"
                      aria-label={`案例 ${at + 1} 比例`}
                      style={{ width: 90 }}
                      value={one.ratioClass}
                      onChange={(ratioClass: Case['ratioClass']) => set(at, { ratioClass })}
                      options={Object.entries(RATIO_WORDS).map(([value, label]) => ({ value, label }))}
                    />
                  </td>
                  {AMOUNTS.map(([key, label]) => (
                    <td key={key} className="right">
                      <HundredthsInput
                        label={`案例 ${at + 1} ${label}`}
                        hundredths={one[key]}
                        onChange={(fen) => set(at, { [key]: fen })}
                      />
                    </td>
                  ))}
                  <td>
                    <Button
                      size="small"
                      aria-label={`去掉案例 ${at + 1}`}
                      onClick={() => onChange(cases.filter((_, place) => place !== at))}
                    >
                      去掉
                    </Button>
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
    </section>
  );
}
