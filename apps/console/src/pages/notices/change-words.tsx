import type { TextTemplateValue } from '@huimin/contract/console';
import { filledText } from '@huimin/domain/text-message';
import { App, Input } from 'antd';
import { type ReactNode, useId, useState } from 'react';
import { Dialog } from '../../app/dialog.tsx';
import { ReasonDialog } from '../../parts/reason-dialog.tsx';

interface Props {
  readonly title: string;
  readonly kind: TextTemplateValue['messageKind'];
  readonly lead: string;
  /** What it begins with. */
  readonly from: string;
  readonly places: readonly { readonly name: string }[];
  /** What else is asked for, above the words. */
  readonly children?: ReactNode;
  problemsOf(kind: TextTemplateValue['messageKind'], body: string): readonly string[];
  /** Hears that the next step is wanted; false where what else is asked for is missing, which is then said at its field. */
  mayGoOn?(): boolean;
  onSend(body: string, reason: string): Promise<unknown>;
  onDone(): void;
  onClose(): void;
}

const LEAST = 5;

/** The words of a kind of message, with what they look like when they arrive; the reason is asked for next. */
export function ChangeWords(props: Props) {
  const { title, kind, lead, from, places, children, problemsOf, mayGoOn, onSend, onDone, onClose } = props;
  const { message } = App.useApp();
  const id = useId();
  const [body, setBody] = useState(from);
  const [asking, setAsking] = useState(false);
  const [tried, setTried] = useState(false);
  const isShort = body.trim().length < LEAST;
  const problems = [...problemsOf(kind, body), ...(tried && isShort ? [`正文至少 ${LEAST} 个字`] : [])];
  const preview = filledText(kind, body);
  const goOn = () => {
    setTried(true);
    const isWrong = problems.length > 0 || isShort;
    if (isWrong) document.getElementById(`${id}-body`)?.focus();
    if ((mayGoOn?.() ?? true) && !isWrong) setAsking(true);
  };
  if (asking) {
    return (
      <ReasonDialog
        title={title}
        okText="提交，等另一个人同意"
        onClose={() => setAsking(false)}
        onSend={async (reason) => {
          await onSend(body, reason);
          message.success('已提交，合规同意后从下一条开始用');
          onDone();
        }}
      >
        <p className="dialog-lead">{preview}</p>
      </ReasonDialog>
    );
  }
  return (
    <Dialog open title={title} okText="下一步" onOk={goOn} onCancel={onClose}>
      <p className="dialog-lead">{lead}</p>
      {children}
      <label className="dialog-field" htmlFor={`${id}-body`}>
        正文
      </label>
      <Input.TextArea
        id={`${id}-body`}
        rows={4}
        maxLength={300}
        value={body}
        status={problems.length > 0 ? 'error' : ''}
        aria-describedby={`${id}-problems`}
        onChange={(event) => setBody(event.target.value)}
      />
      <div id={`${id}-problems`} aria-live="polite">
        {problems.map((problem) => (
          <p key={problem} className="notice-problem">
            {problem}
          </p>
        ))}
      </div>
      <p className="note">可以用的变量：{places.map(({ name }) => `\${${name}}`).join(' ')}</p>
      <p className="dialog-field">居民看到的样子</p>
      <p className="notice-text">{preview}</p>
    </Dialog>
  );
}
