import './paper-page.css';
import type { Calls, OutputOf } from '@huimin/contract';
import { useState } from 'react';
import { calls } from '../../api/calls.ts';
import { NetworkFailure } from '../../api/network-failure.ts';
import { useCall } from '../../api/use-call.ts';
import { useChannel, useQuery } from '../../context/index.ts';
import { DownloadPaper, showsNoPdf } from '../../features/policies/paper-buttons.tsx';
import { type Paper, type PaperInput, paperOfQuery } from '../../features/policies/paper-links.ts';
import { Bar, Button, EmptyState, ErrorState, Notice, Page, Skeleton } from '../../ui/index.ts';
import { PaperArt } from '../my/paper-art.tsx';
import { LoadProblem } from '../pay/load-problem.tsx';
import { OrderMissing } from '../pay/order-missing.tsx';
import { PaperMail } from './paper-mail.tsx';

type Pictures = OutputOf<Calls['drawPaperPictures']>;

const TITLE = '保存图片';

/** #/paper: the pages of a paper as pictures, for phones that keep no PDF; with `by=mail` it is sent to a mailbox. */
export default function PaperPage() {
  const query = useQuery();
  const input = paperOfQuery(query);
  if (!input) return <OrderMissing title={TITLE} />;
  return query.get('by') === 'mail' ? <PaperMail input={input} /> : <PicturesOf input={input} />;
}

function PicturesOf({ input }: { input: PaperInput }) {
  const { value, failure, reload } = useCall(calls.drawPaperPictures, input, { overlay: false, quietFailure: true });
  if (value) return <Shown input={input} drawn={value} onReload={reload} />;
  if (!failure) {
    return (
      <Page title={TITLE} lead="正在画，一般一两秒">
        <Skeleton lines={[480]} />
      </Page>
    );
  }
  if (!(failure instanceof NetworkFailure) && failure.name === 'paper-not-ready') {
    return (
      <Page title={TITLE}>
        <EmptyState art={<PaperArt />} title={failure.message} action={<Button onPress={reload}>再看一次</Button>} />
      </Page>
    );
  }
  return <LoadProblem title={TITLE} failure={failure} onReload={reload} />;
}

function Shown({ input, drawn, onReload }: { input: PaperInput; drawn: Pictures; onReload: () => void }) {
  const { kind, savePicture } = useChannel();
  const [broken, setBroken] = useState(false);
  const { title, insuredName, pictures, state } = drawn;
  const whose = insuredName === null ? title : `${insuredName}的${title}`;
  const pressing = showsNoPdf(kind);
  if (broken) {
    return (
      <Page title={whose}>
        <ErrorState
          kind="busy"
          lead="图片没有打开，请再试一次"
          onReload={() => {
            setBroken(false);
            onReload();
          }}
        />
      </Page>
    );
  }
  return (
    <Page
      title={whose}
      lead={pressing ? '长按图片，选“保存图片”。每页一张' : '每页一张，点图片下面的按钮保存'}
      bar={
        <Bar>
          <DownloadPaper paper={input as Paper} channelKind={kind} whose={whose} text="其他办法（PDF、邮箱、链接）" />
        </Bar>
      }
    >
      {state === 'void' && <Notice tone="warn">这份文件已经作废，只能留作记录</Notice>}
      {pictures.map(({ url, width, height }, index) => {
        const which = `第 ${index + 1} 页，共 ${pictures.length} 页`;
        return (
          <figure className="paper-picture" key={url}>
            <img
              src={url}
              width={width}
              height={height}
              alt={`${whose}的图片，${which}。要用朗读，请下载 PDF`}
              onError={() => setBroken(true)}
            />
            <figcaption>
              <span className="note">{which}</span>
              {savePicture ? (
                <Button small kind="neutral" label={`保存到相册，${which}`} onPress={() => savePicture(url)}>
                  保存到相册
                </Button>
              ) : (
                !pressing && (
                  <Button small kind="neutral" label={`保存这张，${which}`} href={`${url}?save=1`}>
                    保存这张
                  </Button>
                )
              )}
            </figcaption>
          </figure>
        );
      })}
      <p className="note mt3">图片里有个人信息，请不要发到群里。</p>
    </Page>
  );
}
