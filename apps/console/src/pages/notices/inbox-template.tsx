import type { TextTemplateValue } from '@huimin/contract/console';
import { inboxTextProblems } from '@huimin/domain/text-message';
import { useState } from 'react';
import { call } from '../../api/client.ts';
import { useSelf } from '../../app/self.tsx';
import { ChangeWords } from './change-words.tsx';
import { TemplateWords } from './template-words.tsx';

interface Props {
  readonly one: TextTemplateValue;
  onDone(): void;
}

/** What a kind says in the inbox, as it is read there, and the versions before. */
export function InboxTemplate({ one: { messageKind, title, inbox }, onDone }: Props) {
  const { may } = useSelf();
  const [draft, setDraft] = useState<string | null>(null);
  if (inbox === null) return <p className="note">验证码不写进站内消息。</p>;
  return (
    <section aria-label="站内消息">
      <h3 className="notice-tries-head">站内消息</h3>
      <TemplateWords
        words={inbox}
        waitingFor="新文字"
        changeText="换站内文字"
        mayChange={may('messages.template')}
        firstNote="还是随程序的文字"
        onChange={(from) => setDraft((from ?? inbox).body)}
      />
      {draft !== null && (
        <ChangeWords
          title={`换站内文字：${title}`}
          kind={messageKind}
          lead="站内消息不经过短信网关，不用报审；已经写下的消息不变。"
          from={draft}
          places={inbox.places}
          problemsOf={inboxTextProblems}
          onSend={(body, reason) => call('askInboxTemplate', { messageKind, body, reason })}
          onClose={() => setDraft(null)}
          onDone={() => {
            setDraft(null);
            onDone();
          }}
        />
      )}
    </section>
  );
}
