import type { ReconciliationDayValue } from '@huimin/contract/console';
import { formatYuan } from '@huimin/domain/money';
import { App, Button } from 'antd';
import { useState } from 'react';
import { Link } from 'react-router';
import { call } from '../../api/client.ts';
import { useSelf } from '../../app/self.tsx';
import { ReasonDialog } from '../../parts/reason-dialog.tsx';
import { StateTag } from '../../parts/state-tag.tsx';

type Issue = ReconciliationDayValue['issues'][number];

/** Money of a day that came without a policy, and policies that the insurer's file has otherwise. */
export function LeftOfDay({ view, onDone }: { view: ReconciliationDayValue; onDone(): void }) {
  const { may } = useSelf();
  const [deciding, setDeciding] = useState<Issue | null>(null);
  const { unissued, issues } = view;
  if (unissued.length === 0 && issues.length === 0) return null;
  const fen = (value: number | null) => (value === null ? '—' : formatYuan(value));
  return (
    <section className="panel" aria-labelledby="rc-left">
      <div className="panel-head">
        <h2 id="rc-left">出单差</h2>
        <small>收了钱没出单的，在订单里重新出单或发起退款；和保司不一致的，两个人处理</small>
      </div>
      <div className="scroll-x">
        <table className="console-table">
          <caption className="sr-only">出单差</caption>
          <thead>
            <tr>
              <th scope="col">订单或保单</th>
              <th scope="col">差异</th>
              <th scope="col" className="right">
                我方（元）
              </th>
              <th scope="col" className="right">
                保司（元）
              </th>
              <th scope="col">处理</th>
            </tr>
          </thead>
          <tbody>
            {unissued.map((one) => (
              <tr key={one.orderNo}>
                <td className="num">{one.orderNo}</td>
                <td>
                  收了钱没出单 <StateTag tone={one.tone}>{one.statusLabel}</StateTag>
                </td>
                <td className="num right">{formatYuan(one.paidFen)}</td>
                <td className="num right">—</td>
                <td>
                  {may('orders.view') ? (
                    <Link to={`/orders/${one.orderNo}`} aria-label={`到订单 ${one.orderNo} 处理`}>
                      到订单处理
                    </Link>
                  ) : (
                    '在订单里处理'
                  )}
                </td>
              </tr>
            ))}
            {issues.map((one) => (
              <tr key={one.issueNo}>
                <td className="num">{one.policyNo}</td>
                <td className="wrap">
                  {one.classLabel}：{one.finding}
                </td>
                <td className="num right">{fen(one.ownFen)}</td>
                <td className="num right">{fen(one.insurerFen)}</td>
                <td>
                  {one.isUnderWay ? (
                    <StateTag tone="info">等第二个人同意</StateTag>
                  ) : (
                    may('reconciliation.settle') && (
                      <Button size="small" aria-label={`处理 ${one.policyNo}`} onClick={() => setDeciding(one)}>
                        处理
                      </Button>
                    )
                  )}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {deciding && <Decide issue={deciding} onDone={onDone} onClose={() => setDeciding(null)} />}
    </section>
  );
}

type Way = Issue['ways'][number]['resolution'];

/** What each conclusion says; none of them moves money. */
const MEANS: Readonly<Record<Way, string>> = {
  'insurer-corrects': '保司的文件错了，保司会在下一份文件里改',
  'corrected-here': '我方错了，订单或保单已经改好',
  checked: '问过保司，两边各有道理，不用改',
};

function Decide({ issue, onDone, onClose }: { issue: Issue; onDone(): void; onClose(): void }) {
  const { message } = App.useApp();
  const [way, setWay] = useState<Way | null>(null);
  const { policyNo, classLabel, finding, ownFen, insurerFen } = issue;
  const fen = (value: number | null) => (value === null ? '没有' : `${formatYuan(value)} 元`);
  return (
    <ReasonDialog
      title="处理出单差"
      okText="提交复核"
      label="核实的情况"
      onClose={onClose}
      problemBefore={() => (way === null ? '请选怎么处理' : null)}
      onSend={async (reason) => {
        if (way === null) return;
        await call('askIssueDecision', { issueNo: issue.issueNo, issueResolution: way, reason });
        message.success('已提交，等第二个人同意');
        onDone();
      }}
    >
      <dl className="facts">
        <dt>保单</dt>
        <dd className="num">{policyNo}</dd>
        <dt>差异</dt>
        <dd>
          {classLabel}：{finding}
        </dd>
        <dt>我方保费</dt>
        <dd className="num">{fen(ownFen)}</dd>
        <dt>保司保费</dt>
        <dd className="num">{fen(insurerFen)}</dd>
        {ownFen !== null && insurerFen !== null && ownFen !== insurerFen && (
          <>
            <dt>相差</dt>
            <dd className="num">{fen(insurerFen - ownFen)}（保司减我方）</dd>
          </>
        )}
      </dl>
      <fieldset className="rc-ways">
        <legend>怎么处理</legend>
        {issue.ways.map(({ resolution, label }) => (
          <label key={resolution}>
            <input type="radio" name="issue-way" checked={way === resolution} onChange={() => setWay(resolution)} />
            <span>
              <b>{label}</b>
              <small>{MEANS[resolution]}</small>
            </span>
          </label>
        ))}
      </fieldset>
      <p className="rc-only">只写下结论，不动钱；第二个人同意后才算。差异以后变了，会重新列出来。</p>
    </ReasonDialog>
  );
}
