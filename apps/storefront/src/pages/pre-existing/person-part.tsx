import type { PreExistingOverviewValue, PreExistingQueryValue } from '@huimin/contract';
import { useState } from 'react';
import { calls } from '../../api/calls.ts';
import { failureText } from '../../api/no-reply-text.ts';
import { useAction } from '../../api/use-action.ts';
import { useProduct } from '../../context/index.ts';
import { Button, confirmDialog, Notice, PhoneLink, toast } from '../../ui/index.ts';
import { AnswerCard } from './answer-card.tsx';
import { Appeal, AppealForm } from './appeal.tsx';
import { AskForm } from './ask-form.tsx';
import { Asking } from './asking.tsx';
import { History } from './history.tsx';
import { Receipt } from './receipt.tsx';

type Way = PreExistingOverviewValue['ways'][number];
type Props = {
  memberId: string | null;
  name: string;
  overview: PreExistingOverviewValue;
  /** Of this person, newest first. */
  queries: readonly PreExistingQueryValue[];
  onChanged: () => void;
};

/** Everything about one person: the newest answer and what can be done about it, or the question. */
export function PersonPart({ memberId, name, overview, queries, onChanged }: Props) {
  const [asking, setAsking] = useState<Way | null>(null);
  const [appealing, setAppealing] = useState(false);
  const [receipt, setReceipt] = useState(false);
  /** Something was asked on this screen: its answer takes the focus. */
  const [asked, setAsked] = useState(false);
  const [first] = overview.ways;
  // An answer beats a newer question that came to nothing.
  const current =
    queries.find(({ state }) => state === 'asking') ??
    queries.find(({ state }) => state === 'answered') ??
    queries[0] ??
    null;
  if (asking !== null || current === null) {
    return (
      <AskForm
        key={asking ?? 'first'}
        memberId={memberId}
        name={name}
        way={asking ?? first ?? 'private'}
        again={asking !== null}
        onGiveUp={asking === null ? null : () => setAsking(null)}
        onAsked={() => {
          setAsking(null);
          setAsked(true);
          onChanged();
        }}
      />
    );
  }
  if (current.state === 'asking') {
    const answered = () => {
      setAsked(true);
      onChanged();
    };
    return <Asking query={current} onAnswered={answered} focused={asked} />;
  }
  return (
    <>
      <AnswerCard key={current.queryNo} query={current} focused={asked} />
      {current.otherWay && (
        <div className="mt3">
          <Button kind="secondary" block onPress={() => setAsking(current.otherWay)}>
            {current.otherWay === 'trusted' ? '换可信查询再查一次' : '换密算查询再查一次'}
          </Button>
        </div>
      )}
      {current.answer && <Advice mayAppeal={current.mayAppeal && overview.whole} />}
      {current.appeal && <Appeal query={current} onChanged={onChanged} whole={overview.whole} />}
      {appealing ? (
        <AppealForm
          query={current}
          onSent={() => {
            setAppealing(false);
            onChanged();
          }}
          onGiveUp={() => setAppealing(false)}
        />
      ) : (
        <>
          <div className="pe-buttons">
            {current.mayAppeal && overview.whole && (
              <Button kind="neutral" small onPress={() => setAppealing(true)}>
                申请复核
              </Button>
            )}
            {current.answer && (
              <Button kind="neutral" small onPress={() => setReceipt(true)}>
                查询回执
              </Button>
            )}
            {current.answer && (
              <Button kind="neutral" small onPress={() => setAsking(first ?? null)}>
                重新查
              </Button>
            )}
            <Withdraw query={current} onWithdrawn={onChanged} />
          </div>
          <Receipt open={receipt} queryNo={current.queryNo} onClose={() => setReceipt(false)} />
          <div className="buttons mt4">
            {current.answer ? (
              <Button block href="#/index">
                {current.about === 'self' ? '去参保' : '为孩子参保'}
              </Button>
            ) : (
              <Button block onPress={() => setAsking(first ?? null)}>
                再查一次
              </Button>
            )}
          </div>
        </>
      )}
      <History memberId={memberId} />
    </>
  );
}

function Advice({ mayAppeal }: { mayAppeal: boolean }) {
  const { tel } = useProduct();
  return (
    <div className="mt4">
      <Notice>
        结果供参考，理赔以实际审核为准。觉得不对，{mayAppeal ? '可以申请复核，或打' : '请打'}{' '}
        <PhoneLink tel={tel} className="inline-link num" />。
      </Notice>
    </div>
  );
}

function Withdraw({ query, onWithdrawn }: { query: PreExistingQueryValue; onWithdrawn: () => void }) {
  const [withdraw, withdrawing] = useAction(calls.withdrawPreExisting, { quietFailure: true });
  const go = async () => {
    const yes = await confirmDialog({
      title: '撤回同意',
      body: '这次的结果和交过的材料马上删除，以后还可以再查。不影响参保和理赔',
      confirm: '撤回并删除',
      cancel: '取消',
    });
    if (!yes) return;
    const reply = await withdraw({ queryNo: query.queryNo });
    if (reply.ok) toast('已删除', { kind: 'ok' });
    else toast(failureText(reply, '没有删除'));
    onWithdrawn();
  };
  return (
    <Button kind="neutral" small busy={withdrawing.busy} onPress={() => void go()}>
      撤回同意并删除
    </Button>
  );
}
