import type { ClaimRulesOfEditionValue, ClaimRulesValue, RuleTrialValue } from '@huimin/contract/console';
import { Alert, App, Button, Input, Select } from 'antd';
import { useState } from 'react';
import { call, sentenceOf } from '../../api/client.ts';
import { useUnsaved } from '../../app/unsaved.ts';
import { ReasonDialog } from '../../parts/reason-dialog.tsx';
import { ControlCases } from './control-cases.tsx';
import { HundredthsInput, lacksFigures } from './hundredths-input.tsx';
import { planNameOf, ROUNDED_PER, ROUNDINGS } from './rule-words.ts';
import { TrialPanel } from './trial-panel.tsx';

interface Props {
  readonly edition: ClaimRulesOfEditionValue;
  readonly newest: ClaimRulesValue;
  onClose(asked: boolean): void;
}

type Category = ClaimRulesValue['plans'][number]['categories'][number];

/** Writing a next version: begun with the newest, tried beside it, then handed to a second person. */
export function RuleEditor({ edition, newest, onClose }: Props) {
  const { message } = App.useApp();
  const [rules, setRules] = useState<ClaimRulesValue>({
    ...structuredClone(newest),
    ...{ version: newest.version + 1, label: `${newest.label.replace(/第 \d+ 次.*$/, '')}第 ${newest.version} 次修订` },
  });
  const [trial, setTrial] = useState<RuleTrialValue | null>(null);
  const [trying, setTrying] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const [asking, setAsking] = useState(false);
  const [isChanged, setChanged] = useState(false);
  // What was tried is no longer what stands there.
  const change = (next: ClaimRulesValue) => {
    setChanged(true);
    setRules(next);
    setTrial(null);
    setProblem(null);
  };
  const changeCategory = (planAt: number, at: number, changes: Partial<Category>) => {
    const next = structuredClone(rules);
    const rule = next.plans[planAt]?.categories[at];
    if (rule) Object.assign(rule, changes);
    change(next);
  };
  const tryIt = async () => {
    if (lacksFigures(rules)) return setProblem('标红的数字还没有写对，请先改好');
    setTrying(true);
    setProblem(null);
    try {
      setTrial(await call('tryClaimRules', { rules }));
    } catch (fault) {
      setProblem(sentenceOf(fault));
    } finally {
      setTrying(false);
    }
  };
  useUnsaved(() => isChanged && !asking);
  const isReady = trial !== null && trial.problems.length === 0;
  return (
    <>
      <section className="panel" aria-label={`写第 ${rules.version} 版`}>
        <div className="panel-head">
          <h2>
            {edition.editionName}，第 {rules.version} 版
          </h2>
          <span className="space" />
          <Button size="small" onClick={() => onClose(false)}>
            不写了
          </Button>
          <Button size="small" loading={trying} onClick={tryIt}>
            试算
          </Button>
          <Button
            size="small"
            type="primary"
            disabled={!isReady}
            title={isReady ? undefined : '先试算，对照案例都一致才能提交'}
            onClick={() => setAsking(true)}
          >
            提交复核
          </Button>
        </div>
        <div className="rule-fields">
          <label htmlFor="rule-label">
            名称
            <Input
              id="rule-label"
              size="small"
              style={{ width: 260 }}
              maxLength={40}
              value={rules.label}
              onChange={(event) => change({ ...rules, label: event.target.value })}
            />
          </label>
          <label htmlFor="rule-mode">
            取整
            <Select
              id="rule-mode"
              size="small"
              style={{ width: 150 }}
              value={rules.rounding.mode}
              onChange={(mode) => change({ ...rules, rounding: { ...rules.rounding, mode } })}
              options={Object.entries(ROUNDINGS).map(([value, label]) => ({ value, label }))}
            />
          </label>
          <label htmlFor="rule-per">
            按
            <Select
              id="rule-per"
              size="small"
              style={{ width: 110 }}
              value={rules.rounding.per}
              onChange={(per) => change({ ...rules, rounding: { ...rules.rounding, per } })}
              options={Object.entries(ROUNDED_PER).map(([value, label]) => ({ value, label }))}
            />
          </label>
        </div>
        <div className="scroll-x">
          <table className="console-table">
            <caption className="sr-only">责任</caption>
            <thead>
              <tr>
                <th scope="col">方案</th>
                <th scope="col">责任</th>
                <th scope="col" className="right">
                  起付线（元）
                </th>
                <th scope="col" className="right">
                  正常比例（%）
                </th>
                <th scope="col" className="right">
                  既往症比例（%）
                </th>
                <th scope="col" className="right">
                  全年限额（元）
                </th>
              </tr>
            </thead>
            <tbody>
              {rules.plans.flatMap(({ code, categories }, planAt) =>
                categories.map((rule, at) => {
                  const name = `${planNameOf(edition.plans, code)} ${rule.label}`;
                  const set = (changes: Partial<Category>) => changeCategory(planAt, at, changes);
                  const ratio = (key: keyof Category['ratio'], label: string) => (
                    <HundredthsInput
                      label={`${name} ${label}`}
                      max={100}
                      width={90}
                      hundredths={rule.ratio[key]}
                      onChange={(hundredths) => set({ ratio: { ...rule.ratio, [key]: hundredths } })}
                    />
                  );
                  return (
                    <tr key={`${code} ${rule.category}`}>
                      <td>{planNameOf(edition.plans, code)}</td>
                      <td>{rule.label}</td>
                      <td className="right">
                        <HundredthsInput
                          label={`${name} 起付线`}
                          hundredths={rule.deductibleFen}
                          onChange={(deductibleFen) => set({ deductibleFen })}
                        />
                      </td>
                      <td className="right">{ratio('normal', '正常比例')}</td>
                      <td className="right">{ratio('pre-existing', '既往症比例')}</td>
                      <td className="right">
                        <HundredthsInput
                          label={`${name} 全年限额`}
                          hundredths={rule.limitFen}
                          onChange={(limitFen) => set({ limitFen })}
                        />
                      </td>
                    </tr>
                  );
                }),
              )}
            </tbody>
          </table>
        </div>
        {problem !== null && <Alert style={{ margin: 14 }} type="error" showIcon title={problem} role="alert" />}
      </section>
      <ControlCases cases={rules.cases} plans={edition.plans} onChange={(cases) => change({ ...rules, cases })} />
      {trial && <TrialPanel trial={trial} />}
      {asking && (
        <ReasonDialog
          title={`提交第 ${rules.version} 版`}
          okText="提交复核"
          onClose={() => setAsking(false)}
          onSend={async (reason) => {
            await call('askClaimRules', { rules, reason });
            message.success('已提交，等第二个人复核');
            onClose(true);
          }}
        >
          <p className="dialog-lead">经纪公司或合规复核后发布。以后报来的案件按这一版算，已经报来的不变。</p>
        </ReasonDialog>
      )}
    </>
  );
}
