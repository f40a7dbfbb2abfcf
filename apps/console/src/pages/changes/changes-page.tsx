import type { DeskRequestLineValue } from '@huimin/contract/console';
import { App, Button, Skeleton, Tabs } from 'antd';
import { useState } from 'react';
import type { Inputs, Outputs } from '../../api/client.ts';
import { useCall } from '../../api/use-call.ts';
import { AddressChoice } from '../../app/filter-choice.tsx';
import { ListPanel } from '../../app/list-panel.tsx';
import { LoadProblem } from '../../app/load-problem.tsx';
import { PageHead } from '../../app/page-head.tsx';
import { Segments } from '../../app/segments.tsx';
import { useSelf } from '../../app/self.tsx';
import { useAddressFilter } from '../../app/use-address-filter.ts';
import { UP_AND_DOWN, useKeys } from '../../app/use-keys.ts';
import { OpenableRow } from '../../parts/openable-row.tsx';
import { useOwnCities } from '../../parts/own-cities.ts';
import { shownCount } from '../../parts/shown-count.ts';
import { StateTag } from '../../parts/state-tag.tsx';
import { TimeLeft } from '../../parts/time-left.tsx';
import { RequestPanel } from './request-panel.tsx';
import '../orders/orders.css';
import { TabLabel } from '../../parts/tab-label.tsx';
import './changes.css';
import { ListKeys } from '../../parts/list-keys.tsx';
import { shortTime } from '../../parts/when.ts';

type Listed = Outputs['listDeskRequests'];
type Input = Inputs['listDeskRequests'];
type Topic = NonNullable<Input['topic']>;
type Stand = NonNullable<Input['stand']>;

const TOPICS: readonly { key: Topic; label: string }[] = [
  { key: 'data', label: '改信息' },
  { key: 'phone', label: '换登录手机号' },
  { key: 'mid-year', label: '中途参保' },
];
const STANDS: readonly { value: Stand; label: string }[] = [
  { value: 'review', label: '待审' },
  { value: 'second', label: '待复核' },
  { value: 'waiting', label: '等材料' },
  { value: 'done', label: '办过的' },
];
const KINDS = [
  { value: 'identity', label: '身份信息' },
  { value: 'region', label: '医保所在地' },
  { value: 'contact', label: '联系方式' },
] as const;
const NARROWS = ['kind', 'city'];
const SOON_MS = 24 * 3_600_000;

/** What residents ask to have changed and a person has to look at, by its day. */
export default function ChangesPage() {
  const address = useAddressFilter('after');
  const cities = useOwnCities();
  const { given, set } = address;
  const { refresh } = useSelf();
  const { message } = App.useApp();
  const topic = TOPICS.find(({ key }) => key === given('topic'))?.key ?? 'data';
  const stand = STANDS.find(({ value }) => value === given('stand'))?.value ?? 'review';
  const kind = KINDS.find(({ value }) => value === given('kind'))?.value;
  const city = cities.options.find(({ value }) => value === given('city'))?.value;
  const list = useCall('listDeskRequests', {
    ...{ topic, stand, city, after: address.cursor },
    ...(topic === 'data' ? { kind } : {}),
  });
  const { value } = list;
  const requests = value?.requests ?? [];
  const [picked, setPicked] = useState<string | null>(null);
  // A number that was looked for stands alone until something else is chosen.
  const sought = given('open') ?? null;
  const current = picked ?? sought ?? requests[0]?.requestNo ?? null;
  const at = requests.findIndex(({ requestNo }) => requestNo === current);
  const choose = (changes: Readonly<Record<string, string | null>>) => {
    setPicked(null);
    set({ open: null, ...changes });
  };
  const step = (by: number) => {
    const next = requests[Math.min(requests.length - 1, Math.max(0, at + by))];
    if (next) setPicked(next.requestNo);
  };
  useKeys({ j: () => step(1), k: () => step(-1) }, UP_AND_DOWN);
  const done = (words: string | null) => {
    if (words !== null) message.success(words);
    // The next one comes to the place of this one.
    setPicked(requests[at + 1]?.requestNo ?? requests[at - 1]?.requestNo ?? null);
    list.reload();
    refresh();
  };
  return (
    <div className="page">
      <PageHead title="变更与材料" note="3 个工作日内审完；改身份信息和换手机号，同意要两个人">
        <ListKeys more={[['O', '看完整内容']]}>
          {/* Told on their buttons too. */}
          <span className="change-keys not-narrow">
            <kbd>A</kbd> 同意 <kbd>S</kbd> 要材料 <kbd>D</kbd> 驳回
          </span>
        </ListKeys>
      </PageHead>
      <div className="refund-tabs">
        <Tabs
          activeKey={topic}
          onChange={(key) => choose({ topic: key === 'data' ? null : key, stand: null, kind: null })}
          items={TOPICS.map(({ key, label }) => ({
            key,
            label: <TabLabel label={label} count={shownCount(value?.topics[key])} />,
          }))}
        />
        <span className="filters refund-filters">
          <Segments
            size="small"
            aria-label="到哪一步"
            value={stand}
            onChange={(next) => choose({ stand: next === 'review' ? null : next })}
            options={standsOf(topic, value)}
          />
          <AddressChoice
            isSmall
            label="医保所在地"
            placeholder="城市：全部"
            {...{ address, name: 'city', options: cities.options }}
            onChange={(next) => choose({ city: next ?? null })}
          />
          {topic === 'data' && (
            <AddressChoice
              isSmall
              label="改什么"
              placeholder="改什么：全部"
              {...{ address, name: 'kind', options: KINDS }}
              onChange={(next) => choose({ kind: next ?? null })}
            />
          )}
        </span>
      </div>
      <LoadProblem problem={list.problem} onRetry={list.reload} />
      {value === null && list.problem === null && <Skeleton active />}
      {value && (
        <div className="list-beside change-columns">
          <ListPanel
            label="申请队列"
            loading={list.loading}
            filter={address}
            next={value.next}
            isEmpty={requests.length === 0}
            emptyText={stand === 'review' ? '没有等审的申请' : '这里没有申请'}
            narrowedBy={NARROWS}
          >
            <Queue {...{ requests, topic, stand, current }} now={value.at} onPick={setPicked} />
          </ListPanel>
          {current !== null && (
            <RequestPanel
              key={current}
              requestNo={current}
              place={at < 0 ? '' : `${at + 1} / ${requests.length}`}
              now={value.at}
              onDone={done}
              onLeave={() => choose({})}
            />
          )}
        </div>
      )}
    </div>
  );
}

