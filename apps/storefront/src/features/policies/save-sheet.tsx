import { type ReactNode, useState } from 'react';
import { calls } from '../../api/calls.ts';
import { useCall } from '../../api/use-call.ts';
import {
  copyText,
  Dialog,
  Icon,
  IconTile,
  type iconDocument,
  iconDownload,
  iconShare,
  Notice,
  Row,
  Sheet,
} from '../../ui/index.ts';
import { type Paper, paperInput, paperPage, paperScreen } from './paper-links.ts';
import { iconLink, iconMail, iconPicture } from './save-icons.ts';

type Props = {
  open: boolean;
  paper: Paper;
  whose: string;
  /** The address the PDF downloads from; null in a browser that keeps no PDF. */
  pdf: string | null;
  onClose: () => void;
};

/** Every way to keep a paper: as picture, as PDF, by link, by e-mail, in another browser. */
export function SaveSheet({ open, paper, whose, pdf, onClose }: Props) {
  const [tip, setTip] = useState(false);
  return (
    <>
      <Sheet open={open} title={`保存${whose}`} onClose={onClose}>
        {open && <Ways paper={paper} pdf={pdf} onOutside={() => setTip(true)} />}
      </Sheet>
      <OutsideTip open={tip} paper={paper} onClose={() => setTip(false)} />
    </>
  );
}

function Ways({ paper, pdf, onOutside }: Pick<Props, 'paper' | 'pdf'> & { onOutside: () => void }) {
  // Asked for before it is tapped: a phone copies only in the tap itself.
  const { value, failure } = useCall(
    calls.listPaperFiles,
    { orderNo: paper.orderNo },
    { overlay: false, quietFailure: true },
  );
  const input = paperInput(paper);
  const file = value?.files.find(
    (one) =>
      one.paper === input.paper &&
      (input.paper === 'money' ||
        (input.paper === 'endorsement'
          ? one.changeNo === input.changeNo
          : one.policyNo === input.policyNo || one.position === input.position)),
  );
  const url = file?.url ?? null;
  return (
    <div className="save-ways">
      {failure && <Notice tone="warn">链接没有取到，其他办法还可以用</Notice>}
      <Row
        href={paperScreen('picture', input)}
        icon={<Way icon={iconPicture} />}
        label="保存图片"
        note="每页一张，存到手机相册"
      />
      {pdf !== null && (
        <Row href={pdf} icon={<Way icon={iconDownload} />} label="下载 PDF" note="可以打印，文字能复制" />
      )}
      {value?.mailOffered && (
        <Row
          href={paperScreen('mail', input)}
          icon={<Way icon={iconMail} />}
          label="发到邮箱"
          note="PDF 在邮件的附件里"
        />
      )}
      {url && (
        <Row
          onPress={() => void copyText(url)}
          icon={<Way icon={iconLink} />}
          label="复制链接"
          note="30 分钟里有效，不用登录就能看，请只发给信得过的人"
        />
      )}
      {pdf === null && (
        <Row onPress={onOutside} icon={<Way icon={iconShare} />} label="在浏览器打开" note="登录后看和下载 PDF" />
      )}
    </div>
  );
}

function Way({ icon }: { icon: typeof iconDocument }): ReactNode {
  return (
    <IconTile tone="neutral">
      <Icon name={icon} />
    </IconTile>
  );
}

/** The copied address is a page, not the PDF: it asks another browser to log in. */
function OutsideTip({ open, paper, onClose }: { open: boolean; paper: Paper; onClose: () => void }) {
  const address = `${window.location.origin}/${paperPage(paperInput(paper))}`;
  return (
    <Dialog
      open={open}
      title="请在浏览器里打开"
      confirm="复制网址"
      cancel="知道了"
      onConfirm={() => {
        onClose();
        void copyText(address);
      }}
      onCancel={onClose}
    >
      <div className="paper-tip">
        <p>微信里打不开 PDF 文件。</p>
        <p>点右上角“…”，选“在浏览器打开”，登录后就能看和下载。也可以复制网址，到浏览器里粘贴。</p>
      </div>
    </Dialog>
  );
}
