import '../../ui/form.css';
import type { ClaimRecheckValue, ClaimValue } from '@huimin/contract';
import { useState } from 'react';
import { calls } from '../../api/calls.ts';
import { failureText } from '../../api/no-reply-text.ts';
import { useAction } from '../../api/use-action.ts';
import { useCall } from '../../api/use-call.ts';
import { useElderMode, useProduct } from '../../context/index.ts';
import {
  Button,
  Card,
  Field,
  FormProblem,
  Icon,
  iconPhone,
  PhoneLink,
  Section,
  Sheet,
  Tag,
  TextArea,
  telHref,
  toast,
} from '../../ui/index.ts';

type Props = {
  asked: { readonly personKey: string; readonly caseNo: string };
  recheck: ClaimRecheckValue | null;
  mayAsk: boolean;
  onChange: () => void;
};

/** Has a claim worked out again by a person, and says how that stands. */
export function RecheckPart({ asked, recheck, mayAsk, onChange }: Props) {
  const elder = useElderMode();
  const { tel } = useProduct();
  const [open, setOpen] = useState(false);
  const [withdraw, withdrawing] = useAction(calls.withdrawRecheck);
  const takeBack = async () => {
    const reply = await withdraw(asked);
    if (!reply.ok) return;
    toast('已撤回');
    onChange();
  };
  const words = elder ? '申请再算一遍' : '觉得不对，申请复核';
  return (
    <>
      {recheck && (
        <Section title={elder ? '再算一遍' : '复核'}>
          <Card>
            <div className="claim-head">
              <b className="num">{recheck.askedAt} 申请</b>
              <Tag tone={recheck.status === 'asked' ? 'info' : recheck.status === 'corrected' ? 'ok' : 'neutral'}>
                {recheck.statusLabel}
              </Tag>
            </div>
            {recheck.until && (
              <p className="small muted mt2">
                最晚 {recheck.until} 答复，{recheck.tellsByMessage ? '有结果发短信给您' : '结果在这里看'}
              </p>
            )}
            {recheck.answer && <p className="small mt2">答复：{recheck.answer}</p>}
            {recheck.status === 'corrected' && (
              <p className="small muted mt2">更正后的金额，保险公司下一次更新后在这里显示</p>
            )}
            {recheck.status === 'asked' && (
              <div className="mt3">
                <Button kind="neutral" small busy={withdrawing.busy} onPress={() => void takeBack()}>
                  撤回申请
                </Button>
              </div>
            )}
          </Card>
        </Section>
      )}
      {elder ? (
        <Card className="mt4">
          <p>觉得不对，可以请人再算一遍。不收钱。</p>
          {mayAsk && (
            <div className="mt3">
              <Button kind="neutral" block onPress={() => setOpen(true)}>
                {words}
              </Button>
            </div>
          )}
          <div className="mt3">
            <Button kind="neutral" block href={telHref(tel)}>
              <Icon name={iconPhone} />
              打电话问
            </Button>
          </div>
        </Card>
      ) : (
        <>
          {mayAsk && (
            <div className="mt4">
              <Button kind="neutral" block onPress={() => setOpen(true)}>
                {words}
              </Button>
            </div>
          )}
          <p className="note center mt3">
            复核不收钱，5 个工作日内答复。
            <PhoneLink tel={tel} />
          </p>
        </>
      )}
      <AskSheet
        open={open}
        title={elder ? '申请再算一遍' : '申请复核'}
        asked={asked}
        onClose={() => setOpen(false)}
        onAsked={() => {
          setOpen(false);
          onChange();
        }}
      />
    </>
  );
}

/** What came of a second look stands with the claim. */
export function RecheckOf({ claim, personKey }: { claim: ClaimValue; personKey: string }) {
  const asked = { personKey, caseNo: claim.caseNo };
  const found = useCall(calls.queryClaimDetail, asked, { overlay: false, quietFailure: true });
  return (
    <RecheckPart
      asked={asked}
      recheck={found.value?.recheck ?? null}
      mayAsk={found.value?.mayAskRecheck ?? false}
      onChange={found.reload}
    />
  );
}

type SheetProps = Pick<Props, 'asked'> & { open: boolean; title: string; onClose: () => void; onAsked: () => void };

function AskSheet({ open, title, asked, onClose, onAsked }: SheetProps) {
  const [note, setNote] = useState('');
  const [problem, setProblem] = useState<string | null>(null);
  const [request, requesting] = useAction(calls.requestRecheck, { quietFailure: true });
  const send = async () => {
    const reply = await request(note.trim() === '' ? asked : { ...asked, note: note.trim() });
    if (!reply.ok) return setProblem(failureText(reply, '还没有提交'));
    setNote('');
    setProblem(null);
    toast(reply.value.tellsByMessage ? '已提交，有结果发短信给您' : '已提交，结果在这里看');
    onAsked();
  };
  return (
    <Sheet
      open={open}
      title={title}
      onClose={onClose}
      footer={
        <Button block busy={requesting.busy} onPress={() => void send()}>
          提交
        </Button>
      }
    >
      <p className="small muted">由工作人员重新核对这一次的费用和算法，5 个工作日内答复。</p>
      <FormProblem problem={problem} />
      <Field id="recheck-note" label="哪里不对（选填）" hint="请不要写病名、药名，写哪一笔费用就可以">
        {(field) => (
          <TextArea {...field} value={note} onChange={setNote} maxLength={200} placeholder="例如：有一张发票没有算" />
        )}
      </Field>
    </Sheet>
  );
}