function standsOf(topic: Topic, value: Listed | null) {
  return STANDS.map(({ value: stand, label }) => {
    const name = stand === 'waiting' && topic === 'phone' ? '等生效' : label;
    return { value: stand, label: stand === 'done' ? name : `${name} ${shownCount(value?.counts[stand])}` };
  });
}

interface QueueProps {
  readonly requests: readonly DeskRequestLineValue[];
  readonly topic: Topic;
  readonly stand: Stand;
  readonly current: string | null;
  readonly now: string;
  onPick(requestNo: string): void;
}

function Queue({ requests, topic, stand, current, now, onPick }: QueueProps) {
  const hasPapers = topic !== 'phone';
  // Corrections by the day by which they are to be decided, everything else as it came.
  const isDone = stand === 'done';
  return (
    <table className="console-table">
      <caption className="sr-only">申请</caption>
      <thead>
        <tr>
          <th scope="col">申请人</th>
          <th scope="col">{topic === 'data' ? '改什么' : '办什么'}</th>
          <th scope="col" className="not-narrow">
            原因
          </th>
          <th scope="col" className="not-narrow">
            医保所在地
          </th>
          {hasPapers && (
            <th scope="col" className="right not-narrow">
              材料
            </th>
          )}
          <th scope="col" aria-sort={topic === 'data' ? undefined : isDone ? 'descending' : 'ascending'}>
            提交
          </th>
          <th scope="col" aria-sort={topic === 'data' && !isDone ? 'ascending' : undefined}>
            剩余时间
          </th>
        </tr>
      </thead>
      <tbody>
        {requests.map((one) => (
          <OpenableRow key={one.requestNo} isOpen={one.requestNo === current} onOpen={() => onPick(one.requestNo)}>
            <td>
              <Button type="link" size="small" className="row-link" onClick={() => onPick(one.requestNo)}>
                {one.who}
              </Button>
            </td>
            <td className="wrap">{one.what}</td>
            <td className="not-narrow">{one.why}</td>
            <td className="not-narrow">{one.place}</td>
            {hasPapers && <td className="num right not-narrow">{one.papers || '—'}</td>}
            <td className="num">{shortTime(one.askedAt)}</td>
            <td>
              {one.dueAt === null ? (
                <StateTag tone={one.tone}>{one.statusLabel}</StateTag>
              ) : (
                <TimeLeft dueAt={one.dueAt} now={now} soonMs={SOON_MS} />
              )}
            </td>
          </OpenableRow>
        ))}
      </tbody>
    </table>
  );
}
