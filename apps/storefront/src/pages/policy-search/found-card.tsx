import type { FoundPolicyValue } from '@huimin/contract';
import { formatDotRange } from '@huimin/domain/date';
import { shownPolicyStatus } from '@huimin/domain/policy';
import { calls } from '../../api/calls.ts';
import { useChannel } from '../../context/index.ts';
import { ViewPaper } from '../../features/policies/paper-buttons.tsx';
import { TicketPaper } from '../../features/policies/ticket-paper.tsx';
import { Button, Card, KeyValues, Tag } from '../../ui/index.ts';

type Tone = 'ok' | 'warn' | 'err' | 'info' | 'neutral';
type Words = Readonly<Record<string, { readonly label: string; readonly tone: string }>> | null;

/** One policy as this asker may see it. */
export function FoundCard({ policy, words }: { policy: FoundPolicyValue; words: Words }) {
  const channel = useChannel();
  const word = words?.[String(policy.status)];
  const whose = `${policy.insuredName}的 ${policy.editionYear} 年保单`;
  return (
    <Card>
      <div className="found-head">
        <h3>{policy.productName}</h3>
        <Tag tone={(word?.tone ?? 'neutral') as Tone}>{word?.label ?? shownPolicyStatus(policy.status).label}</Tag>
      </div>
      <KeyValues
        items={[
          { label: '被保险人', value: policy.insuredName },
          { label: '证件号码', value: policy.idNumberMasked, num: true },
          { label: '版本', value: policy.planName },
          { label: '保障期间', value: formatDotRange(policy.validDate, policy.invalidDate), num: true },
          { label: '医保所在地', value: policy.regionText },
          { label: '保单号', value: policy.policyNo, num: true },
        ]}
      />
      {policy.orderNo && policy.policyNo && (
        <div className="ticket-buttons">
          <ViewPaper
            paper={{ orderNo: policy.orderNo, paper: 'policy', policyNo: policy.policyNo }}
            channelKind={channel.kind}
            small
            whose={whose}
            text="看保单"
          />
          <Button
            kind="neutral"
            small
            href={`#/orderDetail?orderNo=${encodeURIComponent(policy.orderNo)}`}
            label={`看订单，${whose}`}
          >
            看订单
          </Button>
        </div>
      )}
      {policy.ticket && <TicketPaper path={calls.downloadFoundPolicy.path} ticket={policy.ticket} whose={whose} />}
    </Card>
  );
}
