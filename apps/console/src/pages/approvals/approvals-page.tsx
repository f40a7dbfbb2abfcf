import type { ApprovalValue } from '@huimin/contract/console';
import { App, Button, Empty, Skeleton, Tabs } from 'antd';
import { useEffect, useState } from 'react';
import { Link } from 'react-router';
import { call } from '../../api/client.ts';
import { useCall } from '../../api/use-call.ts';
import { useReturn } from '../../api/use-return.ts';
import { LoadProblem } from '../../app/load-problem.tsx';
import { BY_TIME, MoreRows } from '../../app/more-rows.tsx';
import { PageHead } from '../../app/page-head.tsx';
import { useSelf } from '../../app/self.tsx';
import { useAddressFilter } from '../../app/use-address-filter.ts';
import { useKeys } from '../../app/use-keys.ts';
import { usePicked } from '../../app/use-picked.ts';
import { ActButton } from '../../parts/act-button.tsx';
import { ListKeys } from '../../parts/list-keys.tsx';
import { PickedArticle } from '../../parts/picked-article.tsx';
import { ReasonDialog } from '../../parts/reason-dialog.tsx';
import { StateWord, type WordTone } from '../../parts/state-word.tsx';
import { subjectWords } from '../../parts/subject-words.ts';
import { TabLabel } from '../../parts/tab-label.tsx';
import { dottedDays, shortTime } from '../../parts/when.ts';
import { whereToLook } from './where-to-look.ts';

const TABS = [
  { key: 'waiting', label: '待我同意' },
  { key: 'mine', label: '我的申请' },
  { key: 'done', label: '已有结果' },
] as const;
type Which = (typeof TABS)[number]['key'];

const EMPTY: Readonly<Record<Which, string>> = {
  waiting: '没有等您同意的申请',
  mine: '您还没有申请过',
  done: '还没有办完的申请',
};
const TONES: Readonly<Record<ApprovalValue['status'], WordTone>> = {
  waiting: 'warn',
  approved: 'good',
  refused: 'bad',
  withdrawn: 'plain',
  expired: 'plain',
};

/** What two people are needed for: asked by one, agreed to by another. */
export default function ApprovalsPage() {
  const { refresh, self } = useSelf();
  const address = useAddressFilter('before');
  const which = TABS.find(({ key }) => key === address.given('which'))?.key ?? 'waiting';
  const { value, loading, problem, reload } = useCall('listApprovals', { which, before: address.cursor });
  const [deciding, setDeciding] = useState<{ approval: ApprovalValue; agree: boolean } | null>(null);
  useReturn(reload, deciding === null);
  // Looked at, one's own refusals count no longer; the tab keeps their number while it is open.
  const [refused] = useState(self.unseenRefusals);
  const counts = { waiting: self.waitingApprovals, mine: which === 'mine' ? refused : self.unseenRefusals, done: 0 };
  const isSeen = which === 'mine' && !loading && self.unseenRefusals > 0;
  useEffect(() => {
    if (isSeen) refresh();
  }, [isSeen, refresh]);
  const approvals = value?.approvals ?? [];
  const { current, pick } = usePicked(approvals, ({ approvalNo }) => approvalNo);
  const mayDecide = approvals.some((approval) => approval.mayDecide);
  const decide = (agree: boolean) => current?.mayDecide && setDeciding({ approval: current, agree });
  useKeys(
    { a: () => decide(true), d: () => decide(false) },
    mayDecide
      ? [
          ['A', '同意选中的这一条'],
          ['D', '不同意'],
        ]
      : [],
  );
  const done = () => {
    setDeciding(null);
    reload();
    refresh();
  };
  return (
    <div className="page">
      <PageHead title="申请" note="要两个人办的事：一个人申请，另一个人同意后马上办，只办一次">
        {approvals.length > 0 && (
          <ListKeys
            more={
              mayDecide
                ? [
                    ['A', '同意'],
                    ['D', '不同意'],
                  ]
                : undefined
            }
          />
        )}
      </PageHead>
      <Tabs
        activeKey={which}
        onChange={(which) => address.set({ which })}
        items={TABS.map(({ key, label }) => ({
          key,
          label: counts[key] > 0 ? <TabLabel label={label} count={counts[key]} /> : label,
        }))}
      />
      <LoadProblem problem={problem} onRetry={reload} />
      <section className="panel" aria-label={TABS.find(({ key }) => key === which)?.label} aria-busy={loading}>
        {value === null && loading && <Skeleton active style={{ padding: 14 }} />}
        {value !== null && approvals.length === 0 && (
          <Empty style={{ padding: 24 }} description={EMPTY[which]} image={Empty.PRESENTED_IMAGE_SIMPLE} />
        )}
        {approvals.map((approval) => (
          <Request
            key={approval.approvalNo}
            approval={approval}
            isCurrent={approval === current}
            onPick={() => pick(approval.approvalNo)}
            onDecide={(agree) => setDeciding({ approval, agree })}
            onDone={done}
          />
        ))}
        <MoreRows filter={address} next={value?.next} labels={BY_TIME} />
      </section>
      {deciding && <Decision {...deciding} onClose={() => setDeciding(null)} onDone={done} />}
    </div>
  );
}

