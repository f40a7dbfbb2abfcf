import type { ReviewQueue, ReviewVerdictName, ReviewViewValue } from '@huimin/contract/console';
import { App, Button, Skeleton } from 'antd';
import { useState } from 'react';
import { Link } from 'react-router';
import { useCall } from '../../api/use-call.ts';
import { Icon } from '../../app/icon.tsx';
import { LoadProblem } from '../../app/load-problem.tsx';
import { useSelf } from '../../app/self.tsx';
import { MaskedPerson } from '../../parts/masked-person.tsx';
import { StateTag } from '../../parts/state-tag.tsx';
import { longTime } from '../../parts/when.ts';
import { ApprovalCard } from '../orders/approvals-panel.tsx';
import { DecideDialog } from './decide-dialog.tsx';
import { Papers } from './papers.tsx';
import { VERDICT_WORDS } from './review-words.ts';
import { SumAgreement, SumSteps } from './sum-steps.tsx';

interface Props {
  readonly queue: ReviewQueue;
  readonly reviewNo: string;
  /** 2 / 14 */
  readonly place: string;
  onDone(): void;
  /** To the list, where the address names nothing of this queue. */
  onLeave(): void;
}

/** One of them whole: who, what was said, its papers, its sum, and deciding it. */
export function ReviewDetail({ queue, reviewNo, place, onDone, onLeave }: Props) {
  const { message } = App.useApp();
  const { may } = useSelf();
  const { value: review, problem, isUnknown, reload } = useCall('showReview', { queue, reviewNo });
  const line = review?.line;
  const [deciding, setDeciding] = useState<ReviewVerdictName | null>(null);
  const changed = () => {
    reload();
    onDone();
  };
  return (
    <aside className="panel refund-detail review-detail" aria-label="审核详情">
      <div className="panel-head">
        <h2 className="num">{line?.number ?? reviewNo}</h2>
        {line && <StateTag tone={line.tone}>{line.statusLabel}</StateTag>}
        <span className="space" />
        <small className="num">{place}</small>
      </div>
      {review?.approvals.map((approval) => (
        <ApprovalCard key={approval.approvalNo} approval={approval} reload={changed} />
      ))}
      <div className="panel-body">
        <LoadProblem {...{ problem, isUnknown }} onRetry={reload} onLeave={onLeave} />
        {review === null && problem === null && <Skeleton active />}
        {review && <Facts review={review} />}
      </div>
      {review && review.verdicts.length > 0 && (
        <div className="refund-bar">
          {[...review.verdicts].reverse().map(({ verdict, two }, index, all) => (
            <Button
              key={verdict}
              type={index === all.length - 1 ? 'primary' : 'default'}
              ghost={index === all.length - 1}
              onClick={() => setDeciding(verdict)}
            >
              {VERDICT_WORDS[verdict].label}
              {two && <small className="note"> 需复核</small>}
            </Button>
          ))}
        </div>
      )}
      {review && review.line.dueAt !== null && review.approvals.length === 0 && !may('reviews.decide') && (
        <div className="refund-bar">
          <span className="state state-plain">
            <Icon name="lock" size={16} />
            由保司运营先办，再由您复核
          </span>
        </div>
      )}
      {review && deciding !== null && (
        <DecideDialog
          {...{ queue, review }}
          verdict={deciding}
          onClose={() => setDeciding(null)}
          onDone={(words) => {
            message.success(words);
            changed();
          }}
        />
      )}
    </aside>
  );
}

function Facts({ review }: { review: ReviewViewValue }) {
  const { may } = useSelf();
  const { line, queue } = review;
  return (
    <>
      <dl className="facts">
        <dt>本人</dt>
        <dd>
          <MaskedPerson name={review.name} number={review.idNumber} />{' '}
          {review.person !== null && may('people.view') && <Link to={`/people/${review.person}`}>看这个人</Link>}
        </dd>
        <FactRow label="产品" text={line.editionName} />
        {queue === 'drug' && (
          <>
            <FactRow label="医保所在地" text={line.place || '—'} />
            <FactRow label="提交" text={longTime(line.askedAt)} />
          </>
        )}
        {review.facts.map(({ label, text }) => (
          <FactRow key={label} label={label} text={text} />
        ))}
        {line.dueAt !== null && <FactRow label="最晚" text={longTime(line.dueAt)} />}
        {review.words !== null && <FactRow label="本人说" text={`“${review.words}”`} />}
        {review.answer !== null && <FactRow label="答复" text={review.answer} />}
        {review.decidedBy !== null && <FactRow label="办的人" text={review.decidedBy} />}
      </dl>
      {review.papers.length > 0 && <Papers review={review} />}
      {review.steps.length > 0 && (
        <>
          <h3>{queue === 'recheck' ? '理算过程，和本人看到的一样' : '费用，和本人看到的一样'}</h3>
          <SumSteps steps={review.steps} />
        </>
      )}
      {queue === 'recheck' && <SumAgreement rulesFen={review.rulesFen} insurerFen={review.insurerFen} />}
    </>
  );
}

function FactRow({ label, text }: { label: string; text: string }) {
  return (
    <>
      <dt>{label}</dt>
      <dd>{text}</dd>
    </>
  );
}
