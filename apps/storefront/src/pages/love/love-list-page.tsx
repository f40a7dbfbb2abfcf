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
import { LOVE_STATES } from './love-words.ts';

const TITLE = '爱心证书';
const PAGE_SIZE = 20;

/** #/love-list: the keepsakes of one's orders by year, made and possible ones. */
export default function LoveListPage() {
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
    <Page title={TITLE} lead="每笔有保单的订单可以做一张，只作纪念">
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
    </Page>
  );
}

function LoveRow({ love }: { love: LoveCertificateValue }) {
  const { label, tone } = LOVE_STATES[love.state];
  const whose = love.nickname === null ? '做一张爱心证书' : `${love.nickname}的爱心证书`;
  return (
    <Row
      href={`#/love?orderNo=${encodeURIComponent(love.orderNo)}`}
      label={whose}
      note={
        <span className="num">
          {love.peopleCount} 人，{formatDotDate(love.givenOn)}
        </span>
      }
      value={<Tag tone={tone}>{label}</Tag>}
    />
  );
}
