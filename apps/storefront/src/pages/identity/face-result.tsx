import type { FaceCheckViewValue, FaceWayValue } from '@huimin/contract';
import { useEffect, useState } from 'react';
import { useNavigation, useProduct } from '../../context/index.ts';
import {
  keepIdentityProof,
  keepIdentityRequest,
  keptIdentityRequest,
} from '../../features/identity/identity-request.ts';
import { purposeWords } from '../../features/identity/purpose-words.ts';
import { Button, Page, PhoneLink, Result } from '../../ui/index.ts';
import { useWatchedCheck } from './use-watched-check.ts';

type Words = { readonly tone: 'ok' | 'err' | 'neutral'; readonly title: string; readonly lead: string };

function wordsOf(check: FaceCheckViewValue): Words {
  switch (check.status) {
    case 'PASSED':
      return check.proofToken === null
        ? { tone: 'neutral', title: '这次核对已经用过或过期', lead: '请重新核对一次' }
        : { tone: 'ok', title: '核对通过', lead: '可以接着办了，15 分钟内有效' };
    case 'FAILED':
      return { tone: 'err', title: '没有通过', lead: check.reasonText ?? '' };
    case 'CANCELLED':
      return { tone: 'neutral', title: '刷脸没有完成', lead: '您退出了刷脸，没有核对，也不算次数' };
    case 'EXPIRED':
      return { tone: 'neutral', title: '这次核对已经过期', lead: '超过了 15 分钟，请重新开始' };
    case 'ABORTED':
      return { tone: 'neutral', title: '刷脸没有开始', lead: '请再试一次，或者换别的办法' };
    case 'WAITING':
      return { tone: 'neutral', title: '还没有结果', lead: '如果您没有刷完，可以重新开始；刷完了，请稍后再看' };
  }
}

/** After the provider's page: what the server learned there, and how to go on. */
export function FaceResult({ checkId, way }: { checkId: string; way: FaceWayValue }) {
  const { check, end, again } = useWatchedCheck(way, checkId);
  const { navigate } = useNavigation();
  const { tel } = useProduct();
  // Taken once: a pass takes the request out of its place.
  const [request] = useState(keptIdentityRequest);
  const backTo = request?.backTo ?? '/myAccount';
  const proof = check?.status === 'PASSED' ? check.proofToken : null;
  const purpose = check?.purpose ?? null;
  const triesLeft = check?.triesLeft;
  useEffect(() => {
    if (proof !== null && purpose !== null) keepIdentityProof({ purpose, token: proof });
  }, [proof, purpose]);
  // The choice of ways says how many tries are left.
  useEffect(() => {
    if (request && proof === null && triesLeft !== undefined) keepIdentityRequest({ ...request, triesLeft });
  }, [request, proof, triesLeft]);

  if (end === null) {
    return (
      <Page>
        <Result tone="wait" title="正在看核对结果" lead="请不要关闭页面" />
      </Page>
    );
  }
  if (end === 'refused' || check === null) {
    const unanswered = end !== 'refused';
    return (
      <Page>
        <Result
          tone="neutral"
          title={unanswered ? '暂时看不到结果' : '没有找到这次核对'}
          lead={unanswered ? '网络或刷脸服务没有回应，请稍后再看' : '请回到要办的事，从那里重新开始'}
        />
        <div className="buttons mt6">
          {unanswered && (
            <Button block onPress={again}>
              再看一次
            </Button>
          )}
          <Button kind={unanswered ? 'neutral' : 'primary'} block href={`#${backTo}`}>
            返回
          </Button>
        </div>
      </Page>
    );
  }
  const words = wordsOf(check);
  const mayTry = check.triesLeft > 0 || check.status === 'WAITING';
  return (
    <Page>
      <Result tone={words.tone} title={words.title} lead={words.lead} />
      <div className="buttons mt6">
        {proof !== null ? (
          <Button block onPress={() => navigate(backTo, { replace: true })}>
            接着办
          </Button>
        ) : (
          <>
            {check.status === 'WAITING' && (
              <Button block onPress={again}>
                再看一次
              </Button>
            )}
            {request && (
              <Button
                kind={check.status === 'WAITING' ? 'neutral' : 'primary'}
                block
                onPress={() => navigate('/faceCheck', { replace: true })}
              >
                {mayTry ? '重新核对，或换一种办法' : '换一种办法核对'}
              </Button>
            )}
            <Button kind="text" block onPress={() => navigate(backTo, { replace: true })}>
              {purposeWords(check.purpose).leave}
            </Button>
          </>
        )}
      </div>
      {proof === null && (
        <p className="note center mt4">
          {check.status === 'FAILED' && `今天还能刷 ${check.triesLeft} 次。`}想人工核对，请打 <PhoneLink tel={tel} />
        </p>
      )}
    </Page>
  );
}
