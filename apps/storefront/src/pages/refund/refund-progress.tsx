import './refund.css';
import type { RefundProgressValue, RefundSubmissionValue } from '@huimin/contract';
import { formatYuan } from '@huimin/domain/money';
import { useProduct } from '../../context/index.ts';
import { headLine, namedPeople, refundWords, timelineSteps } from '../../features/refund/refund-words.ts';
import { useCanChoosePeople } from '../../features/sale/use-can-choose-people.ts';
import { ServiceIcon } from '../../features/support/service-icon.tsx';
import { Bar, Button, Card, KeyValues, Notice, Page, PhoneLink, Row, Section } from '../../ui/index.ts';
import { StatusHead } from '../../ui/status-head.tsx';
import { Timeline } from '../../ui/timeline.tsx';

type Props = { refund: RefundProgressValue; submission: RefundSubmissionValue };

/** How one refund is getting on: the sum, where it goes, what has happened, what comes next and by when. */
export function RefundProgress({ refund, submission }: Props) {
  const { tel, editionYear } = useProduct();
  const onSale = useCanChoosePeople();
  const isPolicy = submission.kind !== 'upgrade';
  const mayBuyAgain = isPolicy && refund.status === 'SETTLED' && onSale && submission.editionYear === editionYear;
  const { orderNo } = submission;
  return (
    <Page
      bar={
        <Bar icons={<ServiceIcon />}>
          <Button kind={mayBuyAgain ? 'neutral' : 'primary'} href={`#/orderDetail?orderNo=${orderNo}`}>
            看订单
          </Button>
          {mayBuyAgain && <Button href="#/beforeAuthUser">重新参保</Button>}
        </Bar>
      }
    >
      <StatusHead tone={refund.tone} title={refund.statusLabel} announced>
        <p className="num">{headLine(refund)}</p>
      </StatusHead>
      <Card>
        <div className="refund-sum">
          <span>退给您</span>
          <span className="num">{formatYuan(refund.amountFen)} 元</span>
        </div>
        <hr className="refund-line" />
        <KeyValues
          items={[
            { label: '退到哪里', value: refund.amountFen > 0 ? refund.destination : null },
            { label: refundWords(submission.kind).people, value: namedPeople(refund.people) },
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
