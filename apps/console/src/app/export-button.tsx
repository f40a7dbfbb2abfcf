import { Alert, App, Button, Form, Radio } from 'antd';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { call } from '../api/client.ts';
import { ReasonItem } from '../parts/reason-item.tsx';
import { useSending } from '../parts/use-sending.ts';
import { Dialog } from './dialog.tsx';
import { EntryForm } from './entry-form.tsx';
import { Icon } from './icon.tsx';
import { useSelf } from './self.tsx';
import { WhoAgrees } from './who-agrees.tsx';

interface Props {
  /** Which list, as the server's table of exports calls it. */
  readonly kind: string;
  readonly title: string;
  /** The list's filter as it is chosen; what is not chosen is left out. */
  readonly filter: Readonly<Record<string, string | undefined>>;
  /** What narrows the list on the page and not the file, in words: a number, somebody's own. */
  readonly unfiltered?: string | null;
  /** On the button; 导出 unless told. */
  readonly label?: string;
}

interface ExportForm {
  readonly format: 'csv' | 'xlsx';
  readonly reason: string;
}

/** Asks for the list on the page as a file. Another person has to agree. Nothing for whoever may not ask. */
export function ExportButton({ label = '导出', ...asked }: Props) {
  const { may } = useSelf();
  const [open, setOpen] = useState(false);
  if (!may('export.ask')) return null;
  return (
    <>
      <Button icon={<Icon name="export" size={16} />} onClick={() => setOpen(true)}>
        {label} <small className="note not-narrow">需复核</small>
      </Button>
      {open && <AskExport {...asked} onClose={() => setOpen(false)} />}
    </>
  );
}

function AskExport({ kind, title, filter, unfiltered = null, onClose }: Omit<Props, 'label'> & { onClose(): void }) {
  const { message } = App.useApp();
  const navigate = useNavigate();
  const [form] = Form.useForm<ExportForm>();
  const { sending, problem, run } = useSending();
  const send = async ({ format, reason }: ExportForm) => {
    const given = Object.entries(filter).filter((one): one is [string, string] => Boolean(one[1]));
    await run(async () => {
      await call('askTableExport', { kind, format, filter: Object.fromEntries(given), reason: reason.trim() });
      message.success('已提交，等第二个人同意');
      onClose();
    });
  };
  return (
    <Dialog
      open
      title={/^\w/.test(title) ? `导出 ${title}` : `导出${title}`}
      okText="提交申请"
      onOk={form.submit}
      onCancel={onClose}
      confirmLoading={sending}
    >
      <p className="dialog-lead">
        按现在选的条件导出。同意以后才生成文件，只有您能下载，留 24 小时。在
        <Button type="link" size="small" className="row-link" onClick={() => navigate('/exports')}>
          我的导出
        </Button>
        看进度。
      </p>
      {unfiltered !== null && (
        <Alert
          style={{ marginBottom: 12 }}
          type="warning"
          showIcon
          title={`文件不按${unfiltered}筛，其余条件下的都在里面。`}
        />
      )}
      <EntryForm name="export" form={form} onFinish={send} initialValues={{ format: 'xlsx', reason: '' }}>
        <Form.Item name="format" label="文件格式">
          <Radio.Group
            options={[
              { value: 'xlsx', label: 'Excel 表格，最多 10 万行' },
              { value: 'csv', label: 'CSV，最多 100 万行' },
            ]}
          />
        </Form.Item>
        <ReasonItem autoFocus />
        <WhoAgrees permission="export.approve" />
        {problem !== null && <Alert style={{ marginTop: 12 }} type="error" showIcon title={problem} role="alert" />}
      </EntryForm>
    </Dialog>
  );
}
