import '../../ui/form.css';
import type { InsuredConsentsValue } from '@huimin/contract';
import { formatDateTime } from '@huimin/domain/date';
import { calls } from '../../api/calls.ts';
import { failureText } from '../../api/no-reply-text.ts';
import { useAction } from '../../api/use-action.ts';
import { useCall } from '../../api/use-call.ts';
import { useLookAgain } from '../../api/use-look-again.ts';
import { useProduct, useQuery } from '../../context/index.ts';
import { Button, Card, KeyValues, Notice, Page, PhoneLink, Section, Skeleton, Tag, toast } from '../../ui/index.ts';
import { LoadProblem } from '../pay/load-problem.tsx';
import { OrderMissing } from '../pay/order-missing.tsx';

const TITLE = '请家人本人确认';
/** What is on its way shows within this time. */
const LOOK_AGAIN_MS = 5_000;

/** #/familyAsk: the payer has those who are insured asked by text message, and sees what they said. */
export default function FamilyAskPage() {
  const orderNo = useQuery().get('orderNo') ?? '';
  const { tel } = useProduct();
  const asked = useCall(calls.queryInsuredConsents, { orderNo }, { quietFailure: true, when: orderNo !== '' });
  const [ask, asking] = useAction(calls.askInsured, { quietFailure: true });
  const { value, failure, reload } = asked;
  const waits = value?.people.some(({ status, isBeingSent }) => status === 'asked' || isBeingSent) === true;
  useLookAgain(asked, { when: waits, everyMs: LOOK_AGAIN_MS });

  if (orderNo === '') return <OrderMissing title={TITLE} />;
  if (!value && failure) return <LoadProblem title={TITLE} failure={failure} onReload={reload} />;
  if (!value) {
    return (
      <Page title={TITLE}>
        <Skeleton lines={[96, 120, 120]} />
      </Page>
    );
  }
  const send = async (place: number) => {
    const reply = await ask({ orderNo, place });
    if (!reply.ok) toast(failureText(reply, '没有发出去'));
    reload();
  };
  return (
    <Page title={TITLE} lead="发一条短信，家人用自己的手机看一看，自己点同意">
      {value.people.map((person) => (
        <Person key={person.place} person={person} busy={asking.busy} onAsk={() => void send(person.place)} />
      ))}
      <div className="mt4">
        <Notice title="这一步不影响出保单">
          家人自己确认过，以后有争议时说得清。家人说不同意，您可以在订单里退保。手机不方便的，本人可以打
          <PhoneLink tel={tel} className="inline-link num" /> 说，客服会记下。
        </Notice>
      </div>
      <div className="buttons mt6">
        <Button kind="neutral" block href={`#/orderDetail?orderNo=${orderNo}`}>
          回到订单
        </Button>
      </div>
    </Page>
  );
}

const TONES = { asked: 'info', agreed: 'ok', declined: 'warn' } as const;

type PersonProps = { person: InsuredConsentsValue['people'][number]; busy: boolean; onAsk: () => void };

function Person({ person, busy, onAsk }: PersonProps) {
  const { name, relationLabel, phoneMasked, status, statusLabel, at, isBeingSent, whyNot, note } = person;
  const askText = status === null ? '发短信请本人确认' : '再发一次短信';
  const said = isBeingSent ? '短信马上就发；夜里不打扰，早上 8 点以后发' : (whyNot ?? note);
  return (
    <Section
      title={
        <>
          <span data-pii>{name}</span> <Tag>{relationLabel}</Tag>
        </>
      }
      action={status && <Tag tone={TONES[status]}>{statusLabel}</Tag>}
    >
      <Card>
        <KeyValues
          items={[
            { label: '手机号', value: phoneMasked, num: true, pii: true },
            { label: status === 'asked' ? '请确认的时间' : '确认时间', value: at && formatDateTime(at), num: true },
          ]}
        />
        {said && <p className="note mt2">{said}</p>}
        {whyNot === null && !isBeingSent && (
          <div className="mt3">
            <Button kind="neutral" block busy={busy} onPress={onAsk} label={`${askText}，${name}`}>
              {askText}
            </Button>
          </div>
        )}
      </Card>
    </Section>
  );
}
