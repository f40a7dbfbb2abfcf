import type { BarredWordValue } from '@huimin/contract/console';
import { Alert, App, Button, Checkbox, Form, Input, Table } from 'antd';
import { useState } from 'react';
import { call } from '../../api/client.ts';
import { useCall } from '../../api/use-call.ts';
import { Dialog } from '../../app/dialog.tsx';
import { EntryForm } from '../../app/entry-form.tsx';
import { Icon } from '../../app/icon.tsx';
import { LoadProblem } from '../../app/load-problem.tsx';
import { useSelf } from '../../app/self.tsx';
import { tableEmpty } from '../../app/table-empty.tsx';
import { ReasonDialog } from '../../parts/reason-dialog.tsx';
import { useSending } from '../../parts/use-sending.ts';

/** The words that must not stand in what is shared. A change counts at once. */
export function WordsPanel() {
  const { may } = useSelf();
  const { value, loading, problem, reload } = useCall('listBarredWords', {});
  const [keeping, setKeeping] = useState<BarredWordValue | 'new' | null>(null);
  const [dropping, setDropping] = useState<string | null>(null);
  const mayChange = may('content.approve');
  return (
    <>
      <LoadProblem problem={problem} onRetry={reload} />
      <section className="panel" aria-label="不能用的词">
        <div className="panel-head">
          <h2>不能用的词</h2>
          <small>中间加空格、标点也算；改动马上生效，含这些词的内容不再展示</small>
          <span className="space" />
          {mayChange && (
            <Button size="small" icon={<Icon name="plus" size={14} />} onClick={() => setKeeping('new')}>
              加一个词
            </Button>
          )}
        </div>
        <Table<BarredWordValue>
          size="small"
          rowKey="word"
          loading={loading && value === null}
          dataSource={value?.words ?? []}
          pagination={false}
          scroll={{ x: 'max-content' }}
          locale={tableEmpty(value !== null && problem === null, '还没有')}
          columns={[
            { title: '词', dataIndex: 'word' },
            { title: '为什么，怎么说', dataIndex: 'reason' },
            {
              title: '什么时候可以',
              key: 'allowed',
              render: (_, one) =>
                [
                  one.allowedAfter.length > 0 ? `前面是${one.allowedAfter.map((text) => `“${text}”`).join('、')}` : '',
                  one.allowedWhenAnnounced ? '公告停售以后' : '',
                ]
                  .filter((text) => text !== '')
                  .join('；') || '都不可以',
            },
            ...(mayChange
              ? [
                  {
                    title: '',
                    key: 'act',
                    render: (_: unknown, one: BarredWordValue) => (
                      <>
                        <Button type="link" size="small" className="row-link" onClick={() => setKeeping(one)}>
                          改<span className="sr-only">{one.word}</span>
                        </Button>{' '}
                        <Button type="link" size="small" className="row-link" onClick={() => setDropping(one.word)}>
                          去掉
                          <span className="sr-only">{one.word}</span>
                        </Button>
                      </>
                    ),
                  },
                ]
              : []),
          ]}
        />
      </section>
      {keeping !== null && (
        <KeepWord former={keeping === 'new' ? null : keeping} onClose={() => setKeeping(null)} onDone={reload} />
      )}
      {dropping !== null && (
        <ReasonDialog
          title={`去掉“${dropping}”`}
          okText="去掉"
          onClose={() => setDropping(null)}
          onSend={async (reason) => {
            await call('dropBarredWord', { word: dropping, reason });
            reload();
          }}
        >
          <p>审批过、只因为这个词没有展示的内容，会马上重新展示。</p>
        </ReasonDialog>
      )}
    </>
  );
}

interface WordForm {
  readonly word: string;
  readonly reason: string;
  readonly after: string;
  readonly allowedWhenAnnounced: boolean;
}

interface KeepWordProps {
  readonly former: BarredWordValue | null;
  onClose(): void;
  onDone(): void;
}

function KeepWord({ former, onClose, onDone }: KeepWordProps) {
  const { message } = App.useApp();
  const [form] = Form.useForm<WordForm>();
  const { sending, problem, run } = useSending();
  const send = async ({ word, reason, after, allowedWhenAnnounced }: WordForm) => {
    await run(async () => {
      const allowedAfter = after.split(/[\s、，,]+/).filter((text) => text !== '');
      const { noLongerShown } = await call('keepBarredWord', {
        ...{ word: former?.word ?? word.trim(), reason: reason.trim(), allowedAfter, allowedWhenAnnounced, former },
      });
      message.success(noLongerShown.length === 0 ? '已生效' : `已生效；因为用词不展示的：${noLongerShown.join('、')}`);
      onDone();
      onClose();
    });
  };
  const beginning = {
    word: former?.word ?? '',
    reason: former?.reason ?? '',
    after: former?.allowedAfter.join('、') ?? '',
    allowedWhenAnnounced: former?.allowedWhenAnnounced ?? false,
  };
  return (
    <Dialog
      open
      title={former ? `改“${former.word}”` : '加一个词'}
      okText="马上生效"
      onOk={form.submit}
      onCancel={onClose}
      confirmLoading={sending}
    >
      <EntryForm name="barred-word" form={form} onFinish={send} initialValues={beginning}>
        {former === null && (
          <Form.Item
            name="word"
            label="词"
            rules={[{ required: true, whitespace: true, min: 2, message: '2 到 20 个字' }]}
          >
            <Input maxLength={20} autoComplete="off" autoFocus />
          </Form.Item>
        )}
        <Form.Item
          name="reason"
          label="为什么，怎么说"
          rules={[{ required: true, whitespace: true, min: 2, message: '2 到 100 个字' }]}
        >
          <Input maxLength={100} autoComplete="off" />
        </Form.Item>
        <Form.Item name="after" label="前面是这些字就可以（用、隔开）" extra="如“不”：不保证续保">
          <Input maxLength={100} autoComplete="off" />
        </Form.Item>
        <Form.Item name="allowedWhenAnnounced" valuePropName="checked">
          <Checkbox>公告停售以后可以用</Checkbox>
        </Form.Item>
        {problem !== null && <Alert type="error" showIcon title={problem} role="alert" />}
      </EntryForm>
    </Dialog>
  );
}
