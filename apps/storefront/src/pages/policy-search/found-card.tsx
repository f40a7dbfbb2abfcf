import type { FoundPolicyValue } from '@huimin/contract';
import { API_BASE_PATH } from '@huimin/contract/wire';
import { formatDotRange } from '@huimin/domain/date';
import { shownPolicyStatus } from '@huimin/domain/policy';
import { useState } from 'react';
import { calls } from '../../api/calls.ts';
import { useChannel } from '../../context/index.ts';
import { ViewPaper } from '../../features/policies/paper-buttons.tsx';
import { Button, Card, copyText, Dialog, KeyValues, Tag } from '../../ui/index.ts';

type Tone = 'ok' | 'warn' | 'err' | 'info' | 'neutral';
type Words = Readonly<Record<string, { readonly label: string; readonly tone: string }>> | null;

/** One policy as this asker may see it. */
export function FoundCard({ policy, words }: { policy: FoundPolicyValue; words: Words }) {
  const channel = useChannel();
  const word = words?.[String(policy.status)];
  const whose = `${policy.insuredName}的 ${policy.editionYear} 年保单`;
  return (
    <Card className="found-card">
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
        <div className="found-buttons">
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
      {policy.ticket && <TicketPaper ticket={policy.ticket} whose={whose} />}
    </Card>
  );
}

/** The e-policy by the search's ticket: opens and keeps it without a login, for a quarter of an hour. */
function TicketPaper({ ticket, whose }: { ticket: string; whose: string }) {
  const channel = useChannel();
  const [tip, setTip] = useState(false);
  const link = (disposition: 'inline' | 'attachment') =>
    `${API_BASE_PATH}${calls.downloadFoundPolicy.path}?${new URLSearchParams({ ticket, disposition })}`;
  // The messaging app's browser shows no PDF and saves none.
  if (channel.kind === 'wechat' || channel.kind === 'mini-program') {
    return (
      <div className="found-buttons">
        <Button kind="neutral" small label={`看保单，${whose}`} onPress={() => setTip(true)}>
          看保单
        </Button>
        <Dialog
          open={tip}
          title="请在浏览器里打开"
          confirm="复制链接"
          cancel="知道了"
          onConfirm={() => {
            setTip(false);
            void copyText(`${window.location.origin}${link('inline')}`);
          }}
          onCancel={() => setTip(false)}
        >
          <p>微信里打不开 PDF 文件。复制链接，到浏览器里粘贴打开。链接 15 分钟内有效，请不要发给别人。</p>
        </Dialog>
      </div>
    );
  }
  return (
    <div className="found-buttons">
      <Button kind="neutral" small href={link('inline')} label={`看保单，${whose}`}>
        看保单
      </Button>
      <Button kind="neutral" small href={link('attachment')} label={`下载保单，${whose}`}>
        下载保单
      </Button>
    </div>
  );
}
