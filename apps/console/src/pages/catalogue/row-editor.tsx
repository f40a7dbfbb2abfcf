import type { CatalogueColumnValue, CatalogueRowValue } from '@huimin/contract/console';
import { Alert, App, Form, Input, Select } from 'antd';
import { useState } from 'react';
import { CallProblem, call, sentenceOf } from '../../api/client.ts';
import { clearable } from '../../app/clearable.tsx';
import { Dialog } from '../../app/dialog.tsx';
import { EntryForm } from '../../app/entry-form.tsx';
import { LIST_WORDS, plainLabel } from './catalogue-words.ts';
import type { ListWish } from './list-wish.ts';

interface Props {
  readonly columns: readonly CatalogueColumnValue[];
  /** Null for a new one. */
  readonly row: CatalogueRowValue | null;
  readonly wish: ListWish;
  onClose(): void;
  onDone(): void;
}

type Fields = Record<string, string | undefined>;

/** One row of a list, written into the draft; what is wrong is said at its field. */
export function RowEditor({ columns, row, wish: given, onClose, onDone }: Props) {
  // What was read anew behind it is not what was filled in upon: of another state the server says so.
  const [wish] = useState(given);
  const { message } = App.useApp();
  const [form] = Form.useForm<Fields>();
  const [problem, setProblem] = useState<string | null>(null);
  const [sending, setSending] = useState(false);
  const { hints, options, long } = LIST_WORDS[wish.list];
  const send = async (fields: Fields) => {
    setSending(true);
    setProblem(null);
    try {
      const cells = columns.map(({ name }) => (fields[name] ?? '').trim());
      // A draft without a difference would only wait for somebody to throw it away.
      if (row?.cells.every((cell, place) => cell === cells[place])) {
        onClose();
        return;
      }
      await call('keepCatalogueRow', { ...wish, code: row?.code, cells });
      message.success('已存进草稿');
      onDone();
    } catch (fault) {
      setSending(false);
      const wrong = fault instanceof CallProblem ? fault.fields : [];
      form.setFields(wrong.map(({ path, message }) => ({ name: path, errors: [message] })));
      const [first] = wrong;
      if (first) form.scrollToField(first.path, { focus: true });
      setProblem(wrong.length > 0 ? `有 ${wrong.length} 处要改` : sentenceOf(fault));
    }
  };
  return (
    <Dialog
      open
      width={720}
      // The whole of it is seen at once, its buttons too.
      style={{ top: 24 }}
      title={row ? `改 ${row.code}` : '加一行'}
      okText="存进草稿"
      onOk={form.submit}
      onCancel={onClose}
      confirmLoading={sending}
    >
      <EntryForm
        name="catalogue-row"
        form={form}
        onFinish={send}
        initialValues={Object.fromEntries(columns.map(({ name }, place) => [name, row?.cells[place] || undefined]))}
      >
        <div className="form-columns">
          {columns.map(({ name, label, isOptional }) => (
            <Form.Item
              key={name}
              name={name}
              className={long.includes(name) ? 'form-wide' : undefined}
              label={`${plainLabel(label)}${isOptional ? '（选填）' : ''}`}
              extra={hints[name]}
              rules={isOptional ? [] : [{ required: true, whitespace: true, message: `请填写${plainLabel(label)}` }]}
            >
              {options[name] ? (
                <Select
                  allowClear={isOptional && clearable('不填')}
                  showSearch
                  options={options[name].map((text) => ({ value: text, label: text }))}
                />
              ) : (
                <Input maxLength={400} autoComplete="off" />
              )}
            </Form.Item>
          ))}
        </div>
        {problem !== null && <Alert type="error" showIcon title={problem} role="alert" />}
      </EntryForm>
    </Dialog>
  );
}
