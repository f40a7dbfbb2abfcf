import type { PageDeskValue } from '@huimin/contract/console';
import { Alert, Input } from 'antd';
import { useId, useState } from 'react';
import { call, sentenceOf } from '../../api/client.ts';
import { Dialog } from '../../app/dialog.tsx';

interface Props {
  readonly desk: PageDeskValue;
  readonly draft: NonNullable<PageDeskValue['draft']>;
  onClose(): void;
  onSaved(): void;
}

/** The text of a draft as it is typed, and why it changes. */
export function EditText({ desk, draft: given, onClose, onSaved }: Props) {
  // As it was when somebody began to type: what is read anew behind it was not seen.
  const [draft] = useState(given);
  const ids = [useId(), useId()] as const;
  const [source, setSource] = useState(draft.source);
  const [reason, setReason] = useState(draft.reason);
  const [lacksReason, setLacksReason] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const [sending, setSending] = useState(false);
  /** What somebody else kept while this was being typed; the next press of the button puts this in its place. */
  const [theirs, setTheirs] = useState<Props['draft'] | null>(null);
  const save = async () => {
    if (reason.trim().length < 4) {
      setLacksReason(true);
      return document.getElementById(ids[1])?.focus();
    }
    setSending(true);
    try {
      const { edition, key } = desk;
      const { revision } = theirs ?? draft;
      await call('savePageDraft', { edition, key, revision, source, changeReason: reason.trim() });
      onSaved();
      onClose();
    } catch (fault) {
      const now = await call('showPage', { edition: desk.edition, key: desk.key }).catch(() => null);
      // The answer was lost and it was kept all the same.
      if (now?.draft?.source === source && now.draft.reason === reason.trim() && now.draft.revision > draft.revision) {
        onSaved();
        return onClose();
      }
      const other = now?.draft && now.draft.revision !== (theirs ?? draft).revision ? now.draft : null;
      setSending(false);
      setTheirs(other ?? theirs);
      setProblem(other ? null : sentenceOf(fault));
    }
  };
  return (
    <Dialog
      open
      width={820}
      title={`改正文：${desk.title || desk.key} v${draft.version}`}
      okText="存草稿"
      confirmLoading={sending}
      onOk={save}
      onCancel={onClose}
    >
      {draft.state.status !== 'editing' && (
        <Alert type="warning" showIcon title="这一稿已经提交；存了以后，前面的审批和定时都不算，要重新提交" />
      )}
      <label className="pg-label" htmlFor={ids[0]}>
        正文 <small>一行一段；= 题目，# 小标题，- 列表，! 要引人注意的话</small>
      </label>
      <Input.TextArea
        id={ids[0]}
        rows={18}
        maxLength={40_000}
        value={source}
        onChange={(event) => setSource(event.target.value)}
      />
      <label className="pg-label" htmlFor={ids[1]}>
        为什么改
      </label>
      <Input
        id={ids[1]}
        maxLength={200}
        value={reason}
        status={lacksReason ? 'error' : undefined}
        aria-describedby={lacksReason ? `${ids[1]}-problem` : undefined}
        onChange={(event) => {
          setReason(event.target.value);
          setLacksReason(false);
        }}
      />
      {lacksReason && (
        <p className="field-problem" id={`${ids[1]}-problem`} role="alert">
          请写为什么改，4 到 200 个字
        </p>
      )}
      {theirs && (
        <Alert
          type="warning"
          showIcon
          role="alert"
          style={{ marginTop: 8 }}
          title={`${theirs.savedBy} 刚存过这份正文，您写的还没有存。再按“存草稿”，就用您的换掉对方的`}
          description={
            <details>
              <summary>看对方存的</summary>
              <pre className="pg-theirs">{theirs.source}</pre>
            </details>
          }
        />
      )}
      {problem !== null && <Alert type="error" showIcon title={problem} role="alert" style={{ marginTop: 8 }} />}
    </Dialog>
  );
}
