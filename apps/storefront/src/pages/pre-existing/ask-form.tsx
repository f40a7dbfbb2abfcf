import type { PreExistingOverviewValue } from '@huimin/contract';
import {
  GUARDIAN_CONSENT_LINE,
  HEALTH_CONSENT_LINES,
  HEALTH_CONSENT_VERSION,
  PRE_EXISTING_WAYS,
} from '@huimin/domain/pre-existing';
import { useState } from 'react';
import { calls } from '../../api/calls.ts';
import { newClientKey } from '../../api/new-client-key.ts';
import { failureText } from '../../api/no-reply-text.ts';
import { useAction } from '../../api/use-action.ts';
import { Agree, Button, Card, FormProblem, goToField, Notice, Section } from '../../ui/index.ts';
import { useFocus } from './use-focus.ts';

type Way = PreExistingOverviewValue['ways'][number];
type Props = {
  memberId: string | null;
  name: string;
  way: Way;
  /** There was a question before. */
  again: boolean;
  onAsked: () => void;
  onGiveUp: (() => void) | null;
};

const HANDED_OVER: Readonly<Record<Way, string>> = {
  private: '只交出由姓名和身份证号算出的密文代号，数据中心看不到姓名和号码。',
  trusted: '加密交出姓名和身份证号，数据中心按号码查。',
};

/** The rules for health information, agreed to separately, and the question itself. */
export function AskForm({ memberId, name, way, again, onAsked, onGiveUp }: Props) {
  const isChild = memberId !== null;
  const head = useFocus<HTMLHeadingElement>(again);
  const [agreed, setAgreed] = useState(false);
  const [guardian, setGuardian] = useState(false);
  const [tried, setTried] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  // One key for one question, however often it is sent.
  const [clientKey] = useState(newClientKey);
  const [askPrivate, askingPrivate] = useAction(calls.queryMiSuan, { quietFailure: true });
  const [askTrusted, askingTrusted] = useAction(calls.queryKeXin, { quietFailure: true });

  const go = async () => {
    setTried(true);
    setProblem(null);
    if (!agreed) return goToField('pe-agree');
    if (isChild && !guardian) return goToField('pe-guardian');
    const ask = way === 'private' ? askPrivate : askTrusted;
    const about = isChild ? { memberId, guardian: true as const } : {};
    const reply = await ask({ clientKey, consentVersion: HEALTH_CONSENT_VERSION, ...about });
    // What was shown of who asks ran out meanwhile: the screen asks for it anew.
    if (reply.ok || reply.name === 'proof-required') return onAsked();
    setProblem(failureText(reply, '', '不会重复查'));
  };

  return (
    <Section>
      <div className="section-head">
        <h2 ref={head} tabIndex={-1}>
          {again ? '再查一次' : '先看清楚，再决定查不查'}
        </h2>
      </div>
      <Card>
        <ul className="pe-rules">
          {HEALTH_CONSENT_LINES.map((line) => (
            <li key={line}>{line}</li>
          ))}
        </ul>
      </Card>
      <div className="mt3">
        <Notice title={`这次用${PRE_EXISTING_WAYS[way]}`}>{HANDED_OVER[way]}</Notice>
      </div>
      <div className="mt3">
        <Agree
          id="pe-agree"
          checked={agreed}
          error={tried && !agreed ? '请先勾选同意；不同意也不影响参保' : null}
          onChange={setAgreed}
        >
          我已看完，单独同意为这一次查询处理{isChild ? `${name}的` : '我的'}健康信息
        </Agree>
        {isChild && (
          <Agree
            id="pe-guardian"
            checked={guardian}
            error={tried && agreed && !guardian ? '只有监护人能替孩子查，请确认' : null}
            onChange={setGuardian}
          >
            {GUARDIAN_CONSENT_LINE}
          </Agree>
        )}
      </div>
      <FormProblem problem={problem} />
      <div className="mt4">
        <Button block busy={askingPrivate.busy || askingTrusted.busy} onPress={() => void go()}>
          同意并查询
        </Button>
      </div>
      <div className="center mt2">
        {onGiveUp ? (
          <Button kind="text" small onPress={onGiveUp}>
            先不查，看上次的结果
          </Button>
        ) : (
          <Button kind="text" small href="#/index">
            先不查了
          </Button>
        )}
      </div>
    </Section>
  );
}
