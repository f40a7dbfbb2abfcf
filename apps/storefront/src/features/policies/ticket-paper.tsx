import './ticket-paper.css';
import { API_BASE_PATH } from '@huimin/contract/wire';
import { useState } from 'react';
import { useChannel } from '../../context/index.ts';
import { Button, copyText, Dialog } from '../../ui/index.ts';
import { showsNoPdf } from './paper-buttons.tsx';

/** An e-policy by a ticket: opens and keeps it without a login, for a quarter of an hour. `path`: the call it comes from. */
export function TicketPaper({ path, ticket, whose }: { path: string; ticket: string; whose: string }) {
  const channel = useChannel();
  const [tip, setTip] = useState(false);
  const link = (disposition: 'inline' | 'attachment') =>
    `${API_BASE_PATH}${path}?${new URLSearchParams({ ticket, disposition })}`;
  // The messaging app's browser shows no PDF and saves none.
  if (showsNoPdf(channel.kind)) {
    return (
      <div className="ticket-buttons">
        <Button kind="neutral" small label={`看保单，${whose}`} onPress={() => setTip(true)}>
          看保单
        </Button>
        <Dialog
          open={tip}
          title="请在浏览器里打开"
          confirm="复制链接"
          cancel="知道了"
          onConfirm={() => {
            setTip(false);
            void copyText(`${window.location.origin}${link('inline')}`);
          }}
          onCancel={() => setTip(false)}
        >
          <p>微信里打不开 PDF 文件。复制链接，到浏览器里粘贴打开。链接 15 分钟内有效，请不要发给别人。</p>
        </Dialog>
      </div>
    );
  }
  return (
    <div className="ticket-buttons">
      <Button kind="neutral" small href={link('inline')} label={`看保单，${whose}`}>
        看保单
      </Button>
      <Button kind="neutral" small href={link('attachment')} label={`下载保单，${whose}`}>
        下载保单
      </Button>
    </div>
  );
}
