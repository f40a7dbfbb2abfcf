import type { ReviewLineValue, ReviewQueue } from '@huimin/contract/console';
import { Button, Skeleton, Tabs } from 'antd';
import { useEffect, useState } from 'react';
import type { Inputs, Outputs } from '../../api/client.ts';
import { useCall } from '../../api/use-call.ts';
import { ListPanel } from '../../app/list-panel.tsx';
import { LoadProblem } from '../../app/load-problem.tsx';
import { PageHead } from '../../app/page-head.tsx';
import { Segments } from '../../app/segments.tsx';
import { useSelf } from '../../app/self.tsx';
import { useAddressFilter } from '../../app/use-address-filter.ts';
import { UP_AND_DOWN, useKeys } from '../../app/use-keys.ts';
import { OpenableRow } from '../../parts/openable-row.tsx';
import { shownCount } from '../../parts/shown-count.ts';
import { StateTag } from '../../parts/state-tag.tsx';
import { TimeLeft } from '../../parts/time-left.tsx';
import { ClaimDialog } from './claim-dialog.tsx';
import { ReviewDetail } from './review-detail.tsx';
import { QUEUES, STAGES } from './review-words.ts';
import '../orders/orders.css';
import { TabLabel } from '../../parts/tab-label.tsx';
import './reviews.css';
import { ListKeys } from '../../parts/list-keys.tsx';
import { shortTime } from '../../parts/when.ts';

type Stage = NonNullable<Inputs['listReviews']['stage']>;

/** Rechecks of claims, listed drugs and appeals, each kind by its deadline, with one of them beside the list. */
export default function ReviewsPage() {
  const address = useAddressFilter('after');
  const { given, set } = address;
  const { refresh } = useSelf();
  const queue = QUEUES.find(({ key }) => key === given('queue'))?.key ?? 'recheck';
  const stages = STAGES.filter(({ of }) => of.includes(queue));
  const stage: Stage = stages.find(({ key }) => key === given('stage'))?.key ?? 'open';
  const list = useCall('listReviews', { queue, stage, after: address.cursor });
  const named = given('no') ?? null;
  const [isChecking, setIsChecking] = useState(false);
  const [picked, setPicked] = useState<string | null>(named);
  useEffect(() => setPicked(named), [named]);
  const reviews = list.value?.reviews ?? [];
  const found = reviews.findIndex(({ reviewNo }) => reviewNo === picked);
  const at = Math.max(0, found);
  // What an address or the search names is shown wherever in the lists it is.
  const current = picked !== null && picked === named && found < 0 ? picked : reviews[at]?.reviewNo;
  const change = (changes: Readonly<Record<string, string | null>>) => {
    setPicked(null);
    set({ no: null, ...changes });
  };
  const step = (by: number) => setPicked(reviews[Math.min(reviews.length - 1, Math.max(0, at + by))]?.reviewNo ?? null);
  useKeys({ j: () => step(1), k: () => step(-1) }, UP_AND_DOWN);
  const done = () => {
    list.reload();
    refresh();
  };
  return (
    <div className="page">
      <PageHead title="理赔与特药审核" note="涉及钱和标签的，另一个人复核后才算数；看了谁的材料，本人都能查到">
        <ListKeys />
        <Button onClick={() => setIsChecking(true)}>按案件号重算</Button>
      </PageHead>
      <div className="refund-tabs">
        <Tabs
          activeKey={queue}
          onChange={(key) => change({ queue: key === 'recheck' ? null : key, stage: null })}
          items={QUEUES.map(({ key, label }) => ({
            key,
            label: <TabLabel label={label} count={countOf(list.value, key)} />,
          }))}
        />
        <Segments
          size="small"
          aria-label="办到哪一步"
          value={stage}
          onChange={(key) => change({ stage: key === 'open' ? null : String(key) })}
          options={stages.map(({ key, label }) => ({ value: key, label }))}
        />
      </div>
      <LoadProblem problem={list.problem} onRetry={list.reload} />
      {list.value === null && list.problem === null && <Skeleton active />}
      {list.value && (
        <div className="list-beside reviews-columns">
          <ListPanel
            label="审核队列"
            loading={list.loading}
            filter={address}
            next={list.value.next}
            isEmpty={reviews.length === 0}
            emptyText={stage === 'open' ? '没有等审核的' : '这里没有'}
          >
            <Queue
              {...{ queue, reviews }}
              isDone={stage === 'done'}
              now={list.value.at}
              current={current ?? null}
              onPick={setPicked}
            />
          </ListPanel>
          {current && (
            <ReviewDetail
              key={`${queue} ${current}`}
              queue={queue}
              reviewNo={current}
              place={current === reviews[at]?.reviewNo ? `${at + 1} / ${reviews.length}` : ''}
              onDone={done}
              onLeave={() => change({})}
            />
          )}
        </div>
      )}
      {isChecking && <ClaimDialog onClose={() => setIsChecking(false)} />}
    </div>
  );
}

const countOf = (value: Outputs['listReviews'] | null, key: ReviewQueue): string => shownCount(value?.counts[key]);

interface QueueProps {
  readonly queue: ReviewQueue;
  readonly reviews: readonly ReviewLineValue[];
  /** The newest first; what waits begins with the oldest. */
  readonly isDone: boolean;
  readonly now: string;
  readonly current: string | null;
  onPick(reviewNo: string): void;
}

function Queue({ queue, reviews, isDone, now, current, onPick }: QueueProps) {
  // The longer numbers leave no room for what the panel says too.
  const extra = queue === 'recheck' ? undefined : 'not-narrow';
  return (
    <table className="console-table">
      <caption className="sr-only">审核</caption>
      <thead>
        <tr>
          <th scope="col">{queue === 'recheck' ? '案件号' : '申请号'}</th>
          <th scope="col" className={extra}>
            产品
          </th>
          {queue === 'appeal' && (
            <th scope="col" className={extra}>
              理由
            </th>
          )}
          {queue === 'drug' && (
            <th scope="col" className={extra}>
              医保所在地
            </th>
          )}
          <th scope="col" className={extra} aria-sort={isDone ? 'descending' : 'ascending'}>
            提交
          </th>
          <th scope="col">状态</th>
          <th scope="col">剩余时间</th>
        </tr>
      </thead>
      <tbody>
        {reviews.map((one) => (
          <OpenableRow key={one.reviewNo} isOpen={one.reviewNo === current} onOpen={() => onPick(one.reviewNo)}>
            <td className="num">
              <button type="button" className="row-link review-open" onClick={() => onPick(one.reviewNo)}>
                {one.number}
              </button>
            </td>
            <td className={extra}>{one.editionName}</td>
            {queue === 'appeal' && <td className={extra}>{one.about}</td>}
            {queue === 'drug' && <td className={extra}>{one.place || '—'}</td>}
            <td className={extra === undefined ? 'num' : `num ${extra}`}>{shortTime(one.askedAt)}</td>
            <td>
              {one.waits ? (
                <StateTag tone="warn">待第二个人</StateTag>
              ) : (
                <StateTag tone={one.tone}>{one.statusLabel}</StateTag>
              )}
            </td>
            <td>{one.dueAt === null ? '—' : <TimeLeft dueAt={one.dueAt} now={now} soonMs={SOON_MS} />}</td>
          </OpenableRow>
        ))}
      </tbody>
    </table>
  );
}

const SOON_MS = 24 * 3_600_000;
