import './paper-buttons.css';
import { type ReactNode, useState } from 'react';
import { calls } from '../../api/calls.ts';
import type { ChannelKind } from '../../channel/channel.ts';
import { Button } from '../../ui/index.ts';
import { type Paper, paperInput, paperLink, paperScreen } from './paper-links.ts';
import { SaveSheet } from './save-sheet.tsx';

// By name, so that no page carries the calls it does not make.
const DOWNLOADS = {
  downloadPolicy: calls.downloadPolicy,
  downloadOrderMoney: calls.downloadOrderMoney,
  downloadEndorsement: calls.downloadEndorsement,
};

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

/** The messaging app's browser shows no PDF and saves none. */
export function showsNoPdf(kind: ChannelKind): boolean {
  return kind === 'wechat' || kind === 'mini-program';
}

/** Opens a paper: in the browser's own viewer, or as pictures where there is none. */
export function ViewPaper({ paper, channelKind, kind = 'neutral', small, whose, icon, text }: ButtonProps) {
  const href = showsNoPdf(channelKind)
    ? paperScreen('picture', paperInput(paper))
    : paperLink(DOWNLOADS, paper, 'inline');
  return (
    <Button kind={kind} small={small} label={`${text}，${whose}`} href={href}>
      {icon}
      {text}
    </Button>
  );
}

/** Offers every way to keep a paper or pass it on. */
export function DownloadPaper({ paper, channelKind, kind = 'neutral', small, whose, icon, text }: ButtonProps) {
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button kind={kind} small={small} label={`${text}，${whose}`} onPress={() => setOpen(true)}>
        {icon}
        {text}
      </Button>
      <SaveSheet
        open={open}
        paper={paper}
        whose={whose}
        pdf={showsNoPdf(channelKind) ? null : paperLink(DOWNLOADS, paper, 'attachment')}
        onClose={() => setOpen(false)}
      />
    </>
  );
}
