import type { EditionLineValue } from '@huimin/contract/console';
import { formatYuan } from '@huimin/domain/money';
import { Button, Form, Input, Table, Tag } from 'antd';
import { Fragment, useState } from 'react';
import { Link, useNavigate } from 'react-router';
import { call, sentenceOf } from '../../api/client.ts';
import { useCall } from '../../api/use-call.ts';
import { LoadProblem } from '../../app/load-problem.tsx';
import { PageHead } from '../../app/page-head.tsx';
import { useSelf } from '../../app/self.tsx';
import { SalePauses } from './sale-pauses.tsx';
import { TONE_CLASS } from './tones.ts';
import './editions.css';
import '../../parts/parts.css';
import { Dialog } from '../../app/dialog.tsx';
import { EntryForm } from '../../app/entry-form.tsx';
import { tableEmpty } from '../../app/table-empty.tsx';
import { shortTime } from '../../parts/when.ts';

/** Every edition with what is on sale and what is being prepared. */
export default function EditionsPage() {
  const { may } = useSelf();
  const { value, loading, problem, reload } = useCall('listEditions', {});
  const [copied, setCopied] = useState<EditionLineValue | null>(null);
  return (
    <div className="page">
      <PageHead title="产品版本" note="改一版先做草稿，检查全过、两人审批后按时发布；居民那边马上跟着换" />
      <LoadProblem problem={problem} onRetry={reload} />
      <section className="panel" aria-label="产品版本">
        <Table<EditionLineValue>
          size="small"
          rowKey="edition"
          loading={loading && value === null}
          dataSource={value?.editions ?? []}
          pagination={false}
          className="scroll-x"
          locale={tableEmpty(value !== null && problem === null, '没有您能看的产品版本')}
          columns={[
            {
              title: '产品',
              key: 'name',
              render: (_, one) => (
                <>
                  <Link to={`/editions/${one.edition}`}>{one.name}</Link>
                  <span className="account num">{one.edition}</span>
                  {one.isDefault && <Tag className="ed-home">首页</Tag>}
                </>
              ),
            },
            {
              title: '状态',
              key: 'state',
              render: (_, one) => <span className={`state ${TONE_CLASS[one.saleTone]}`}>{one.saleLabel}</span>,
            },
            {
              title: '线上',
              key: 'live',
              className: 'num',
              render: (_, one) =>
                one.liveVersion === null ? (
                  '—'
                ) : (
                  <>
                    v{one.liveVersion}
                    <span className="only-wide">（{shortTime(one.liveSince)} 起）</span>
                  </>
                ),
            },
            {
              title: '草稿',
              key: 'draft',
              render: (_, one) =>
                one.draft === null ? (
                  '—'
                ) : (
                  <span className={`state ${TONE_CLASS[one.draft.state.tone]}`}>
                    v{one.draft.version} {one.draft.isReturned ? '退回修改' : one.draft.state.label}
                    {one.draft.publishAt && ` ${shortTime(one.draft.publishAt)}`}
                  </span>
                ),
            },
            { title: '参保', key: 'sale', className: 'num', render: (_, one) => <SaleDays of={one.sale} /> },
            { title: '保障期', dataIndex: 'cover', className: 'num only-wide' },
            {
              title: '保费（元 / 人）',
              key: 'premium',
              className: 'num',
              align: 'right',
              render: (_, one) => one.premiums.map(({ fen }) => formatYuan(fen)).join(' / '),
            },
            {
              title: '',
              key: 'act',
              render: (_, one) =>
                may('edition.change') &&
                one.liveVersion !== null && (
                  <Button size="small" onClick={() => setCopied(one)}>
                    复制为下一年版
                  </Button>
                ),
            },
          ]}
        />
      </section>
      <SalePauses editions={value?.editions ?? []} onChanged={reload} />
      {copied && <CopyEdition from={copied} onClose={() => setCopied(null)} />}
    </div>
  );
}

/** `2026.11.01 08:00 - 2027.01.15 23:59`, the times of day where they have room. */
function SaleDays({ of: days }: { of: string }) {
  return days.split(/( - )/).map((part) => {
    const [day, time] = part.split(/ (?=\d)/);
    return time === undefined ? (
      part
    ) : (
      <Fragment key={part}>
        {day}
        <span className="only-wide"> {time}</span>
      </Fragment>
    );
  });
}

function CopyEdition({ from, onClose }: { from: EditionLineValue; onClose(): void }) {
  const navigate = useNavigate();
  const [form] = Form.useForm<{ code: string }>();
  const [sending, setSending] = useState(false);
  const send = async ({ code }: { code: string }) => {
    setSending(true);
    try {
      await call('copyEdition', { edition: from.edition, code });
      navigate(`/editions/${code}`);
    } catch (fault) {
      setSending(false);
      form.setFields([{ name: 'code', errors: [sentenceOf(fault)] }]);
    }
  };
  return (
    <Dialog
      open
      title={`复制为下一年版：${from.name}`}
      okText="复制"
      onOk={form.submit}
      onCancel={onClose}
      confirmLoading={sending}
    >
      <p className="ed-hint">
        日期整体往后一年，名称里的年份跟着改，备案编号留空等您填。条款要在“页面与条款”里另外新建、审批、入库；缺什么，发布检查会逐项列出来。
      </p>
      <EntryForm name="copy-edition" form={form} onFinish={send}>
        <Form.Item
          name="code"
          label="产品编码"
          extra={`${from.year + 1} 年版用的编码，以后不能改`}
          rules={[{ required: true, pattern: /^[a-z0-9]{2,20}$/, message: '2 到 20 位小写字母和数字' }]}
        >
          <Input autoComplete="off" autoCapitalize="none" spellCheck={false} autoFocus />
        </Form.Item>
      </EntryForm>
    </Dialog>
  );
}
