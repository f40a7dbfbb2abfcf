import './paper-buttons.css';
import { type ReactNode, useState } from 'react';
import { calls } from '../../api/calls.ts';
import type { ChannelKind } from '../../channel/channel.ts';
import { Button, copyText, Dialog } from '../../ui/index.ts';
import { type Paper, paperLink } from './paper-links.ts';

type ButtonProps = {
  paper: Paper;
  channelKind: ChannelKind;
  kind?: 'primary' | 'neutral';
  small?: boolean;
  /** Whose paper it is, for screen readers: 张三的保单. */
  whose: string;
  icon?: ReactNode;
  /** The words on the button. */
  text: string;
};

/** Opens a paper in the browser's own viewer. */
export function ViewPaper(props: ButtonProps) {
  return <PaperButton {...props} disposition="inline" />;
}

/** Saves a paper on the phone. */
export function DownloadPaper(props: ButtonProps) {
  return <PaperButton {...props} disposition="attachment" />;
}

function PaperButton({
  paper,
  disposition,
  channelKind,
  kind = 'neutral',
  small,
  whose,
  icon,
  text,
}: ButtonProps & { disposition: 'inline' | 'attachment' }) {
  const [tip, setTip] = useState(false);
  const label = `${text}，${whose}`;
  // The messaging app's browser shows no PDF and saves none.
  if (channelKind === 'wechat' || channelKind === 'mini-program') {
    return (
      <>
        <Button kind={kind} small={small} label={label} onPress={() => setTip(true)}>
          {icon}
          {text}
        </Button>
        <OutsideTip open={tip} orderNo={paper.orderNo} onClose={() => setTip(false)} />
      </>
    );
  }
  return (
    <Button kind={kind} small={small} label={label} href={paperLink(calls.downloadPolicy, paper, disposition)}>
      {icon}
      {text}
    </Button>
  );
}

/** The copied address is the voucher's page, which asks an other browser to log in first; a bare PDF link could not. */
function OutsideTip({ open, orderNo, onClose }: { open: boolean; orderNo: string; onClose: () => void }) {
  const address = `${window.location.origin}/#/voucher?orderNo=${orderNo}`;
  return (
    <Dialog
      open={open}
      title="请在浏览器里打开"
      confirm="复制链接"
      cancel="知道了"
      onConfirm={() => {
        onClose();
        void copyText(address);
      }}
      onCancel={onClose}
    >
      <div className="paper-tip">
        <p>微信里打不开 PDF 文件。</p>
        <p>点右上角“…”，选“在浏览器打开”，登录后就能看和下载。也可以复制链接，到浏览器里粘贴。</p>
      </div>
    </Dialog>
  );
}
