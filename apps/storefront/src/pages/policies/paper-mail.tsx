import './paper-page.css';
import type { Calls, OutputOf } from '@huimin/contract';
import { checkMailAddress } from '@huimin/domain/mail';
import { useState } from 'react';
import { calls } from '../../api/calls.ts';
import { createWishKeys } from '../../api/new-client-key.ts';
import { failureText } from '../../api/no-reply-text.ts';
import { useAction } from '../../api/use-action.ts';
import { useCall } from '../../api/use-call.ts';
import { useLookAgain } from '../../api/use-look-again.ts';
import { useElderMode } from '../../context/index.ts';
import { type PaperInput, paperPage, paperScreen } from '../../features/policies/paper-links.ts';
import {
  Bar,
  Button,
  Card,
  confirmDialog,
  Field,
  FormProblem,
  goToField,
  KeyValues,
  Notice,
  Page,
  Result,
  TextInput,
} from '../../ui/index.ts';

type Mail = OutputOf<Calls['queryPaperMail']>;

const TITLE = '发到邮箱';
const ADDRESS = 'mail-address';
/** While a mail is on its way the page looks again. */
const LOOK_AGAIN_MS = 3_000;
const NAMES = { policy: '电子保单', voucher: '付款凭证', money: '付款和退款记录', endorsement: '保险批单' };

/** Sends a paper to an address that its owner types and confirms, and tells how it stands. */
export function PaperMail({ input }: { input: PaperInput }) {
  const [sent, setSent] = useState<Mail | null>(null);
  return sent ? (
    <Sent first={sent} input={input} onAgain={() => setSent(null)} />
  ) : (
    <Ask input={input} onSent={setSent} />
  );
}

function Ask({ input, onSent }: { input: PaperInput; onSent: (mail: Mail) => void }) {
  const elder = useElderMode();
  const [address, setAddress] = useState('');
  const [error, setError] = useState<string | null>(null);
  const [unsent, setUnsent] = useState<string | null>(null);
  const [keyOf] = useState(() => createWishKeys());
  const [send, { busy }] = useAction(calls.sendPaperMail, { quietFailure: true });
  const checked = checkMailAddress(address);
  const likely = checked.ok ? checked.likely : null;

  const submit = async () => {
    setUnsent(null);
    const refuse = (message: string) => {
      setError(message);
      goToField(ADDRESS);
    };
    if (!checked.ok) return refuse(checked.message);
    const sure = await confirmDialog({
      title: '邮箱对吗？',
      body: `${NAMES[input.paper]}会发到 ${checked.address}。里面有个人信息，地址错了会发给别人。`,
      confirm: '对，发送',
      cancel: '再看看',
    });
    if (!sure) return;
    const wanted = { ...input, address: checked.address };
    const reply = await send({ ...wanted, clientKey: keyOf(wanted) });
    if (reply.ok) onSent(reply.value);
    else if (reply.name === 'no-reply') setUnsent(failureText(reply, '不知道发出去没有', '不会重复发'));
    else refuse(reply.message);
  };

  return (
    <Page
      title={TITLE}
      lead={`把${NAMES[input.paper]}（PDF）发到您的邮箱`}
      bar={
        <Bar>
          <Button block busy={busy} onPress={() => void submit()}>
            {elder ? '发送' : '发送到邮箱'}
          </Button>
        </Bar>
      }
    >
      <Card className="mail-card">
        <Field id={ADDRESS} label="邮箱" hint="比如 name@qq.com" error={error}>
          {(field) => (
            <TextInput
              {...field}
              value={address}
              onChange={(text) => {
                setAddress(text);
                setError(null);
              }}
              onBlur={() => address !== '' && !checked.ok && setError(checked.message)}
              autoComplete="email"
              inputMode="email"
              maxLength={120}
            />
          )}
        </Field>
        {likely && (
          <div className="mail-suggestion" role="status">
            <Notice tone="warn">
              <span>您是不是要填 {likely}？</span>{' '}
              <button type="button" className="link" onClick={() => setAddress(likely)}>
                改成这个
              </button>
            </Notice>
          </div>
        )}
      </Card>
      <FormProblem problem={unsent} />
      <p className="note mt3">邮件正文不写姓名和证件号，发出后我们就删掉这个邮箱地址。每天最多发 20 封。</p>
    </Page>
  );
}

const TONES = { waiting: 'wait', sent: 'ok', 'wrong-address': 'err', 'given-up': 'err' } as const;
const HEADS = { waiting: '正在发送', sent: '已经发出', 'wrong-address': '邮箱收不了', 'given-up': '没有发成' } as const;

const PAGE_WORDS = {
  policy: '看保险凭证',
  voucher: '看保险凭证',
  money: '看付款记录',
  endorsement: '看更正',
} as const;

function Sent({ first, input, onAgain }: { first: Mail; input: PaperInput; onAgain: () => void }) {
  const asked = useCall(calls.queryPaperMail, { mailNo: first.mailNo }, { overlay: false, quietFailure: true });
  const { value } = asked;
  const mail = value ?? first;
  const isMoving = mail.state === 'waiting';
  useLookAgain(asked, { when: isMoving, everyMs: LOOK_AGAIN_MS });
  const failed = mail.state === 'wrong-address' || mail.state === 'given-up';
  return (
    <Page
      bar={
        <Bar>
          {failed && (
            <Button kind="neutral" href={paperScreen('picture', input)}>
              保存图片
            </Button>
          )}
          <Button kind={failed ? 'primary' : 'neutral'} onPress={onAgain}>
            {failed ? '换一个邮箱' : '再发一封'}
          </Button>
          {!failed && <Button href={paperPage(input)}>{PAGE_WORDS[input.paper]}</Button>}
        </Bar>
      }
    >
      <Result tone={TONES[mail.state]} title={HEADS[mail.state]} lead={mail.stateText} />
      <Card>
        <KeyValues
          items={[
            { label: '文件', value: mail.title },
            { label: '邮箱', value: mail.addressMasked, num: true },
            { label: '提交时间', value: mail.createdAt, num: true },
          ]}
        />
      </Card>
    </Page>
  );
}
