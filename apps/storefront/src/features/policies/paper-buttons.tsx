import './paper-buttons.css';
import { type ReactNode, useState } from 'react';
import { calls } from '../../api/calls.ts';
import type { ChannelKind } from '../../channel/channel.ts';
import { Button, copyText, Dialog } from '../../ui/index.ts';
import { type Paper, paperLink, paperPage } from './paper-links.ts';

// By name, so that no page carries the calls it does not make.
const DOWNLOADS = { downloadPolicy: calls.downloadPolicy, downloadOrderMoney: calls.downloadOrderMoney };

type ButtonProps = {
  paper: Paper;
  channelKind: ChannelKind;
  kind?: 'primary' | 'neutral';
  small?: boolean;
  /** Which paper it is, for screen readers: 张三的保单. */
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
        <OutsideTip open={tip} paper={paper} onClose={() => setTip(false)} />
      </>
    );
  }
  return (
    <Button kind={kind} small={small} label={label} href={paperLink(DOWNLOADS, paper, disposition)}>
      {icon}
      {text}
    </Button>
  );
}

/** The copied address is a page, not the PDF. */
function OutsideTip({ open, paper, onClose }: { open: boolean; paper: Paper; onClose: () => void }) {
  const address = `${window.location.origin}/${paperPage(paper)}`;
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
