import type { AlertValue } from '@huimin/contract/console';
import { Alert, App, Button, Empty, Input, Skeleton, Tabs, Tag } from 'antd';
import { useState } from 'react';
import { Link } from 'react-router';
import { call } from '../../api/client.ts';
import { useCall } from '../../api/use-call.ts';
import { Dialog } from '../../app/dialog.tsx';
import { LoadProblem } from '../../app/load-problem.tsx';
import { BY_TIME, MoreRows } from '../../app/more-rows.tsx';
import { PageHead } from '../../app/page-head.tsx';
import { useSelf } from '../../app/self.tsx';
import { useAddressFilter } from '../../app/use-address-filter.ts';
import { placeOfAlert } from '../../parts/place-of-alert.ts';
import { TabLabel } from '../../parts/tab-label.tsx';
import { useSending } from '../../parts/use-sending.ts';
import { longTime, shortTime } from '../../parts/when.ts';

/** What the program could not settle by itself, with what is to be done, and what was done. */
export default function AlertsPage() {
  const { may } = useSelf();
  const address = useAddressFilter('before');
  const which = address.given('which') === 'done' ? 'done' : 'open';
  const kind = address.given('kind');
  const { value, loading, problem, reload } = useCall('listAlerts', { which, kind, before: address.cursor });
  const [resolving, setResolving] = useState<AlertValue | null>(null);
  return (
    <div className="page">
      <PageHead title="提醒" note="系统自己办不了、要人看的事；同一件事只提醒一次" />
      <Tabs
        activeKey={which}
        onChange={(key) => address.set({ which: key === 'done' ? 'done' : null })}
        items={[
          { key: 'open', label: value && value.open > 0 ? <TabLabel label="待处理" count={value.open} /> : '待处理' },
          { key: 'done', label: '已处理' },
        ]}
      />
      <LoadProblem problem={problem} onRetry={reload} />
      <section className="panel" aria-label={which === 'open' ? '待处理' : '已处理'} aria-busy={loading}>
        {kind !== undefined && (
          <div className="panel-head">
            <Tag closable onClose={() => address.set({ kind: null })}>
              只看：{value?.alerts[0]?.title ?? '这一种提醒'}
            </Tag>
          </div>
        )}
        {value === null && loading && <Skeleton active style={{ padding: 14 }} />}
        {value?.alerts.length === 0 && (
          <Empty
            style={{ padding: 24 }}
            description={which === 'open' ? '没有要处理的' : '还没有处理过的'}
            image={Empty.PRESENTED_IMAGE_SIMPLE}
          />
        )}
        {value?.alerts.map((one) => (
          <article key={one.alertNo} className="request" aria-labelledby={`alert-${one.alertNo}`}>
            <h3 id={`alert-${one.alertNo}`}>
              <Button type="link" size="small" className="row-link" onClick={() => address.set({ kind: one.kind })}>
                {one.title}
              </Button>
              <span className="account num">{longTime(one.createdAt)}</span>
            </h3>
            <p>{one.details.map(({ label, value: text }) => `${label} ${text}`).join('　')}</p>
            {one.orderNo !== null && (
              <p>
                订单 <Link to={`/orders/${one.orderNo}`}>{one.orderNo}</Link>
              </p>
            )}
            <WayTo one={one} />
            {one.resolvedAt === null ? (
              <p>怎么办：{one.advice}</p>
            ) : (
              <p>
                {one.resolvedBy ?? '系统'}　{shortTime(one.resolvedAt)} 处理：{one.note}
              </p>
            )}
            {one.resolvedAt === null && !one.clearsItself && may('alerts.resolve') && (
              <div className="act">
                <Button size="small" onClick={() => setResolving(one)}>
                  处理好了
                </Button>
              </div>
            )}
          </article>
        ))}
        <MoreRows filter={address} next={value?.next} labels={BY_TIME} />
      </section>
      {resolving && (
        <Resolution
          one={resolving}
          onClose={() => setResolving(null)}
          onDone={() => {
            setResolving(null);
            reload();
          }}
        />
      )}
    </div>
  );
}

function WayTo({ one }: { one: AlertValue }) {
  const { may } = useSelf();
  const place = one.resolvedAt === null ? placeOfAlert(one, may) : null;
  return (
    place && (
      <p>
        <Link to={place.to}>{place.label}</Link>
      </p>
    )
  );
}

function Resolution({ one, onClose, onDone }: { one: AlertValue; onClose(): void; onDone(): void }) {
  const { message } = App.useApp();
  const [note, setNote] = useState('');
  const { sending, problem, setProblem, run } = useSending();
  const send = async () => {
    if (note.trim().length < 2) return setProblem('请写怎么处理的，至少 2 个字');
    await run(async () => {
      await call('resolveAlert', { alertNo: one.alertNo, note: note.trim() });
      message.success('已记下');
      onDone();
    });
  };
  return (
    <Dialog open title={`处理：${one.title}`} okText="记下" onOk={send} onCancel={onClose} confirmLoading={sending}>
      <p>{one.advice}</p>
      <label className="dialog-field" htmlFor="alert-note">
        怎么处理的
      </label>
      <Input.TextArea
        id="alert-note"
        rows={2}
        maxLength={200}
        showCount
        autoFocus
        value={note}
        onChange={(event) => setNote(event.target.value)}
      />
      {problem !== null && <Alert style={{ marginTop: 12 }} type="error" showIcon title={problem} role="alert" />}
    </Dialog>
  );
}
