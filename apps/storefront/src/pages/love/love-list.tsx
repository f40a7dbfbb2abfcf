import './love.css';
import type { LoveCertificateValue } from '@huimin/contract';
import { formatDotDate } from '@huimin/domain/date';
import { useState } from 'react';
import { calls } from '../../api/calls.ts';
import { useAction } from '../../api/use-action.ts';
import { useCall } from '../../api/use-call.ts';
import { Button, Card, EmptyState, Page, Row, Section, Skeleton, Tag } from '../../ui/index.ts';
import { PaperArt } from '../my/paper-art.tsx';
import { LoadProblem } from '../pay/load-problem.tsx';
import { LoveArt } from './love-art.tsx';
import { LOVE_STATES } from './love-words.ts';

const TITLE = '爱心证书';
const PAGE_SIZE = 20;

/** The keepsakes of one's orders by year, made and possible ones, and what they are. */
export function LoveList() {
  const first = useCall(calls.listOrderLoves, { limit: PAGE_SIZE }, { overlay: false, quietFailure: true });
  const [more, { busy }] = useAction(calls.listOrderLoves);
  const [later, setLater] = useState<{ certificates: LoveCertificateValue[]; nextCursor: string | null } | null>(null);
  if (!first.value && first.failure)
    return <LoadProblem title={TITLE} failure={first.failure} onReload={first.reload} />;
  const certificates = [...(first.value?.certificates ?? []), ...(later?.certificates ?? [])];
  const cursor = later ? later.nextCursor : first.value?.nextCursor;
  const loadMore = async () => {
    if (!cursor) return;
    const reply = await more({ limit: PAGE_SIZE, cursor });
    if (!reply.ok) return;
    const { certificates: found, nextCursor } = reply.value;
    setLater({ certificates: [...(later?.certificates ?? []), ...found], nextCursor });
  };
  const years = [...new Set(certificates.map(({ editionYear }) => editionYear))].sort((a, b) => b - a);
  return (
    <Page title={TITLE} lead="把给家人的这份守护，做成一张纪念图片">
      <div className="love-cert">
        <div className="love-inner">
          <LoveArt />
          <p className="love-not">纪念用，非保险凭证</p>
        </div>
      </div>
      {!first.value && (
        <Card>
          <Skeleton lines={[56, 56]} />
        </Card>
      )}
      {first.value && certificates.length === 0 && (
        <EmptyState
          art={<PaperArt />}
          title="还没有爱心证书"
          lead="保单生成后可以在这里做一张"
          action={<Button href="#/orders">查看我的订单</Button>}
        />
      )}
      {years.map((year) => (
        <Section key={year} title={`${year} 年度`}>
          <Card flush>
            {certificates
              .filter(({ editionYear }) => editionYear === year)
              .map((love) => (
                <LoveRow key={love.orderNo} love={love} />
              ))}
          </Card>
        </Section>
      ))}
      {cursor && (
        <p className="mt4 center">
          <Button kind="neutral" busy={busy} onPress={() => void loadMore()}>
            看更早的
          </Button>
        </p>
      )}
      <Section title="它是什么">
        <Card>
          <ul className="love-points">
            <li>保单生成后可以做，每笔订单一张，不用钱。</li>
            <li>称呼由您自己定。证书上没有证件、金额和健康信息。</li>
            <li>可以保存成图片，发给家人。扫码能看产品，也能验真。</li>
            <li>它不是保单，不能用来理赔。全部退保后作废。</li>
          </ul>
        </Card>
      </Section>
    </Page>
  );
}

function LoveRow({ love }: { love: LoveCertificateValue }) {
  const { label, tone } = LOVE_STATES[love.state];
  const { nickname, state } = love;
  const whose = nickname === null ? (state === 'void' ? '订单已退保' : '做一张爱心证书') : `${nickname}的爱心证书`;
  return (
    <Row
      href={`#/love?orderNo=${encodeURIComponent(love.orderNo)}`}
      label={whose}
      note={
        <span className="num">
          {love.peopleCount} 人，{formatDotDate(love.givenOn)}
        </span>
      }
      value={<Tag tone={tone}>{nickname === null && state === 'void' ? '不能做' : label}</Tag>}
    />
  );
}
