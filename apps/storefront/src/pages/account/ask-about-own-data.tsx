import type { OutputOf } from '@huimin/contract';
import { useState } from 'react';
import { calls } from '../../api/calls.ts';
import { useAction } from '../../api/use-action.ts';
import { useNavigation } from '../../context/index.ts';
import { useHalfFilled } from '../../context/use-half-filled.ts';
import { type DataRequestForm, HALF_FILLED_REQUEST } from '../../features/account/half-filled-request.ts';
import {
  Button,
  Card,
  CheckRow,
  confirmDialog,
  Field,
  goToField,
  Notice,
  RadioChips,
  RestoredNotice,
  Row,
  Skeleton,
  TextArea,
  toast,
} from '../../ui/index.ts';
import { leaveAccount } from '../login/leave-account.ts';
import { OwnCopySheet } from './own-copy.tsx';
import type { OwnCopy } from './own-copy-text.ts';
import { useOwnDataCode } from './use-own-data-code.ts';

type OwnData = OutputOf<typeof import('@huimin/contract').calls.showOwnData>;
type Consent = OwnData['consents'][number]['consent'];
type Want = DataRequestForm['want'];

const WANTS: readonly { value: Want; label: string }[] = [
  { value: 'copy', label: '要一份' },
  { value: 'correct', label: '改正' },
  { value: 'restrict', label: '停止使用' },
  { value: 'erase', label: '删除' },
  { value: 'consent', label: '撤回同意' },
  { value: 'close', label: '注销账户' },
];
const WORDS = 'own-data-words';
const BLANK: DataRequestForm = { want: 'copy', words: '' };

/** Everything that can be asked for, each proven by a code to the account's phone. */
export function AskAboutOwnData({ data: { consents, closing }, onDone }: { data: OwnData; onDone: () => void }) {
  const kept = useHalfFilled(HALF_FILLED_REQUEST, null, BLANK);
  const { want, words } = kept.form ?? BLANK;
  const typed = useOwnDataCode('own-data-code');
  const { code } = typed;
  const [chosen, setChosen] = useState<readonly Consent[]>([]);
  const [wordsProblem, setWordsProblem] = useState<string | null>(null);
  const [ownCopy, setOwnCopy] = useState<OwnCopy | null>(null);
  const [ask, asking] = useAction(calls.askRight, { quietFailure: true });
  const [copy, copying] = useAction(calls.exportOwnData, { quietFailure: true });
  const [close, ending] = useAction(calls.closeAccount, { quietFailure: true });
  const { navigate } = useNavigation();
  const atOnce = want === 'consent' && chosen.length > 0;
  const asksWords = want !== 'copy' && want !== 'close' && !atOnce;
  const isBlocked = want === 'close' && closing.length > 0;
  const end = async () => {
    const sure = await confirmDialog({
      title: '注销账户？',
      body: '注销后不能恢复。家人信息、消息、预约和绑定的微信、支付宝马上删除；依法要保存的订单和保单只存不用，在这里看不到了',
      confirm: '注销',
      cancel: '不注销',
    });
    if (!sure) return;
    const reply = await close({ code });
    if (!reply.ok) return typed.refuse(reply);
    await leaveAccount();
    navigate('/index', { replace: true });
    toast('账户已注销', { kind: 'ok' });
  };
  const go = async () => {
    if (asksWords && words.trim().length < 2) {
      setWordsProblem('请写清楚要求，至少 2 个字');
      return goToField(WORDS);
    }
    if (!typed.check()) return;
    if (want === 'close') return end();
    const reply =
      want === 'copy'
        ? await copy({ code })
        : await ask(
            atOnce
              ? { right: want, words: labelsOf(consents, chosen), code, consents: [...chosen] }
              : { right: want, words: words.trim(), code },
          );
    if (!reply.ok) return typed.refuse(reply);
    typed.forget();
    kept.discard({ want, words: '' });
    if ('page' in reply.value) {
      setOwnCopy(reply.value);
    } else {
      setChosen([]);
      toast(atOnce ? '已撤回' : '已提交，15 个工作日内答复', { kind: 'ok' });
      onDone();
    }
  };
  if (kept.form === null) return <Skeleton lines={[44, 44, 52]} />;
  return (
    <>
      {kept.restored && <RestoredNotice onClear={() => kept.discard(BLANK)} />}
      <Card flush>
        <RadioChips
          name="own-data-want"
          legend="要什么"
          columns={3}
          options={WANTS}
          value={want}
          onChange={(next) => {
            kept.change({ want: next, words });
            setWordsProblem(null);
            typed.clearProblem();
          }}
        />
        {want === 'consent' && consents.length > 0 && (
          <fieldset className="own-consents">
            <legend className="field-label">马上撤回哪几项</legend>
            {consents.map(({ consent, label, effect }) => (
              <CheckRow
                key={consent}
                checked={chosen.includes(consent)}
                onChange={(on) => setChosen(on ? [...chosen, consent] : chosen.filter((one) => one !== consent))}
              >
                {label}
                <span className="note">{effect}</span>
              </CheckRow>
            ))}
          </fieldset>
        )}
        {asksWords && (
          <Field
            id={WORDS}
            label={want === 'consent' && consents.length > 0 ? '撤回别的，写清楚，请工作人员办' : '具体要求'}
            error={wordsProblem}
          >
            {(field) => (
              <TextArea
                {...field}
                maxLength={300}
                value={words}
                onChange={(text) => {
                  kept.change({ want, words: text });
                  setWordsProblem(null);
                }}
              />
            )}
          </Field>
        )}
        {want === 'close' && <Closing reasons={closing} />}
        {!isBlocked && typed.field}
      </Card>
      {!isBlocked && (
        <div className="mt3">
          <Button block busy={asking.busy || copying.busy || ending.busy} onPress={() => void go()}>
            {want === 'copy' ? '查看和保存' : want === 'close' ? '注销账户' : atOnce ? '撤回' : '提交申请'}
          </Button>
        </div>
      )}
      <OwnCopySheet copy={ownCopy} onClose={() => setOwnCopy(null)} />
    </>
  );
}

function labelsOf(consents: OwnData['consents'], chosen: readonly Consent[]): string {
  return consents
    .filter(({ consent }) => chosen.includes(consent))
    .map(({ label }) => label)
    .join('、');
}

/** What closing the account means, or what has to come to its end before. */
function Closing({ reasons }: { reasons: OwnData['closing'] }) {
  if (reasons.length === 0) {
    return (
      <div className="own-closing">
        <Notice title="注销后不能恢复">
          家人信息、消息、预约和绑定的微信、支付宝马上删除，自动扣费和授权一起撤回。依法要保存的订单和保单只存不用，到期销毁。用这个手机号可以重新登录，是一个新账户。
        </Notice>
      </div>
    );
  }
  return (
    <div className="own-closing">
      <Notice tone="warn" title="现在还不能注销">
        下面的办完了就可以。不想再收短信，可以先撤回同意；不想我们再用，可以选停止使用。
      </Notice>
      {reasons.map(({ what, screen }) => (
        <Row key={what} label={what} href={`#${screen}`} />
      ))}
    </div>
  );
}
