import '../../ui/form.css';
import '../../ui/controls.css';
import './group.css';
import type { GroupInvitationValue, InputOf } from '@huimin/contract';
import { formatDateTime, formatDotDate } from '@huimin/domain/date';
import { saidYuan } from '@huimin/domain/money';
import { regionDisplayText } from '@huimin/domain/region';
import { editionAddress } from '@huimin/domain/share';
import { useState } from 'react';
import { calls } from '../../api/calls.ts';
import { failureText } from '../../api/no-reply-text.ts';
import { useAction } from '../../api/use-action.ts';
import { useCall } from '../../api/use-call.ts';
import { useProduct, useQuery } from '../../context/index.ts';
import { ReadingSection, ReadingSheet } from '../../features/documents/must-read.tsx';
import { unreadText, useMustRead } from '../../features/documents/use-must-read.ts';
import { useRequiredDocuments } from '../../features/documents/use-required-documents.ts';
import { TicketPaper } from '../../features/policies/ticket-paper.tsx';
import { RegionPicker } from '../../features/region/region-picker.tsx';
import {
  Bar,
  Button,
  Card,
  ConsentLine,
  confirmDialog,
  EmptyState,
  FieldError,
  FormProblem,
  goToField,
  inWords,
  KeyValues,
  Notice,
  Page,
  Row,
  Section,
  useConsent,
} from '../../ui/index.ts';
import { LinkNotOpen } from '../by-link/link-not-open.tsx';
import { OwnNumber } from '../by-link/own-number.tsx';

const TITLE = '单位为您投保，请您确认';
const REGION_FIELD = 'group-region';
/** #/groupConfirm: a person whom a company wants to insure reads, looks at the own data, and agrees or does not. */
export default function GroupConfirmPage() {
  const link = useQuery().get('link') ?? '';
  const opened = useCall(calls.openInvitation, { link }, { quietFailure: true });
  const [own, setOwn] = useState<{ invitation: GroupInvitationValue; idTail: string } | null>(null);
  if (own?.invitation.own) {
    return (
      <Own
        link={link}
        idTail={own.idTail}
        invitation={own.invitation}
        onAnswered={(invitation) => setOwn({ ...own, invitation })}
      />
    );
  }
  if (!opened.value) return <LinkNotOpen title={TITLE} opened={opened} lead="请单位经办人重发" />;
  return <Who link={link} invitation={opened.value} onOwn={(invitation, idTail) => setOwn({ invitation, idTail })} />;
}

/** What is offered by whom; the own data comes after the end of the own number. */
function Offer({ invitation }: { invitation: GroupInvitationValue }) {
  const { companyName, productName, premiumFen, coverText } = invitation;
  return (
    <Card>
      <KeyValues
        items={[
          { label: '投保单位', value: companyName },
          { label: '产品', value: productName },
          { label: '保障期', value: coverText, num: true },
          {
            label: '保费',
            value: (
              <>
                <span className="num">{saidYuan(premiumFen)}</span> 元，由单位付，您不用付钱
              </>
            ),
          },
        ]}
      />
    </Card>
  );
}

type WhoProps = {
  link: string;
  invitation: GroupInvitationValue;
  onOwn: (invitation: GroupInvitationValue, idTail: string) => void;
};

function Who({ link, invitation, onOwn }: WhoProps) {
  const [open, opening] = useAction(calls.openInvitation, { quietFailure: true });
  const send = async (idTail: string) => {
    const reply = await open({ link, idTail });
    if (!reply.ok) return failureText(reply);
    onOwn(reply.value, idTail);
    return null;
  };
  return (
    <Page title={inWords(TITLE)} lead={`${invitation.nameMasked}，您好`}>
      <Offer invitation={invitation} />
      <OwnNumber busy={opening.busy} onSend={send} />
      <p className="note mt3">不是您本人？请不要输入，直接关掉这个页面。</p>
    </Page>
  );
}

