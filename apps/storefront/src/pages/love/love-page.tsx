import './love.css';
import type { LoveCertificateValue } from '@huimin/contract';
import { formatDotDate } from '@huimin/domain/date';
import { useState } from 'react';
import { calls } from '../../api/calls.ts';
import { useAction } from '../../api/use-action.ts';
import { useCall } from '../../api/use-call.ts';
import { useChannel, useQuery } from '../../context/index.ts';
import { showsNoPdf } from '../../features/policies/paper-buttons.tsx';
import { QrCode } from '../../features/policies/qr-code.tsx';
import {
  Bar,
  Button,
  Card,
  copyText,
  EmptyState,
  Icon,
  iconDownload,
  iconShare,
  LongNumber,
  Notice,
  Page,
  Row,
  Sheet,
  Skeleton,
  Switch,
} from '../../ui/index.ts';
import { PaperArt } from '../my/paper-art.tsx';
import { LoadProblem } from '../pay/load-problem.tsx';
import { LoveArt, LoveSeal } from './love-art.tsx';
import { LoveForm } from './love-form.tsx';
import { LoveList } from './love-list.tsx';
import { loveMessage, lovePeopleLabel } from './love-words.ts';

const TITLE = '爱心证书';

/** #/love, #/love-list, #/love-index: the keepsake of one order. Without an order it is the list of them. */
export default function LovePage() {
  const orderNo = useQuery().get('orderNo');
  return orderNo ? <LoveOfOrder orderNo={orderNo} /> : <LoveList />;
}

function LoveOfOrder({ orderNo }: { orderNo: string }) {
  const { value, failure, reload } = useCall(calls.getOrderLove, { orderNo }, { overlay: false, quietFailure: true });
  const [saved, setSaved] = useState<LoveCertificateValue | null>(null);
  const love = saved ?? value;
  if (!love && failure) return <LoadProblem title={TITLE} failure={failure} onReload={reload} />;
  if (!love) {
    return (
      <Page title={TITLE}>
        <Skeleton lines={[360, 56]} />
      </Page>
    );
  }
  const why = whyNone(love, reload);
  if (why) {
    return (
      <Page title={TITLE}>
        <EmptyState art={<PaperArt />} {...why} />
      </Page>
    );
  }
  if (love.nickname === null) {
    return (
      <Page title="做一张爱心证书" lead="纪念用的图片，可以保存，也可以发给家人">
        <Card>
          <LoveForm love={love} onSaved={setSaved} />
        </Card>
        <WhatItHolds />
      </Page>
    );
  }
  return <Made love={love} onChanged={setSaved} />;
}

/** Why there is no certificate and none can be made, and what to do instead; null: there is one, or it can be made. */
function whyNone({ orderNo, state, nickname }: LoveCertificateValue, reload: () => void) {
  const order = `#/orderDetail?orderNo=${encodeURIComponent(orderNo)}`;
  if (state === 'making') {
    return {
      title: '保单还在生成',
      lead: '保单生成后就能做爱心证书，一般几分钟',
      action: <Button onPress={reload}>再看一次</Button>,
    };
  }
  if (state === 'held') {
    return {
      title: '客服正在核对这笔订单',
      lead: '请不要重复付款，核对好了才能做爱心证书',
      action: <Button href={order}>看这笔订单</Button>,
    };
  }
  if (state === 'uncovered') {
    return {
      title: '这笔订单没能承保',
      lead: '没有保单，做不了爱心证书。付的钱全额原路退回，退到哪一步请看订单',
      action: <Button href={order}>看退款进度</Button>,
    };
  }
  if (state === 'void' && nickname === null) {
    return {
      title: '这笔订单已经退保',
      lead: '退保的订单不能做爱心证书',
      action: <Button href="#/love-list">看其他订单的</Button>,
    };
  }
  return null;
}

function WhatItHolds() {
  return <p className="note mt3">证书上没有证件、金额和健康信息。全部退保后作废。</p>;
}

