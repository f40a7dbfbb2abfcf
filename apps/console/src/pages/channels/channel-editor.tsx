import type { ChannelLineValue } from '@huimin/contract/console';
import { SALE_CHANNEL_LABELS } from '@huimin/domain/share';
import { Alert, App, Form, Input, Select } from 'antd';
import { useState } from 'react';
import { call, type Inputs } from '../../api/client.ts';
import { DayInput } from '../../app/day-input.tsx';
import { Dialog } from '../../app/dialog.tsx';
import { EntryForm } from '../../app/entry-form.tsx';
import { ReasonItem } from '../../parts/reason-item.tsx';
import { useSending } from '../../parts/use-sending.ts';
import type { Institutions } from './channel-words.ts';

type Wish = Inputs['keepSaleChannel'];
type Fields = Omit<Wish, 'isNew'>;

interface Props {
  /** Null: a new one. */
  readonly former: ChannelLineValue | null;
  readonly institutions: Institutions;
  onClose(): void;
  onDone(code: string): void;
}

const shownOf = ({ name, parentCode, licenceNo, licenceUntil }: ChannelLineValue) => ({
  ...{ name, parentCode, licenceNo, licenceUntil },
});

/** Puts a channel or agent down, or changes what is kept of one. */
export function ChannelEditor({ former: given, institutions, onClose, onDone }: Props) {
  // As it was when somebody began: what is read anew behind it was not seen.
  const [former] = useState(given);
  const { message } = App.useApp();
  const [form] = Form.useForm<Fields>();
  const kind = Form.useWatch('channelKind', form) ?? former?.channelKind ?? 'agent';
  const isAgent = kind === 'agent';
  const { sending, problem, run } = useSending();
  const send = async (fields: Fields) => {
    const text = (value: string | undefined) => value?.trim() || undefined;
    const channelCode = former?.channelCode ?? fields.channelCode.trim();
    await run(async () => {
      await call('keepSaleChannel', {
        ...{ channelCode, channelKind: former?.channelKind ?? fields.channelKind, isNew: former === null },
        ...{ name: fields.name.trim(), reason: fields.reason.trim() },
        parentCode: isAgent ? fields.parentCode : undefined,
        ...(former && { former: shownOf(former) }),
        ...{ licenceNo: text(fields.licenceNo)?.toUpperCase(), licenceUntil: text(fields.licenceUntil) },
      });
      message.success(former === null ? '已加上，现在就可以用' : '已改好');
      onDone(channelCode);
    });
  };
  const needed = (label: string) => [{ required: true, whitespace: true, message: `请填${label}` }];
  return (
    <Dialog
      open
      title={former === null ? '新加渠道或业务员' : `改 ${former.channelCode}`}
      okText={former === null ? '加上' : '保存'}
      onOk={form.submit}
      onCancel={onClose}
      confirmLoading={sending}
    >
      <EntryForm
        name="sale-channel"
        form={form}
        onFinish={send}
        initialValues={
          former === null
            ? { channelKind: 'agent' }
            : {
                name: former.name,
                parentCode: former.parentCode ?? undefined,
                licenceNo: former.licenceNo ?? undefined,
                licenceUntil: former.licenceUntil ?? undefined,
              }
        }
      >
        {former === null && (
          <>
            <Form.Item name="channelKind" label="种类">
              <Select options={Object.entries(SALE_CHANNEL_LABELS).map(([value, label]) => ({ value, label }))} />
            </Form.Item>
            <Form.Item
              name="channelCode"
              label="编码"
              extra="放在链接里，以后不能改"
              rules={[
                { required: true, message: '请填编码' },
                { pattern: /^[0-9A-Za-z_-]{2,40}$/, message: '2 到 40 位字母、数字、- 和 _' },
              ]}
            >
              <Input autoComplete="off" autoCapitalize="none" spellCheck={false} maxLength={40} />
            </Form.Item>
          </>
        )}
        <Form.Item name="name" label={isAgent ? '姓名' : '机构全称'} rules={needed(isAgent ? '姓名' : '机构全称')}>
          <Input autoComplete="off" maxLength={40} />
        </Form.Item>
        {isAgent && (
          <Form.Item name="parentCode" label="所属渠道" rules={[{ required: true, message: '请选所属渠道' }]}>
            <Select
              placeholder={institutions.length === 0 ? '请先加一个机构' : '请选'}
              options={institutions.map(({ channelCode, name }) => ({
                value: channelCode,
                label: `${name}（${channelCode}）`,
              }))}
            />
          </Form.Item>
        )}
        <Form.Item
          name="licenceNo"
          label={isAgent ? '执业登记编号' : '许可证号（没有就不填）'}
          rules={[
            ...(isAgent ? needed('执业登记编号') : []),
            { pattern: /^[0-9A-Za-z]{10,30}$/, message: '10 到 30 位数字或字母' },
          ]}
        >
          <Input autoComplete="off" spellCheck={false} maxLength={30} className="num" />
        </Form.Item>
        <Form.Item name="licenceUntil" label="登记有效到" rules={isAgent ? needed('登记有效期') : []}>
          <DayInput />
        </Form.Item>
        <ReasonItem />
        {problem !== null && <Alert type="error" showIcon title={problem} role="alert" />}
      </EntryForm>
    </Dialog>
  );
}
