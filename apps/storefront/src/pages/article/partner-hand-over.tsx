import { isInsurableRegion, regionDisplayText } from '@huimin/domain/region';
import { calls } from '../../api/calls.ts';
import { useAction } from '../../api/use-action.ts';
import { useCall } from '../../api/use-call.ts';
import { useChannel, useProduct, useQuery } from '../../context/index.ts';
import { useChosenRegion } from '../../features/region/chosen-region.ts';
import { Bar, Button, Card, EmptyState, inWords, KeyValues, Notice, Page, Skeleton } from '../../ui/index.ts';
import { LoadProblem } from '../pay/load-problem.tsx';

const TITLE = '前往合作机构';

/**
 * Before somebody leaves for a partner's page: whose it is, where, and what goes along. Only the server knows the address,
 * and gives it only after the resident has said yes.
 */
export function PartnerHandOver({ channel }: { channel: string }) {
  const chosen = useChosenRegion();
  const { editionCode, appId } = useProduct();
  const { canAuthorise } = useChannel();
  const given = useQuery().get('area');
  const area = given !== null && isInsurableRegion(given) ? given : chosen;
  const input = { channel, productId: editionCode, ...(area === null ? {} : { area }) };
  const { value, failure, reload } = useCall(
    calls.recordsChannel,
    { ...input, confirmed: false },
    { overlay: false, quietFailure: true },
  );
  const [record, { busy, failure: refused }] = useAction(calls.recordsChannel, { quietFailure: true });
  const [beginAuthorisation] = useAction(calls.buildAuthorisationUrl);
  if (!value) {
    if (failure && 'name' in failure && (failure.name === 'not-found' || failure.name === 'bad-input'))
      return <NotOpen />;
    if (failure) return <LoadProblem title={TITLE} failure={failure} onReload={reload} />;
    return (
      <Page title={inWords(TITLE)}>
        <Skeleton lines={[56, 56]} />
      </Page>
    );
  }
  const leave = async () => {
    const reply = await record({ ...input, confirmed: true });
    if (reply.ok && reply.value.url) window.location.assign(reply.value.url);
    if (reply.ok || reply.name !== 'open-id-required' || !canAuthorise) return;
    // Without an openId there is nobody to record: the authorisation begins anew (specification, section 8).
    const begun = await beginAuthorisation({ appId, state: window.location.href });
    if (begun.ok) window.location.assign(begun.value.authorisationUrl);
  };
  const isUnknown = refused && 'name' in refused && refused.name === 'open-id-required' && canAuthorise;
  return (
    <Page
      title={inWords(TITLE)}
      lead="您将离开本站。下面这些会交给对方，同意再前往"
      bar={
        <Bar>
          <Button kind="neutral" href="#/index">
            留在本站
          </Button>
          <Button busy={busy} onPress={() => void leave()}>
            同意并前往
          </Button>
        </Bar>
      }
    >
      {refused && 'message' in refused && (
        <Notice tone="err" alert>
          {isUnknown ? '微信授权还没有完成，请再点一次“同意并前往”' : refused.message}
        </Notice>
      )}
      <Card>
        <KeyValues
          items={[
            { label: '合作机构', value: value.name },
            { label: '对方网站', value: value.host },
            {
              label: '交给对方',
              value: `产品代码${area === null ? '' : `、城市（${regionDisplayText(area)}）`}、一个编号`,
            },
          ]}
        />
      </Card>
      <p className="note mt3">编号是给这一家单独生成的，看不出您是谁。姓名、手机号和证件号都不会交给对方。</p>
    </Page>
  );
}

function NotOpen() {
  return (
    <Page title={inWords(TITLE)}>
      <EmptyState
        title="这个合作渠道没有开通"
        lead="可以在本站直接看产品和参保"
        action={<Button href="#/index">看产品</Button>}
      />
    </Page>
  );
}
