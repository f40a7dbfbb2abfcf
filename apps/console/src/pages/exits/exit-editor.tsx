import type { ExitKindName, ExitLineValue } from '@huimin/contract/console';
import { Alert, Form, Input, Switch } from 'antd';
import { call, type Inputs } from '../../api/client.ts';
import { Dialog } from '../../app/dialog.tsx';
import { EntryForm } from '../../app/entry-form.tsx';
import { FigureItem } from '../../parts/figure-item.tsx';
import { ReasonItem } from '../../parts/reason-item.tsx';
import { useSending } from '../../parts/use-sending.ts';
import { EXIT_WORDS } from './exit-words.ts';

type Fields = Omit<Inputs['askExitChange'], 'exitKind' | 'isNew'>;

interface Props {
  readonly kind: ExitKindName;
  /** Null: a new one. */
  readonly former: ExitLineValue | null;
  /** Sites on which a page may lie. */
  readonly origins: readonly string[];
  onClose(): void;
  onDone(): void;
}

/** Asks for another place outside, or for another word of one; it counts when a second person has agreed. */
export function ExitEditor({ kind, former, origins, onClose, onDone }: Props) {
  const [form] = Form.useForm<Fields>();
  const { sending, problem, run } = useSending();
  const { title, code } = EXIT_WORDS[kind];
  const hasPage = kind !== 'medical-app';
  const send = async (fields: Fields) => {
    const text = (value: string | undefined) => value?.trim() || undefined;
    await run(async () => {
      await call('askExitChange', {
        ...{ exitKind: kind, isNew: former === null, isActive: fields.isActive, lifeSeconds: fields.lifeSeconds },
        ...{ exitCode: former?.exitCode ?? fields.exitCode.trim(), name: fields.name.trim() },
        ...{ url: text(fields.url), productCode: text(fields.productCode), note: text(fields.note) },
        reason: fields.reason.trim(),
      });
      onDone();
    });
  };
  const needed = (label: string) => [{ required: true, whitespace: true, message: `请填${label}` }];
  return (
    <Dialog
      open
      title={former === null ? `新加：${title}` : `改：${former.name}`}
      okText="提交，等第二个人同意"
      onOk={form.submit}
      onCancel={onClose}
      confirmLoading={sending}
    >
      <EntryForm
        name="exit"
        form={form}
        onFinish={send}
        initialValues={former ?? { isActive: true, ...(kind === 'token' && { lifeSeconds: 300 }) }}
      >
        {former === null && (
          <Form.Item
            name="exitCode"
            label="代码"
            extra={code}
            rules={[...needed('代码'), { pattern: /^[a-z0-9-]{2,30}$/, message: '2 到 30 位小写字母、数字和 -' }]}
          >
            <Input autoComplete="off" autoCapitalize="none" spellCheck={false} maxLength={30} className="num" />
          </Form.Item>
        )}
        <Form.Item name="name" label={hasPage ? '合作机构名称' : '名称'} rules={needed('名称')}>
          <Input autoComplete="off" maxLength={hasPage ? 30 : 20} />
        </Form.Item>
        {hasPage && (
          <Form.Item
            name="url"
            label="页面地址"
            extra={origins.length > 0 ? `只能在这些站点上：${origins.join('、')}` : '服务器的设置里还没有允许的站点'}
            rules={needed('页面地址')}
          >
            <Input autoComplete="off" spellCheck={false} maxLength={300} className="num" />
          </Form.Item>
        )}
        {kind === 'partner-page' && (
          <Form.Item
            name="productCode"
            label="对方的产品代码"
            rules={[
              ...needed('对方的产品代码'),
              { pattern: /^[0-9A-Za-z_-]{1,40}$/, message: '字母、数字、- 和 _，不超过 40 位' },
            ]}
          >
            <Input autoComplete="off" spellCheck={false} maxLength={40} className="num" />
          </Form.Item>
        )}
        {kind === 'token' && (
          <FigureItem
            name="lifeSeconds"
            label="令牌有效的秒数"
            missing="请填 30 到 600 的秒数"
            limits={{ min: 30, max: 600 }}
            style={{ width: 120 }}
          />
        )}
        {kind === 'medical-app' && (
          <Form.Item name="note" label="说明，居民在名称下面看到" rules={needed('说明')}>
            <Input autoComplete="off" maxLength={40} />
          </Form.Item>
        )}
        <Form.Item name="isActive" label="居民能去" valuePropName="checked">
          <Switch checkedChildren="开" unCheckedChildren="关" />
        </Form.Item>
        <ReasonItem />
        {problem !== null && <Alert type="error" showIcon title={problem} role="alert" />}
      </EntryForm>
    </Dialog>
  );
}