function Made({ love, onChanged }: { love: LoveCertificateValue; onChanged: (love: LoveCertificateValue) => void }) {
  const { kind, savePicture } = useChannel();
  const [sheet, setSheet] = useState<'name' | 'save' | 'send' | null>(null);
  const [save, { busy }] = useAction(calls.saveOrderLove);
  const { pictureUrl, orderNo, nickname, gift, withShareCode, state } = love;
  const isVoid = state === 'void';
  const setShare = async (wanted: boolean) => {
    if (busy || nickname === null) return;
    const reply = await save({ orderNo, nickname, gift, withShareCode: wanted });
    if (reply.ok) onChanged(reply.value);
  };
  const downloads = !showsNoPdf(kind) && !savePicture && pictureUrl !== null;
  return (
    <Page
      bar={
        !isVoid &&
        pictureUrl && (
          <Bar>
            <Button kind="neutral" onPress={() => setSheet('send')}>
              <Icon name={iconShare} size={20} />
              发给家人
            </Button>
            {downloads ? (
              <Button href={`${pictureUrl}?save=1`}>
                <Icon name={iconDownload} size={20} />
                保存图片
              </Button>
            ) : (
              <Button onPress={() => (savePicture ? savePicture(pictureUrl) : setSheet('save'))}>
                <Icon name={iconDownload} size={20} />
                保存图片
              </Button>
            )}
          </Bar>
        )
      }
    >
      {isVoid && <Notice tone="warn">这张证书已作废：订单已经退保。扫码会显示“已作废”</Notice>}
      <Certificate love={love} />
      {!isVoid && (
        <Card flush className="mt4">
          <Row label="证书上的称呼" value={nickname} onPress={() => setSheet('name')} />
          <Switch
            label="带上我的分享码"
            note="只用来统计，不影响价格"
            checked={withShareCode}
            onChange={(wanted) => void setShare(wanted)}
          />
        </Card>
      )}
      <WhatItHolds />
      <Sheet open={sheet === 'name'} title="证书上的称呼" onClose={() => setSheet(null)}>
        <LoveForm
          love={love}
          onSaved={(changed) => {
            setSheet(null);
            onChanged(changed);
          }}
        />
      </Sheet>
      <Sheet
        open={sheet === 'save' || sheet === 'send'}
        title={sheet === 'send' ? '发给家人' : '保存图片'}
        onClose={() => setSheet(null)}
        footer={
          sheet === 'send' && (
            <Button block kind="neutral" onPress={() => void copyText(`${love.productName} ${love.landingUrl}`)}>
              复制产品链接
            </Button>
          )
        }
        tall
      >
        <p className="small muted">
          {sheet === 'send' ? '长按图片，选“发送给朋友”；也可以先保存，再从相册里发' : '长按图片，选“保存图片”'}
        </p>
        {pictureUrl && (
          <img
            className="love-picture mt3"
            src={pictureUrl}
            width={1080}
            height={1440}
            alt={`爱心证书：${nickname}${loveMessage(love)}，编号 ${love.certificateNo}`}
          />
        )}
      </Sheet>
    </Page>
  );
}

function Certificate({ love }: { love: LoveCertificateValue }) {
  return (
    <article className="love-cert">
      <div className="love-inner">
        <LoveArt />
        <h1 tabIndex={-1}>爱心证书</h1>
        <p className="love-who">
          <b>{love.nickname}</b>
          {loveMessage(love)}
        </p>
        <dl className="love-facts">
          <div>
            <dt>{lovePeopleLabel(love)}</dt>
            <dd>{love.peopleCount} 位</dd>
          </div>
          <div>
            <dt>日期</dt>
            <dd className="num">{formatDotDate(love.givenOn)}</dd>
          </div>
        </dl>
        <div className="love-foot">
          <QrCode text={love.landingUrl} size={84} label="二维码，打开产品首页" />
          <p>
            <b>扫码看产品</b>
            <br />
            {love.productName}
            {love.verificationUrl && (
              <>
                <br />
                <a href={love.verificationUrl}>公开验真</a>
              </>
            )}
          </p>
          <LoveSeal name={love.serviceName} />
        </div>
        <p className="love-number num">
          证书编号 <LongNumber>{love.certificateNo}</LongNumber>
        </p>
        <p className="love-not">{love.isDemonstration ? '示例，' : ''}纪念用，非保险凭证</p>
      </div>
    </article>
  );
}
