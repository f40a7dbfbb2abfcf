import type { AlertValue } from '@huimin/contract/console';
import { Alert, App, Button, Empty, Input, Skeleton, Tabs } from 'antd';
import { useState } from 'react';
import { Link, useNavigate } from 'react-router';
import { call } from '../../api/client.ts';
import { useCall } from '../../api/use-call.ts';
import { Dialog } from '../../app/dialog.tsx';
import { AddressChoice, useKnownChoice } from '../../app/filter-choice.tsx';
import { LoadProblem } from '../../app/load-problem.tsx';
import { BY_TIME, MoreRows } from '../../app/more-rows.tsx';
import { PageHead } from '../../app/page-head.tsx';
import { useSelf } from '../../app/self.tsx';
import { useAddressFilter } from '../../app/use-address-filter.ts';
import { useKeys } from '../../app/use-keys.ts';
import { usePicked } from '../../app/use-picked.ts';
import { PickedArticle } from '../../parts/picked-article.tsx';
import { placeOfAlert } from '../../parts/place-of-alert.ts';
import '../orders/orders.css';
import { ListKeys } from '../../parts/list-keys.tsx';
import { TabLabel } from '../../parts/tab-label.tsx';
import { useSending } from '../../parts/use-sending.ts';
import { dottedDays, shortTime } from '../../parts/when.ts';
import './alerts.css';

/** What the program could not settle by itself, with what is to be done, and what was done. */
export default function AlertsPage() {
  const address = useAddressFilter('before');
  const which = address.given('which') === 'done' ? 'done' : 'open';
  const kind = which === 'open' ? address.given('kind') : undefined;
  const { value, loading, problem, reload } = useCall('listAlerts', { which, kind, before: address.cursor });
  const [resolving, setResolving] = useState<AlertValue | null>(null);
  const kinds =
    which === 'open'
      ? (value?.kinds ?? []).map((one) => ({ value: one.kind, label: `${one.title} ${one.count}` }))
      : [];
  const { may } = useSelf();
  const navigate = useNavigate();
  const { current, pick } = usePicked(value?.alerts ?? [], ({ alertNo }) => alertNo);
  useKeys(
    {
      Enter: () => {
        const to = current && wayTo(current, may)?.to;
        if (to !== undefined) navigate(to);
      },
      s: () => current && maySettle(current, may) && setResolving(current),
    },
    value && value.alerts.length > 0
      ? [
          ['回车', '去办选中的这一条'],
          ['S', '处理好了'],
        ]
      : [],
  );
  useKnownChoice(address, 'kind', kinds, which === 'done' || value?.kinds.length === 0);
  return (
    <div className="page">
      <PageHead title="提醒" note="系统自己办不了、要人看的事；同一件事只提醒一次">
        {value && value.alerts.length > 0 && (
          <ListKeys
            more={[
              ['回车', '去办'],
              ...(value.alerts.some((one) => maySettle(one, may)) ? [['S', '处理好了'] as const] : []),
            ]}
          />
        )}
      </PageHead>
      <div className="refund-tabs">
        <Tabs
          activeKey={which}
          onChange={(key) => address.set({ which: key === 'done' ? 'done' : null, kind: null })}
          items={[
            { key: 'open', label: value && value.open > 0 ? <TabLabel label="待处理" count={value.open} /> : '待处理' },
            { key: 'done', label: '已处理' },
          ]}
        />
        {(kinds.length > 1 || kind !== undefined) && (
          <span className="filters refund-filters">
            <AddressChoice {...{ address, name: 'kind', label: '种类：全部', options: kinds }} />
          </span>
        )}
      </div>
      <LoadProblem problem={problem} onRetry={reload} />
      <section className="panel" aria-label={which === 'open' ? '待处理' : '已处理'} aria-busy={loading}>
        {value === null && loading && <Skeleton active style={{ padding: 14 }} />}
        {value?.alerts.length === 0 && (
          <Empty
            style={{ padding: 24 }}
            description={which === 'open' ? '没有要处理的' : '还没有处理过的'}
            image={Empty.PRESENTED_IMAGE_SIMPLE}
          />
        )}
        {value?.alerts.map((one) => (
          <OneAlert
            key={one.alertNo}
            one={one}
            isCurrent={one === current}
            onPick={() => pick(one.alertNo)}
            onSettle={() => setResolving(one)}
          />
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

type May = ReturnType<typeof useSelf>['may'];

/** Its order, or else where it is seen to. */
const wayTo = (one: AlertValue, may: May) =>
  one.orderNo === null ? placeOfAlert(one, may) : { to: `/orders/${one.orderNo}`, label: '看订单' };

const maySettle = ({ resolvedAt, clearsItself }: AlertValue, may: May): boolean =>
  resolvedAt === null && !clearsItself && may('alerts.resolve');

/** What it is about in one line, what is to be done below it, and at the right the way there. */
interface OneProps {
  readonly one: AlertValue;
  readonly isCurrent: boolean;
  onPick(): void;
  onSettle(): void;
}

function OneAlert({ one, isCurrent, onPick, onSettle }: OneProps) {
  const { may } = useSelf();
  const isOpen = one.resolvedAt === null;
  const place = isOpen ? placeOfAlert(one, may) : null;
  return (
    <PickedArticle className="alert-row" headingId={`alert-${one.alertNo}`} {...{ isCurrent, onPick }}>
      <div>
        <h3 id={`alert-${one.alertNo}`}>
          {one.title}
          <span className="alert-about num">
            {one.details.map(({ label, value: text }) => `${label} ${dottedDays(text)}`).join('　')}
          </span>
        </h3>
        {isOpen ? (
          <p>怎么办：{one.advice}</p>
        ) : (
          <p>
            {one.resolvedBy ?? '系统'}　{shortTime(one.resolvedAt)} 处理：{one.note}
          </p>
        )}
      </div>
      <div className="alert-acts">
        <span className="account num">{shortTime(one.createdAt)}</span>
        {one.orderNo !== null && <Link to={`/orders/${one.orderNo}`}>看订单</Link>}
        {place && <Link to={place.to}>{place.label}</Link>}
        {maySettle(one, may) && (
          <Button size="small" onClick={onSettle}>
            处理好了
          </Button>
        )}
      </div>
    </PickedArticle>
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