type OwnProps = {
  link: string;
  idTail: string;
  invitation: GroupInvitationValue;
  onAnswered: (invitation: GroupInvitationValue) => void;
};

function Own(props: OwnProps) {
  const { invitation } = props;
  const [again, setAgain] = useState(false);
  const { status, answerUntil } = invitation;
  const isOpen = answerUntil !== null && (again || status === 'waiting');
  return isOpen ? (
    <Answer
      {...props}
      onAnswered={(answered) => {
        setAgain(false);
        props.onAnswered(answered);
      }}
    />
  ) : (
    <Answered invitation={invitation} onAgain={answerUntil === null ? null : () => setAgain(true)} />
  );
}

const ANSWERED: Readonly<Record<string, { title: string; text: string }>> = {
  confirmed: { title: '您已确认参加', text: '单位付款后出保单，出好后短信通知您。' },
  declined: { title: '您已选择不参加', text: '单位不会为您投保。改主意了，可以在出账单前重新确认。' },
  billed: { title: '您已确认参加', text: '单位正在付款，保单出好后短信通知您。' },
  insured: { title: '保单已出', text: '保费由单位付了。保障期内可以随时查看。' },
  dropped: { title: '这次没有为您投保', text: '您已经有本年度保障，不用重复买，款项退回单位。' },
  leaving: { title: '单位正在为您退保', text: '退好后，您可以自己参保。' },
  removed: { title: '单位已为您退保', text: '需要保障，您可以自己参保。' },
};

function Answered({ invitation, onAgain }: { invitation: GroupInvitationValue; onAgain: (() => void) | null }) {
  const { own, status, statusLabel } = invitation;
  const words = ANSWERED[status] ?? { title: statusLabel, text: '请联系单位经办人。' };
  return (
    <Page title={words.title} lead={words.text}>
      <Offer invitation={invitation} />
      {own?.policyNo && (
        <Section title="您的保单">
          <Card>
            <KeyValues items={[{ label: '保单号', value: own.policyNo, num: true }]} />
            {own.ticket && (
              <TicketPaper path={calls.invitationPolicy.path} ticket={own.ticket} whose={`${own.name}的保单`} />
            )}
            <p className="note mt2">15 分钟内有效，过了请重新打开短信里的链接；也可以在“保单查询”里查。</p>
          </Card>
        </Section>
      )}
      {own && <OwnData own={own} regionText={own.regionText} />}
      <div className="buttons mt6">
        {onAgain && (
          <Button kind="neutral" block onPress={onAgain}>
            改一下我的选择
          </Button>
        )}
        {(status === 'removed' || status === 'declined') && (
          <Button kind="neutral" block href="#/index">
            自己参保
          </Button>
        )}
        {status === 'insured' && (
          <Button kind="neutral" block href="#/order_search">
            去保单查询
          </Button>
        )}
      </div>
    </Page>
  );
}

type DataProps = { own: NonNullable<GroupInvitationValue['own']>; regionText?: string | null };

function OwnData({ own, regionText }: DataProps) {
  return (
    <Section title="您的信息">
      <Card>
        <KeyValues
          items={[
            { label: '姓名', value: own.name },
            { label: own.idTypeLabel || '证件', value: own.idNumberMasked, num: true },
            { label: '出生日期', value: formatDotDate(own.birthDate), num: true },
            { label: '手机号', value: own.phoneMasked, num: true },
            { label: '医保所在地', value: regionText },
            {
              label: '确认时间',
              value: own.answeredAt ? formatDateTime(own.answeredAt) : null,
              num: true,
            },
          ]}
        />
      </Card>
    </Section>
  );
}

type Version = InputOf<typeof import('@huimin/contract').calls.answerInvitation>['agreedDocuments'][number];

