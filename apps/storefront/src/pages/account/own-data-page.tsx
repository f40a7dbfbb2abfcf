import '../../ui/controls.css';
import './phone.css';
import type { OutputOf } from '@huimin/contract';
import { RIGHT_LABELS, type Right } from '@huimin/domain/account';
import { formatDateTime } from '@huimin/domain/date';
import { calls } from '../../api/calls.ts';
import { useAction } from '../../api/use-action.ts';
import { useCall } from '../../api/use-call.ts';
import {
  Button,
  Card,
  confirmDialog,
  KeyValues,
  Notice,
  Page,
  Row,
  Section,
  Skeleton,
  Tag,
  toast,
} from '../../ui/index.ts';
import { LoadProblem } from '../pay/load-problem.tsx';
import { AskAboutOwnData } from './ask-about-own-data.tsx';
import { NotHeld } from './own-copy.tsx';
import { RestrictionPart } from './restriction-part.tsx';

type OwnData = OutputOf<typeof import('@huimin/contract').calls.showOwnData>;

/** #/ownData: what is held about me, who looked, and what I may ask for. */
export default function OwnDataPage() {
  const data = useCall(calls.showOwnData, {}, { overlay: false, quietFailure: true });
  if (data.failure && !data.value) {
    return <LoadProblem title="我的个人信息" failure={data.failure} onReload={data.reload} />;
  }
  return (
    <Page title="我的个人信息" lead="我们存了什么、谁看过，您可以要求什么">
      {data.value ? (
        <Loaded data={data.value} onChanged={data.reload} />
      ) : (
        <Card>
          <Skeleton lines={[44, 44, 44]} />
        </Card>
      )}
    </Page>
  );
}

function Loaded({ data, onChanged }: { data: OwnData; onChanged: () => void }) {
  const { held, keptUntil, isOwnerKnown, looks, requests, restrictedSince } = data;
  const none = held.filter(({ count }) => count === 0).map(({ what }) => what);
  const [withdraw] = useAction(calls.withdrawRight);
  const takeBack = async (right: Right) => {
    const sure = await confirmDialog({
      title: `撤回“${RIGHT_LABELS[right]}”的申请？`,
      body: '撤回后可以再申请',
      confirm: '撤回',
      cancel: '不撤回',
    });
    if (!sure) return;
    const reply = await withdraw({ right });
    if (!reply.ok) return;
    toast('已撤回', { kind: 'ok' });
    onChanged();
  };
  return (
    <>
      <Section title="我们存了什么">
        <Card>
          <KeyValues
            items={held
              .filter(({ count }) => count > 0)
              .map(({ what, count, why }) => ({ label: what, value: `${count} 项，用于${why}` }))}
          />
          <NotHeld kinds={none} />
        </Card>
        {keptUntil && (
          <Notice>
            保险合同、付款和销售记录要依法保存到 {keptUntil.replace(/-/g, '.')}
            。在这之前要求删除的，改为只存不用，到期销毁。消息、预约、联系信息和没有参保过的人可以马上删除。
          </Notice>
        )}
      </Section>
      {restrictedSince !== null && <RestrictionPart since={restrictedSince} onLifted={onChanged} />}
      {requests.length > 0 && (
        <Section title="我的申请">
          <Card flush>
            {requests.map((request) => (
              <div className="device-row" key={`${request.right} ${request.askedAt}`}>
                <span className="device-text">
                  {RIGHT_LABELS[request.right]}{' '}
                  <Tag tone={request.open ? 'warn' : 'neutral'}>{request.statusLabel}</Tag>
                  <span className="note">{request.answer ?? (request.open ? `${request.dueAt} 前答复` : '')}</span>
                  {request.lifted && (
                    <span className="note">
                      {formatDateTime(request.lifted.at)} {request.lifted.words}
                    </span>
                  )}
                </span>
                {request.open && (
                  <Button
                    kind="neutral"
                    small
                    label={`撤回${RIGHT_LABELS[request.right]}的申请`}
                    onPress={() => void takeBack(request.right)}
                  >
                    撤回
                  </Button>
                )}
              </div>
            ))}
          </Card>
        </Section>
      )}
      <Section title="我要">
        <AskAboutOwnData data={data} onDone={onChanged} />
      </Section>
      <Section title="也可以自己办">
        <Card flush>
          <Row label="改参保信息" note="姓名、证件、手机号、医保所在地" href="#/fixInfoDetail" />
          <Row label="关闭自动扣费" href="#/withhold" />
          <Row label="登录记录" href="#/loginHistory" />
        </Card>
      </Section>
      <Section title="谁看过我的信息">
        <Card flush>
          {looks.length === 0 && (
            <div className="device-row">
              <span className="device-text">
                {isOwnerKnown
                  ? '最近半年没有工作人员看过'
                  : '还没有用这个账户参保，不能确认您就是登记的本人，这里看不到。要查请打服务电话'}
              </span>
            </div>
          )}
          {looks.map((look, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: two looks may read the same
            <div className="device-row" key={index}>
              <span className="device-text">
                {look.who}，{look.what}
                <span className="note num">
                  {formatDateTime(look.at)}
                  {look.why && ` · ${look.why}`}
                </span>
              </span>
            </div>
          ))}
        </Card>
      </Section>
    </>
  );
}