interface RequestProps {
  readonly approval: ApprovalValue;
  /** The one that the keys are about. */
  readonly isCurrent: boolean;
  onPick(): void;
  onDecide(agree: boolean): void;
  onDone(): void;
}

function Request({ approval, isCurrent, onPick, onDecide, onDone }: RequestProps) {
  const { message } = App.useApp();
  const withdraw = () =>
    call('withdrawApproval', { approvalNo: approval.approvalNo }).then(() => {
      message.success('已撤回');
      onDone();
    });
  return (
    <PickedArticle headingId={`request-${approval.approvalNo}`} {...{ isCurrent, onPick }}>
      <h3 id={`request-${approval.approvalNo}`}>
        {approval.title}
        <span className="account num">第 {approval.approvalNo} 号</span>
        <StateWord tone={TONES[approval.status]}>{approval.statusLabel}</StateWord>
      </h3>
      <Subject approval={approval} />
      {approval.details !== null && <p>内容：{dottedDays(approval.details)}</p>}
      <p>原因：{approval.reason}</p>
      <p className="num">
        {approval.askedBy}　{shortTime(approval.askedAt)} 申请
        {approval.status === 'waiting' && `，${shortTime(approval.expiresAt)} 前有效`}
        {approval.decidedAt !== null && `；${approval.decidedBy ?? '独自办理'}　${shortTime(approval.decidedAt)} 办`}
      </p>
      {approval.note !== null && <p>说明：{approval.note}</p>}
      {approval.status === 'waiting' && (approval.mayDecide || approval.mine) && (
        <div className="act">
          {approval.mayDecide && (
            <>
              <Button type="primary" size="small" onClick={() => onDecide(true)}>
                同意
              </Button>
              <Button size="small" onClick={() => onDecide(false)}>
                不同意
              </Button>
            </>
          )}
          {approval.mine && (
            <ActButton size="small" onAct={withdraw}>
              撤回
            </ActButton>
          )}
        </div>
      )}
    </PickedArticle>
  );
}

/** What a request is about, and where that is shown to whoever may see it. */
function Subject({ approval }: Pick<RequestProps, 'approval'>) {
  const { may } = useSelf();
  const place = whereToLook(approval);
  return (
    <p>
      {subjectWords(approval.subject)}
      {place !== null && may(place[1]) && (
        <>
          {'　'}
          <Link to={place[0]}>去看</Link>
        </>
      )}
    </p>
  );
}

interface DecisionProps {
  readonly approval: ApprovalValue;
  readonly agree: boolean;
  onClose(): void;
  onDone(): void;
}

function Decision({ approval, agree, onClose, onDone }: DecisionProps) {
  const { message } = App.useApp();
  const send = async (note: string) => {
    await call('decideApproval', { approvalNo: approval.approvalNo, agree, note: note || undefined });
    message.success(agree ? '已同意' : '已回复不同意');
    onDone();
  };
  return (
    <ReasonDialog
      title={`${agree ? '同意' : '不同意'}：${approval.title}`}
      okText={agree ? '同意并办理' : '不同意'}
      label={agree ? '说明' : '为什么不同意，申请人会看到'}
      least={agree ? 0 : 1}
      onSend={send}
      onClose={onClose}
    >
      <p>{subjectWords(approval.subject)}</p>
      {approval.details !== null && <p>内容：{dottedDays(approval.details)}</p>}
      <p>
        {approval.askedBy} 申请，原因：{approval.reason}
      </p>
    </ReasonDialog>
  );
}
