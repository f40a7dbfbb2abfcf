import type { EditionLineValue, SalePauseLineValue } from '@huimin/contract/console';
import { formatDateTime } from '@huimin/domain/date';
import { CITIES } from '@huimin/domain/region';
import { Alert, App, Button, Form, Input, Select } from 'antd';
import { useRef, useState } from 'react';
import { Link } from 'react-router';
import { call } from '../../api/client.ts';
import { useCall } from '../../api/use-call.ts';
import { MomentInput, unreadSentence } from '../../app/day-input.tsx';
import { Dialog } from '../../app/dialog.tsx';
import { EntryForm } from '../../app/entry-form.tsx';
import { LoadProblem } from '../../app/load-problem.tsx';
import { ReasonDialog } from '../../parts/reason-dialog.tsx';
import { ReasonItem } from '../../parts/reason-item.tsx';
import { useSending } from '../../parts/use-sending.ts';
import { shortTime } from '../../parts/when.ts';

/** Where the sale stands still, and how it is stopped and let go on. */
export function SalePauses({ editions, onChanged }: { editions: readonly EditionLineValue[]; onChanged(): void }) {
  const { message } = App.useApp();
  const { value, problem, reload } = useCall('listSalePauses', {});
  const [pausing, setPausing] = useState(false);
  const [resuming, setResuming] = useState<SalePauseLineValue | null>(null);
  const [showsEnded, setShowsEnded] = useState(false);
  const live = editions.filter(({ liveVersion }) => liveVersion !== null);
  const changed = () => {
    reload();
    onChanged();
  };
  if (value === null) return <LoadProblem problem={problem} onRetry={reload} />;
  const open = value.pauses.filter(({ ended }) => ended === null);
  const ended = value.pauses.filter((pause) => pause.ended !== null);
  return (
    <section className="panel ed-pauses" aria-label="暂停参保">
      <div className="panel-head">
        <h2>暂停参保</h2>
        <small>
          马上停，一个人就能办；恢复要第二个人同意。已经下单的人还能在 30 分钟内付款，自动扣费和团体账单也停
        </small>
        {value.mayPause && live.length > 0 && (
          <Button danger className="ed-pause" onClick={() => setPausing(true)}>
            暂停参保
          </Button>
        )}
      </div>
      <div className="panel-body">
        <LoadProblem problem={problem} onRetry={reload} />
        {open.length === 0 && <p className="ed-hint">现在没有暂停，各地都能参保。</p>}
        {open.map((pause) => {
          const asked = value.waiting.find(({ subject }) => subject === `${pause.edition} ${pause.place}`);
          return (
            <Alert
              key={pause.pauseNo}
              type="warning"
              showIcon
              title={`${pause.editionName} ${pause.place}暂停参保，${shortTime(pause.begunAt)} 起${
                pause.expectedUntil ? `，对居民说 ${formatDateTime(pause.expectedUntil)} 恢复` : '，没有说什么时候恢复'
              }`}
              description={`给居民看的话：${pause.residentText}　${pause.begunBy}　${pause.reason}`}
              action={
                asked ? (
                  <Link to="/approvals">等第二个人同意</Link>
                ) : (
                  value.mayResume && <Button onClick={() => setResuming(pause)}>恢复参保</Button>
                )
              }
            />
          );
        })}
        {ended.length > 0 && (
          <Button type="link" size="small" onClick={() => setShowsEnded(!showsEnded)} aria-expanded={showsEnded}>
            {showsEnded ? '收起以前的' : `看以前的 ${ended.length} 次`}
          </Button>
        )}
        {showsEnded && (
          <ul className="ed-rows">
            {ended.map((pause) => (
              <li key={pause.pauseNo}>
                <span>
                  {pause.editionName} {pause.place}
                  <small>
                    停：{pause.begunBy}　{pause.reason}；恢复：{pause.ended?.by}　{pause.ended?.reason}
                  </small>
                </span>
                <span className="num">
                  {shortTime(pause.begunAt)} - {shortTime(pause.ended?.at ?? null)}
                </span>
              </li>
            ))}
          </ul>
        )}
      </div>
      {pausing && (
        <PauseSale
          editions={live}
          onClose={() => setPausing(false)}
          onDone={() => {
            setPausing(false);
            message.success('已经暂停，居民几秒后就看到');
            changed();
          }}
        />
      )}
      {resuming && (
        <ReasonDialog
          title={`恢复参保：${resuming.editionName} ${resuming.place}`}
          okText="提交，等第二个人同意"
          onClose={() => setResuming(null)}
          onSend={async (reason) => {
            await call('askSaleResume', { pauseNo: resuming.pauseNo, reason });
            setResuming(null);
            message.success('已提交，等第二个人同意');
            changed();
          }}
        />
      )}
    </section>
  );
}

interface Fields {
  readonly edition: string;
  readonly city: string;
  readonly residentText: string;
  readonly expectedUntil?: string;
  readonly reason: string;
}

const ALL = 'all';

function PauseSale(props: { editions: readonly EditionLineValue[]; onClose(): void; onDone(): void }) {
  const { editions, onClose, onDone } = props;
  const [form] = Form.useForm<Fields>();
  const { sending, problem, run } = useSending();
  const send = ({ edition, city, residentText, expectedUntil, reason }: Fields) =>
    run(async () => {
      const until = expectedUntil?.trim();
      await call('pauseSale', {
        edition,
        ...(city === ALL ? {} : { city }),
        ...(until ? { expectedUntil: until } : {}),
        ...{ residentText: residentText.trim(), reason: reason.trim() },
      });
      onDone();
    });
  // What was typed and is no time must not go as none at all.
  const unread = useRef('');
  const [first] = editions.filter(({ isDefault }) => isDefault);
  return (
    <Dialog
      open
      title="暂停参保"
      okText="现在就停"
      okButtonProps={{ danger: true }}
      onOk={form.submit}
      onCancel={onClose}
      confirmLoading={sending}
    >
      <EntryForm name="pause-sale" form={form} onFinish={send} initialValues={{ edition: first?.edition, city: ALL }}>
        <Form.Item name="edition" label="产品" rules={[{ required: true, message: '请选产品' }]}>
          <Select options={editions.map(({ edition, name }) => ({ value: edition, label: name }))} />
        </Form.Item>
        <Form.Item name="city" label="哪里">
          <Select
            options={[{ value: ALL, label: '全省' }, ...CITIES.map(({ code, name }) => ({ value: code, label: name }))]}
          />
        </Form.Item>
        <Form.Item
          name="residentText"
          label="给居民看的话"
          extra="为什么停，例如：系统维护；医保缴费数据在核对。不用写时间"
          rules={[{ required: true, whitespace: true, min: 4, message: '请写给居民看的话，至少 4 个字' }]}
        >
          <Input maxLength={100} autoComplete="off" />
        </Form.Item>
        <Form.Item
          name="expectedUntil"
          label="预计恢复（可以不写）"
          extra="北京时间；到了时间不会自己恢复"
          rules={[
            {
              async validator() {
                if (unread.current !== '') throw new Error(unreadSentence(unread.current, true));
              },
            },
          ]}
        >
          <MomentInput
            onUnread={(text) => {
              unread.current = text;
            }}
          />
        </Form.Item>
        <ReasonItem />
        {problem !== null && <Alert type="error" showIcon title={problem} />}
      </EntryForm>
    </Dialog>
  );
}