function Answer({ link, idTail, invitation, onAnswered }: OwnProps) {
  const product = useProduct();
  const isThisEdition = product.editionCode === invitation.editionCode;
  const { documents, refresh } = useRequiredDocuments(product);
  const [read, setRead] = useState<readonly Version[]>([]);
  const reading = useMustRead(documents, {
    isRead: ({ key, version }) => read.some((one) => one.key === key && one.version === version),
    keep: (one) => setRead((before) => [...before.filter(({ key }) => key !== one.key), one]),
  });
  const [region, setRegion] = useState(invitation.own?.regionCode ?? null);
  const [picking, setPicking] = useState(false);
  const [regionProblem, setRegionProblem] = useState<string | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const consent = useConsent('group-consent', '请先勾选同意，再确认参加');
  const [answer, answering] = useAction(calls.answerInvitation, { quietFailure: true });
  const { own } = invitation;
  if (!own) return null;
  if (!isThisEdition) return <OtherEdition invitation={invitation} />;

  const send = async (join: boolean) => {
    setProblem(null);
    const reply = await answer({
      link,
      idTail,
      join,
      agreedDocuments: join ? documents.map(({ key, version }) => ({ key, version })) : [],
      ...(join && region ? { regionCode: region, consent: true as const } : {}),
    });
    if (reply.ok) return onAnswered(reply.value);
    if (reply.name === 'documents-changed') {
      consent.set(false);
      await refresh();
    }
    setProblem(failureText(reply, '没有交上去'));
  };
  const join = () => {
    const [first] = reading.unread;
    if (first) return reading.begin(first.key);
    setRegionProblem(region === null ? '请先选择医保所在地' : null);
    if (region === null) return goToField(REGION_FIELD);
    if (consent.check()) void send(true);
  };
  const decline = async () => {
    const isSure = await confirmDialog({
      title: '不参加？',
      body: '单位不会为您投保，也不影响您自己参保。出账单前可以改主意',
      confirm: '不参加',
      cancel: '再想想',
    });
    if (isSure) void send(false);
  };
  const blocked = unreadText(reading, '确认');
  return (
    <Page
      title={inWords(TITLE)}
      lead={`${own.name}，请您自己看一遍`}
      bar={
        <Bar tip={blocked}>
          <Button busy={answering.busy} onPress={join}>
            {blocked ? '去读文件' : '确认参加'}
          </Button>
        </Bar>
      }
    >
      <Offer invitation={invitation} />
      <OwnData own={own} />
      <p className="note mt2">信息不对，请不要确认，联系单位经办人改名单，改好会重发短信。</p>
      <Card flush className="mt3">
        <Row
          id={REGION_FIELD}
          label="医保所在地"
          value={region === null ? '请选择' : regionDisplayText(region)}
          onPress={() => setPicking(true)}
        />
        <FieldError error={regionProblem} />
      </Card>
      <ReadingSection reading={reading} />
      <ConsentLine consent={consent}>
        同意{invitation.companyName}作为投保人为我投保，同意为此使用和保存我的姓名、证件号码和手机号
      </ConsentLine>
      <Notice title="这一页只记下这些">投保人是单位。这里只记您读过哪几份文件、哪个版本，和您确认的时间。</Notice>
      <FormProblem problem={problem} />
      <div className="center mt3">
        <Button kind="text" small onPress={() => void decline()}>
          我不参加
        </Button>
      </div>
      <ReadingSheet reading={reading} productId={invitation.editionCode} />
      <RegionPicker
        open={picking}
        chosen={region}
        onClose={() => setPicking(false)}
        onConfirm={(code) => {
          setRegion(code);
          setRegionProblem(null);
          setPicking(false);
        }}
      />
    </Page>
  );
}

/** The documents are those of the edition that the page shows. */
function OtherEdition({ invitation }: { invitation: GroupInvitationValue }) {
  const address = editionAddress(invitation.editionCode, window.location.hash.slice(1), '');
  return (
    <Page title={inWords(TITLE)}>
      <EmptyState title={`请在${invitation.productName} 的页面里确认`} action={<Button href={address}>打开</Button>} />
    </Page>
  );
}
