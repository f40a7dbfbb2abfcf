import type { ReconciliationDayValue } from '@huimin/contract/console';
import { App, Button, Radio } from 'antd';
import { useState } from 'react';
import { Link } from 'react-router';
import { call } from '../../api/client.ts';
import { useSelf } from '../../app/self.tsx';
import { ReasonDialog } from '../../parts/reason-dialog.tsx';
import { StateTag } from '../../parts/state-tag.tsx';
import { yuan } from '../../parts/yuan.ts';

type Issue = ReconciliationDayValue['issues'][number];

/** Money of a day that came without a policy, and policies that the insurer's file has otherwise. */
export function LeftOfDay({ view, onDone }: { view: ReconciliationDayValue; onDone(): void }) {
  const { may } = useSelf();
  const [deciding, setDeciding] = useState<Issue | null>(null);
  const { unissued, issues } = view;
  if (unissued.length === 0 && issues.length === 0) return null;
  const fen = (value: number | null) => (value === null ? '—' : yuan(value));
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
                <td className="num right">{yuan(one.paidFen)}</td>
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

function Decide({ issue, onDone, onClose }: { issue: Issue; onDone(): void; onClose(): void }) {
  const { message } = App.useApp();
  const [way, setWay] = useState<Issue['ways'][number]['resolution'] | null>(null);
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
      <p className="dialog-lead">
        保单 <span className="num">{issue.policyNo}</span>，{issue.finding}
        。只是写下结论，不动钱；差异以后变了会重新出现。
      </p>
      <Radio.Group
        aria-label="怎么处理"
        value={way}
        onChange={(event) => setWay(event.target.value)}
        options={issue.ways.map(({ resolution, label }) => ({ value: resolution, label }))}
      />
    </ReasonDialog>
  );
}
