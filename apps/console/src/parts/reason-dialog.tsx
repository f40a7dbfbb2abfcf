import { Alert, Input } from 'antd';
import { type ChangeEvent, type KeyboardEvent, type ReactNode, useId, useState } from 'react';
import { sentenceOf } from '../api/client.ts';
import './parts.css';
import { Dialog } from '../app/dialog.tsx';

interface Props {
  readonly title: string;
  readonly okText: string;
  /** What happens then. */
  readonly children?: ReactNode;
  /** Said below the reason. */
  readonly after?: ReactNode;
  /** What the reason is called; 原因 unless told. */
  readonly label?: string;
  /** False: nothing is to be written, only whether it is to be done. */
  readonly isAsked?: boolean;
  /** How many characters it needs; 0: it may be left out. */
  readonly least?: number;
  /** How many it may have; 200 unless told. */
  readonly most?: number;
  /** A number or a word and no sentences: one line, sent by Enter. */
  readonly isLine?: boolean;
  /** Does it; what it throws is shown, and the dialog stays. */
  onSend(reason: string): Promise<unknown>;
  onClose(): void;
  /** Why it cannot be sent yet, as a sentence. */
  problemBefore?(): string | null;
}

/** Something that needs a reason: asks for it, sends it, and says what went wrong. */
export function ReasonDialog(props: Props) {
  const { title, okText, children, label = '原因', least = 4, most = 200 } = props;
  const { after, isAsked = true, isLine = false, onSend, onClose, problemBefore } = props;
  const id = useId();
  const [reason, setReason] = useState('');
  const [tried, setTried] = useState(false);
  const [refusal, setRefusal] = useState<string | null>(null);
  const [sending, setSending] = useState(false);
  const text = reason.trim();
  const named = label.replace(/（.*）$/, '');
  const short = text.length >= least ? null : least > 1 ? `请写${named}，至少 ${least} 个字` : `请写${named}`;
  const missing = problemBefore?.() ?? short;
  // What is missing goes as soon as it is there; what was refused stays until it is sent again.
  const isShort = tried && short !== null && missing === short;
  const problem = refusal ?? (tried ? missing : null);
  const send = async () => {
    setTried(true);
    setRefusal(null);
    if (missing !== null) return;
    setSending(true);
    try {
      await onSend(text);
      onClose();
    } catch (fault) {
      setSending(false);
      setRefusal(sentenceOf(fault));
    }
  };
  // With Ctrl the dialog sends.
  const sendByEnter = ({ ctrlKey, metaKey }: KeyboardEvent) => {
    if (!ctrlKey && !metaKey) void send();
  };
  const field = {
    ...{ id, maxLength: most, value: reason, status: isShort ? ('error' as const) : ('' as const) },
    onChange: (event: ChangeEvent<HTMLInputElement | HTMLTextAreaElement>) => setReason(event.target.value),
  };
  return (
    <Dialog open title={title} okText={okText} onOk={send} onCancel={onClose} confirmLoading={sending}>
      {children}
      {isAsked && (
        <label className="dialog-field" htmlFor={id}>
          {label}
          {least === 0 && '（选填）'}
        </label>
      )}
      {isAsked && isLine && <Input {...field} autoComplete="off" onPressEnter={sendByEnter} />}
      {isAsked && !isLine && <Input.TextArea {...field} rows={most > 200 ? 5 : 2} />}
      {after}
      {problem !== null && <Alert style={{ marginTop: 12 }} type="error" showIcon title={problem} role="alert" />}
    </Dialog>
  );
}
