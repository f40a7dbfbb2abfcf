import { FACE_TRIES_A_DAY } from '@huimin/domain/identity';
import { useState } from 'react';
import { useNavigation, useProduct } from '../../context/index.ts';
import type { IdentityRequest } from '../../features/identity/identity-request.ts';
import { purposeWords } from '../../features/identity/purpose-words.ts';
import {
  Bar,
  Button,
  Card,
  FirstLine,
  goToField,
  Icon,
  type IconShape,
  IconTile,
  iconCheck,
  iconDocument,
  iconFace,
  iconHeadset,
  iconInfo,
  iconPhone,
  iconSim,
  Page,
  PhoneLink,
  Row,
  telHref,
} from '../../ui/index.ts';
import { ByCarrier } from './by-carrier.tsx';
import { FaceConsent } from './face-consent.tsx';

type Way = 'face' | 'carrier' | 'manual';
type Props = { request: IdentityRequest; onChange: (request: IdentityRequest | null) => void };

/** The choice between the face and people, then the step of the one that was chosen. */
export function ChooseWay({ request, onChange }: Props) {
  const [way, setWay] = useState<Way | null>(null);
  const [step, setStep] = useState<Way | null>(null);
  const { navigate } = useNavigation();
  const { purpose, backTo, face, triesLeft, carrier, manualTo } = request;
  const words = purposeWords(purpose);
  const back = () => setStep(null);
  if (step === 'face') return <FaceConsent request={request} onOtherWay={back} onExpired={() => onChange(null)} />;
  if (step === 'carrier') return <ByCarrier request={request} onOtherWay={back} onExpired={() => onChange(null)} />;
  if (step === 'manual') return <ByHand request={request} onOtherWay={face === null && !carrier ? null : back} />;

  const noFace = face === null ? '这里现在不能刷脸' : triesLeft === 0 ? '今天的次数用完了，明天可以再试' : null;
  return (
    <Page
      step="第 1 步，共 2 步"
      title="核对是不是您本人"
      lead={words.why}
      bar={
        <Bar
          tip={
            way === null && (
              <>
                <Icon name={iconInfo} size={18} />
                请先选一种办法
              </>
            )
          }
        >
          <Button kind="neutral" onPress={() => navigate(backTo, { replace: true })}>
            {words.leave}
          </Button>
          <Button
            onPress={() => (way === null ? goToField(noFace === null ? 'way-face' : 'way-manual') : setStep(way))}
          >
            下一步
          </Button>
        </Bar>
      }
    >
      <fieldset>
        <legend className="sr-only">选择核对方式</legend>
        <WayChoice
          value="face"
          chosen={way}
          onChoose={setWay}
          disabled={noFace !== null}
          icon={iconFace}
          title="刷脸"
          lead={noFace ?? '大约 1 分钟，要用摄像头'}
          facts={[
            [iconCheck, '只用于这一次核对'],
            [iconCheck, '我们不保存您的人脸照片'],
            [iconCheck, `一天最多试 ${FACE_TRIES_A_DAY} 次${noFace === null ? `，还能试 ${triesLeft} 次` : ''}`],
          ]}
          note="选这种，下一步会单独请您同意《人脸信息处理规则》"
        />
        {carrier && (
          <WayChoice
            value="carrier"
            chosen={way}
            onChoose={setWay}
            icon={iconSim}
            title={`${words.phone}实名核对`}
            lead="不用人脸，马上知道结果"
            facts={[
              [iconCheck, `由运营商核对${words.phone}是不是您本人办的`],
              [iconCheck, '只用于这一次核对'],
            ]}
            note={`${words.phone}要用您自己的身份证办理`}
          />
        )}
        <WayChoice
          value="manual"
          chosen={way}
          onChoose={setWay}
          icon={iconHeadset}
          title="人工核对"
          lead="不用人脸"
          facts={[
            [iconPhone, '电话：报保单信息核对'],
            ...(manualTo === null ? [] : ([[iconDocument, '申请：工作人员看过再办']] as const)),
          ]}
          note="由工作人员核对，不是马上办好"
        />
      </fieldset>
      <p className="note mt4">{carrier ? '几种' : '两种'}办法效果一样。不想刷脸，不影响您办任何事。</p>
    </Page>
  );
}

type WayChoiceProps = {
  value: Way;
  chosen: Way | null;
  onChoose: (way: Way) => void;
  disabled?: boolean;
  icon: IconShape;
  title: string;
  lead: string;
  facts: readonly (readonly [icon: IconShape, text: string])[];
  note: string;
};

function WayChoice({ value, chosen, onChoose, disabled, icon, title, lead, facts, note }: WayChoiceProps) {
  return (
    <label className={chosen === value ? 'way way-chosen' : 'way'}>
      <IconTile tone={value === 'face' ? 'info' : 'neutral'}>
        <Icon name={icon} />
      </IconTile>
      <span className="way-main">
        <b>{title}</b>
        <span className="way-lead">{lead}</span>
        <ul className="way-facts">
          {facts.map(([factIcon, text]) => (
            <li className="way-fact" key={text}>
              <FirstLine>
                <Icon name={factIcon} size={18} />
              </FirstLine>
              {text}
            </li>
          ))}
        </ul>
        <span className="note way-note">{note}</span>
      </span>
      <input
        type="radio"
        className="pick"
        id={`way-${value}`}
        name="identity-way"
        value={value}
        aria-label={title}
        checked={chosen === value}
        disabled={disabled}
        onChange={() => onChoose(value)}
      />
    </label>
  );
}

/** The ways that need no face. */
function ByHand({ request, onOtherWay }: { request: IdentityRequest; onOtherWay: (() => void) | null }) {
  const { tel } = useProduct();
  const { navigate } = useNavigation();
  const { backTo, manualTo, purpose } = request;
  return (
    <Page
      step="第 2 步，共 2 步"
      title="人工核对"
      lead="不用人脸，由工作人员核对是不是您本人"
      bar={
        <Bar>
          {onOtherWay && (
            <Button kind="neutral" onPress={onOtherWay}>
              换一种办法
            </Button>
          )}
          <Button href={telHref(tel)}>打电话</Button>
        </Bar>
      }
    >
      <Card flush>
        {manualTo !== null && <Row label="在这里交申请" note="写明情况，工作人员看过再办" href={`#${manualTo}`} />}
        <Row
          icon={<Icon name={iconPhone} />}
          label={
            <>
              打客服电话 <PhoneLink tel={tel} />
            </>
          }
          note="请准备好保单号、姓名和身份证号，工作人员会核对"
        />
      </Card>
      <p className="note mt4">工作人员不会问您短信验证码和银行卡密码。</p>
      <div className="center">
        <Button kind="text" small onPress={() => navigate(backTo, { replace: true })}>
          {purposeWords(purpose).leave}
        </Button>
      </div>
    </Page>
  );
}
