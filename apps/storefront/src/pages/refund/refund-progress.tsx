import './refund.css';
import type { RefundProgressValue, RefundSubmissionValue } from '@huimin/contract';
import { formatYuan } from '@huimin/domain/money';
import { useEffect } from 'react';
import { useNotYetOnSale, useProduct, useSaleWindow } from '../../context/index.ts';
import { headLine, isMoving, namedPeople, timelineSteps } from '../../features/refund/refund-words.ts';
import {
  Bar,
  Button,
  Card,
  Icon,
  type IconShape,
  iconChat,
  iconCheckCircle,
  iconClock,
  iconCrossCircle,
  iconError,
  KeyValues,
  Notice,
  Page,
  PhoneLink,
  Row,
  Section,
  telHref,
} from '../../ui/index.ts';
import { Timeline } from '../../ui/timeline.tsx';

type Props = { refund: RefundProgressValue; submission: RefundSubmissionValue; reload: () => void };

const HEAD_ICONS: Record<RefundProgressValue['tone'], IconShape> = {
  ok: iconCheckCircle,
  warn: iconClock,
  info: iconClock,
  err: iconError,
  neutral: iconCrossCircle,
};
/** While money moves the page looks again. */
const LOOK_AGAIN_MS = 5_000;

/** How one refund is getting on: the sum, where it goes, what has happened, what comes next and by when. */
export function RefundProgress({ refund, submission, reload }: Props) {
  const { tel, serviceUrl, editionYear } = useProduct();
  const onSale = useSaleWindow() === 'insureing';
  const tooEarly = useNotYetOnSale();
  const moving = isMoving(refund);
  // biome-ignore lint/correctness/useExhaustiveDependencies: each answer starts the next wait
  useEffect(() => {
    if (!moving) return;
    const timer = setTimeout(reload, LOOK_AGAIN_MS);
    return () => clearTimeout(timer);
  }, [moving, submission, reload]);
  const mayBuyAgain = refund.status === 'SETTLED' && onSale && !tooEarly && submission.editionYear === editionYear;
  const { orderNo } = submission;
  return (
    <Page
      bar={
        <Bar
          icons={
            <a className="bar-icon" href={serviceUrl || telHref(tel)}>
              <Icon name={iconChat} size={22} />
              客服
            </a>
          }
        >
          <Button kind={mayBuyAgain ? 'neutral' : 'primary'} href={`#/orderDetail?orderNo=${orderNo}`}>
            看订单
          </Button>
          {mayBuyAgain && <Button href="#/beforeAuthUser">重新参保</Button>}
        </Bar>
      }
    >
      <header className={`refund-head refund-head-${refund.tone}`}>
        <Icon name={HEAD_ICONS[refund.tone]} size={48} />
        <div role="status">
          <h1 tabIndex={-1}>{refund.statusLabel}</h1>
          <p className="num">{headLine(refund)}</p>
        </div>
      </header>
      <Card>
        <div className="refund-sum">
          <span>退给您</span>
          <span className="num">{formatYuan(refund.amountFen)} 元</span>
        </div>
        <hr className="refund-line" />
        <KeyValues
          items={[
            { label: '退到哪里', value: refund.amountFen > 0 ? refund.destination : null },
            { label: '退保的人', value: namedPeople(refund.people) },
            { label: '原因', value: refund.reasonLabel },
            { label: '退款单号', value: refund.refundNo, num: true },
          ]}
        />
      </Card>
      {refund.alongside && (
        <Section title="一起退的升级差价">
          <Card flush>
            {refund.alongside.map((other) => (
              <Row
                key={other.refundNo}
                href={`#/refund-reason?orderNo=${other.orderNo}&refundNo=${other.refundNo}`}
                label={`${formatYuan(other.amountFen)} 元`}
                note={other.destination}
                value={other.statusLabel}
              />
            ))}
          </Card>
        </Section>
      )}
      <Section title="办到哪一步">
        <Card>
          <Timeline steps={timelineSteps(refund)} />
        </Card>
      </Section>
      {refund.status !== 'SETTLED' && (
        <div className="mt3">
          <Notice>
            款项只能退回付款的账户。到期没到账，请打 <PhoneLink tel={tel} className="inline-link num" />
            ，报退款单号，我们去查。
          </Notice>
        </div>
      )}
    </Page>
  );
}
