import type { ApprovalValue } from '@huimin/contract/console';
import { App, Button } from 'antd';
import { useState } from 'react';
import { Link } from 'react-router';
import { call } from '../../api/client.ts';
import { useReturn } from '../../api/use-return.ts';
import { Icon } from '../../app/icon.tsx';
import { placeOfNumber } from '../../app/number-places.ts';
import { useSelf } from '../../app/self.tsx';
import { ActButton } from '../../parts/act-button.tsx';
import { ReasonDialog } from '../../parts/reason-dialog.tsx';
import { StateTag } from '../../parts/state-tag.tsx';
import { subjectWords } from '../../parts/subject-words.ts';
import { shortTime } from '../../parts/when.ts';

interface Props {
  readonly approvals: readonly ApprovalValue[];
  reload(): void;
}

/** What waits for a second person here, with the ways that whoever looks has. */
export function ApprovalsPanel({ approvals, reload }: Props) {
  if (approvals.length === 0) return null;
  return (
    <section className="panel" aria-label="待复核">
      <div className="panel-head">
        <h2>待复核</h2>
        <StateTag tone="warn">{approvals.length} 件</StateTag>
        <span className="space" />
        <small>发起和复核不能是同一人</small>
      </div>
      {approvals.map((approval) => (
        <ApprovalCard key={approval.approvalNo} approval={approval} reload={reload} />
      ))}
    </section>
  );
}

/** One request, and deciding it where whoever looks may. */
export function ApprovalCard({ approval, reload }: { approval: ApprovalValue; reload(): void }) {
  const { message } = App.useApp();
  const { refresh, may } = useSelf();
  const place = placeOfNumber(approval.subject);
  const [deciding, setDeciding] = useState<'agree' | 'refuse' | null>(null);
  useReturn(reload, deciding === null);
  const done = (words: string) => {
    message.success(words);
    reload();
    refresh();
  };
  const withdraw = () =>
    call('withdrawApproval', { approvalNo: approval.approvalNo }).then(
      () => done('已撤回'),
      (fault) => {
        reload();
        throw fault;
      },
    );
  const agree = deciding === 'agree';
  return (
    <article className="request">
      <h3>{approval.title}</h3>
      <p>
        {place && may(place.needs) ? (
          <Link to={place.address}>{approval.subject}</Link>
        ) : (
          subjectWords(approval.subject)
        )}
      </p>
      {approval.details !== null && <p>内容：{approval.details}</p>}
      <p>原因：{approval.reason}</p>
      <p className="num">
        发起：{approval.askedBy}，{shortTime(approval.askedAt)}
      </p>
      <div className="act">
        {approval.mayDecide && (
          <>
            <Button type="primary" size="small" onClick={() => setDeciding('agree')}>
              通过
            </Button>
            <Button size="small" onClick={() => setDeciding('refuse')}>
              退回
            </Button>
          </>
        )}
        {approval.mine && (
          <>
            <ActButton size="small" onAct={withdraw}>
              撤回
            </ActButton>
            <span className="state state-plain">
              <Icon name="lock" size={16} />
              您是发起人，等复核员处理
            </span>
          </>
        )}
        {!approval.mine && !approval.mayDecide && <span className="state state-plain">等复核员处理</span>}
      </div>
      {deciding !== null && (
        <ReasonDialog
          title={`${agree ? '通过' : '退回'}：${approval.title}`}
          okText={agree ? '通过，马上办' : '退回'}
          label={agree ? '说明' : '为什么退回，发起人会看到'}
          least={agree ? 0 : 1}
          onClose={() => {
            setDeciding(null);
            // Somebody else may have decided it meanwhile, which the refusal said.
            reload();
          }}
          onSend={(note) =>
            call('decideApproval', { approvalNo: approval.approvalNo, agree, note: note || undefined }).then(() =>
              done(agree ? '已通过' : '已退回'),
            )
          }
        >
          <p className="dialog-lead">
            {subjectWords(approval.subject)}
            <br />
            {approval.reason}
          </p>
        </ReasonDialog>
      )}
    </article>
  );
}
