import '../../ui/bullet.css';
import '../../ui/form.css';
import '../../ui/controls.css';
import type { ConsentQuestionValue } from '@huimin/contract';
import { formatDateTime, formatDotDate } from '@huimin/domain/date';
import { INSURED_CONSENT_VERSION, INSURED_CONSENT_WORDS } from '@huimin/domain/insured-consent';
import { editionAddress } from '@huimin/domain/share';
import { useState } from 'react';
import { calls } from '../../api/calls.ts';
import { failureText } from '../../api/no-reply-text.ts';
import { useAction } from '../../api/use-action.ts';
import { useCall } from '../../api/use-call.ts';
import { useProduct, useQuery } from '../../context/index.ts';
import { useReadAloud } from '../../context/use-read-aloud.ts';
import {
  Bar,
  Button,
  Card,
  confirmDialog,
  FormProblem,
  inWords,
  KeyValues,
  Page,
  PhoneLink,
  Row,
  Section,
} from '../../ui/index.ts';
import { ListenButton, tellNotRead } from '../../ui/listen-button.tsx';
import { useElderSize } from '../assisted/use-elder-size.ts';
import { LinkNotOpen } from '../by-link/link-not-open.tsx';
import { OwnNumber } from '../by-link/own-number.tsx';

const TITLE = '家人为您投保，请您确认';
/** #/familyConfirm: somebody whom a relative insures sees it on their own phone, always in large letters, and agrees or does not. */
export default function FamilyConfirmPage() {
  useElderSize();
  const link = useQuery().get('link') ?? '';
  const opened = useCall(calls.openConsent, { link }, { quietFailure: true });
  const [own, setOwn] = useState<{ question: ConsentQuestionValue; idTail: string } | null>(null);
  if (own?.question.own) {
    return <Own {...own} link={link} onAnswered={(question) => setOwn({ ...own, question })} />;
  }
  if (!opened.value) return <LinkNotOpen title={TITLE} opened={opened} lead="请家人再发一次" />;
  return <Who link={link} question={opened.value} onOwn={(question, idTail) => setOwn({ question, idTail })} />;
}

/** What was bought, and by whom. */
function Offer({ question: { payerName, productName, coverText, own } }: { question: ConsentQuestionValue }) {
  return (
    <Card>
      <KeyValues
        items={[
          { label: '谁买的', value: own ? `${payerName}（${own.payerIs}）` : payerName, pii: true },
          { label: '买了什么', value: productName },
          { label: '保障期', value: coverText, num: true },
          { label: '保费', value: '由投保人付，您不用付钱' },
        ]}
      />
    </Card>
  );
}

type WhoProps = {
  link: string;
  question: ConsentQuestionValue;
  onOwn: (question: ConsentQuestionValue, idTail: string) => void;
};

function Who({ link, question, onOwn }: WhoProps) {
  const [open, opening] = useAction(calls.openConsent, { quietFailure: true });
  const send = async (idTail: string) => {
    const reply = await open({ link, idTail });
    if (!reply.ok) return failureText(reply);
    onOwn(reply.value, idTail);
    return null;
  };
  return (
    <Page
      title={inWords(TITLE)}
      lead={
        <>
          <span data-pii>{question.nameMasked}</span>，您好
        </>
      }
    >
      <Offer question={question} />
      <OwnNumber busy={opening.busy} onSend={send} />
      <p className="note mt3">不是您本人？请不要输入，直接关掉这个页面。没有人会向您要验证码或者钱。</p>
    </Page>
  );
}

type OwnProps = {
  link: string;
  idTail: string;
  question: ConsentQuestionValue;
  onAnswered: (question: ConsentQuestionValue) => void;
};

function Own(props: OwnProps) {
  const [again, setAgain] = useState(false);
  const { question } = props;
  if (question.whyNot === null && (again || question.status === 'asked')) {
    return (
      <Answer
        {...props}
        onAnswered={(answered) => {
          setAgain(false);
          props.onAnswered(answered);
        }}
      />
    );
  }
  return <Answered question={question} onAgain={question.whyNot === null ? () => setAgain(true) : null} />;
}

