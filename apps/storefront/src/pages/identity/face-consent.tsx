import { FACE_CONSENT_LINES, FACE_CONSENT_VERSION } from '@huimin/domain/identity';
import { useState } from 'react';
import { calls } from '../../api/calls.ts';
import { failureText } from '../../api/no-reply-text.ts';
import { useAction } from '../../api/use-action.ts';
import { useQuery } from '../../context/index.ts';
import type { IdentityRequest } from '../../features/identity/identity-request.ts';
import { Bar, Button, Card, ConsentLine, KeyValues, Notice, Page, useConsent } from '../../ui/index.ts';

type Props = { request: IdentityRequest; onOtherWay: () => void; onExpired: () => void };

/** The consent of its own that a face check needs, then on to the provider's page. */
export function FaceConsent({ request, onOtherWay, onExpired }: Props) {
  const consent = useConsent('face-consent', '请先勾选同意；不同意可以换一种办法');
  const [failure, setFailure] = useState<string | null>(null);
  const query = useQuery();
  const [startDetectAuth, beginning] = useAction(calls.startFaceCheck, { quietFailure: true });
  const [startWbFace, starting] = useAction(calls.startWbFaceCheck, { quietFailure: true });

  const go = async () => {
    setFailure(null);
    if (!consent.check()) return;
    const start = request.face === 'detect-auth' ? startDetectAuth : startWbFace;
    const keptQuery = query.toString();
    const reply = await start({ subject: request.subject, consentVersion: FACE_CONSENT_VERSION, keptQuery });
    if (reply.ok) window.location.href = reply.value.url;
    else if (reply.name === 'not-found') onExpired();
    else setFailure(failureText(reply, '还没有开始'));
  };

  return (
    <Page
      step="第 2 步，共 2 步"
      title="人脸信息处理规则"
      lead="刷脸要用到您的人脸信息，请看完再决定"
      bar={
        <Bar>
          <Button kind="neutral" onPress={onOtherWay}>
            换一种办法
          </Button>
          <Button busy={starting.busy || beginning.busy} onPress={() => void go()}>
            去刷脸
          </Button>
        </Bar>
      }
    >
      {failure && (
        <Notice tone="err" alert>
          {failure}
        </Notice>
      )}
      <Card className="mt3">
        <KeyValues
          items={[
            { label: '核对谁', value: request.nameMasked },
            { label: '身份证号', value: request.idNumberMasked, num: true },
          ]}
        />
      </Card>
      <Card>
        <ul className="rules">
          {FACE_CONSENT_LINES.map((line) => (
            <li key={line}>{line}</li>
          ))}
        </ul>
      </Card>
      <div className="mt3">
        <ConsentLine consent={consent}>我已看完，单独同意为这一次核对处理我的人脸信息</ConsentLine>
      </div>
    </Page>
  );
}
