import { Alert, App, Button } from 'antd';
import { useState } from 'react';
import { call } from '../api/client.ts';
import { useSelf } from '../app/self.tsx';
import { ReasonDialog } from './reason-dialog.tsx';
import { TakeComplaint } from './take-complaint.tsx';

const MESSAGES = [
  { about: 'paper', label: '补发凭证', asks: '发一条短信，请本人到“我的参保”下载电子保单。' },
  { about: 'change', label: '改信息', asks: '发一条短信，请本人到“我的参保”改信息；改完由本人确认。' },
  { about: 'order', label: '发办理短信', asks: '发一条短信，请本人到“我的订单”把没办完的办完。' },
] as const;

interface Props {
  readonly person: string;
  /** Which orders the person has, for what they complain about. */
  readonly orders: readonly string[];
  onChanged(): void;
}

/** What the desk does for a person: asks for it by text message, notes that somebody rang, or takes a complaint down. */
export function PersonActs({ person, orders, onChanged }: Props) {
  const { may } = useSelf();
  const [complaining, setComplaining] = useState(false);
  const { message } = App.useApp();
  const [noting, setNoting] = useState(false);
  const [sending, setSending] = useState<(typeof MESSAGES)[number] | null>(null);
  return (
    <>
      <div className="person-acts">
        {MESSAGES.map((one) => (
          <Button key={one.about} size="small" onClick={() => setSending(one)}>
            {one.label}
          </Button>
        ))}
        <Button size="small" onClick={() => setNoting(true)}>
          记一次来电
        </Button>
        {may('complaints.handle') && (
          <Button size="small" onClick={() => setComplaining(true)}>
            登记投诉
          </Button>
        )}
      </div>
      <Alert
        style={{ marginTop: 12 }}
        type="info"
        showIcon
        title="不能代本人确认文件，也不能代付。请发短信，由本人在自己的手机上办。"
      />
      {complaining && (
        <TakeComplaint person={person} orders={orders} onDone={onChanged} onClose={() => setComplaining(false)} />
      )}
      {noting && (
        <ReasonDialog
          title="记一次来电"
          okText="记下"
          label="说了什么"
          least={2}
          onSend={async (words) => {
            const { ticket, text } = ticketIn(words);
            await call('notePersonCall', { person, words: text, ...(ticket && { ticket }) });
            message.success('已记下');
            onChanged();
          }}
          onClose={() => setNoting(false)}
        >
          <p>有工单号的，写在最前面，例如 T1120-0346。不要写证件号码和病情。</p>
        </ReasonDialog>
      )}
      {sending && (
        <ReasonDialog
          title={sending.label}
          okText="发短信"
          label="工单号"
          least={0}
          most={32}
          isLine
          onSend={async (text) => {
            const ticket = text.trim();
            const { phone } = await call('sendPersonMessage', {
              ...{ person, about: sending.about },
              ...(ticket && { ticket }),
            });
            message.success(`短信发到 ${phone}`);
            onChanged();
          }}
          onClose={() => setSending(null)}
        >
          <p>{sending.asks}</p>
        </ReasonDialog>
      )}
    </>
  );
}

function ticketIn(words: string): { ticket: string | null; text: string } {
  const match = /^(T[0-9A-Za-z-]{2,31})[\s，,：:]+(.{2,})$/s.exec(words.trim());
  return match ? { ticket: match[1] ?? null, text: match[2] ?? '' } : { ticket: null, text: words };
}