const ANSWERED: Readonly<Record<string, { title: string; text: string }>> = {
  asked: { title: '不用再确认', text: '' },
  agreed: { title: '您已同意', text: '已经告诉为您投保的家人。' },
  declined: { title: '您已说不同意', text: '已经告诉为您投保的家人，由家人退保。' },
};

function Answered({ question, onAgain }: { question: ConsentQuestionValue; onAgain: (() => void) | null }) {
  const { tel } = useProduct();
  const words = ANSWERED[question.status];
  return (
    <Page title={words?.title ?? question.statusLabel} lead={question.whyNot ?? words?.text}>
      <Offer question={question} />
      <OwnData question={question} />
      <div className="buttons mt6">
        {onAgain && (
          <Button kind="neutral" block onPress={onAgain}>
            改一下我的答复
          </Button>
        )}
        <Button kind="neutral" block href="#/order_search">
          查我的保单
        </Button>
      </div>
      <p className="note mt3 center">
        有疑问？<PhoneLink tel={tel}>打 {tel}</PhoneLink>
      </p>
    </Page>
  );
}

function OwnData({ question: { own } }: { question: ConsentQuestionValue }) {
  if (!own) return null;
  return (
    <Section title="您的信息">
      <Card>
        <KeyValues
          items={[
            { label: '姓名', value: own.name, pii: true },
            { label: own.idTypeLabel || '证件', value: own.idNumberMasked, num: true, pii: true },
            { label: '出生日期', value: formatDotDate(own.birthDate), num: true, pii: true },
            { label: '医保所在地', value: own.regionText },
            { label: '答复时间', value: own.answeredAt && formatDateTime(own.answeredAt), num: true },
          ]}
        />
      </Card>
    </Section>
  );
}

function Answer({ link, idTail, question, onAnswered }: OwnProps) {
  const aloud = useReadAloud();
  const [problem, setProblem] = useState<string | null>(null);
  const [answer, answering] = useAction(calls.answerConsent, { quietFailure: true });
  const { own, payerName, productName, coverText, editionCode } = question;
  if (!own) return null;
  const send = async (agrees: boolean) => {
    aloud.stop();
    setProblem(null);
    const reply = await answer({ link, idTail, agrees, wordsVersion: INSURED_CONSENT_VERSION });
    if (reply.ok) return onAnswered(reply.value);
    setProblem(failureText(reply, '没有交上去'));
  };
  const decline = async () => {
    const isSure = await confirmDialog({
      title: '不同意？',
      body: '我们会告诉为您投保的家人，由家人退保。不认识这个人，也可以打服务电话',
      confirm: '不同意',
      cancel: '再想想',
    });
    if (isSure) void send(false);
  };
  const sentences = [
    `${own.name}，您好。`,
    `${own.payerIs} ${payerName} 为您投保了 ${productName}，保障期 ${coverText}，您不用付钱。`,
    '请您确认：',
    ...INSURED_CONSENT_WORDS.map((words) => `${words}。`),
    '没有错，请点“我同意”。不同意，请点“我不同意”。',
  ];
  return (
    <Page
      title={inWords(TITLE)}
      lead={
        <>
          <span data-pii>{own.name}</span>，请您自己看一遍
        </>
      }
      bar={
        <Bar>
          <Button busy={answering.busy} onPress={() => void send(true)}>
            我同意
          </Button>
        </Bar>
      }
    >
      {aloud.canRead && (
        <ListenButton isReading={aloud.isReading} onPress={() => aloud.press(sentences, { failed: tellNotRead })} />
      )}
      <div className="mt3">
        <Offer question={question} />
      </div>
      <OwnData question={question} />
      <Section title="点“我同意”就是说">
        <Card>
          <ul>
            {INSURED_CONSENT_WORDS.map((words) => (
              <li key={words} className="bullet">
                {words}
              </li>
            ))}
          </ul>
        </Card>
      </Section>
      <Card flush className="mt3">
        <Row label="看保险条款和不赔的情形" href={editionAddress(editionCode, '/agreement', '')} />
      </Card>
      <p className="note mt3">信息不对，请不要点同意，告诉为您投保的家人改好。</p>
      <FormProblem problem={problem} />
      <div className="center mt3">
        <Button kind="text" onPress={() => void decline()}>
          我不同意
        </Button>
      </div>
    </Page>
  );
}
