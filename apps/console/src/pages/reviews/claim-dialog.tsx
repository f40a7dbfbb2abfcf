import { Alert, Input } from 'antd';
import { useId, useState } from 'react';
import { Link } from 'react-router';
import { call, type Outputs } from '../../api/client.ts';
import { Dialog } from '../../app/dialog.tsx';
import { useSelf } from '../../app/self.tsx';
import { MaskedPerson } from '../../parts/masked-person.tsx';
import { useSending } from '../../parts/use-sending.ts';
import { writtenDay } from '../../parts/when.ts';
import { SumAgreement, SumSteps } from './sum-steps.tsx';

type Claim = Outputs['checkClaim'];

/** Any claim by its number, worked out again beside what its insurer pays. */
export function ClaimDialog({ onClose }: { onClose(): void }) {
  const id = useId();
  const [caseNo, setCaseNo] = useState('');
  const [claim, setClaim] = useState<Claim | null>(null);
  const { sending: busy, problem, setProblem, run } = useSending();
  const send = async () => {
    const typed = caseNo.trim();
    setClaim(null);
    if (!/^[0-9A-Za-z-]{6,40}$/.test(typed)) return setProblem('请填案件号，6 到 40 位字母、数字和 -');
    await run(async () => {
      setClaim(await call('checkClaim', { caseNo: typed }));
    });
  };
  return (
    <Dialog
      open
      width={680}
      title="按案件号重算"
      okText="重算"
      cancelText="关上"
      confirmLoading={busy}
      onOk={send}
      onCancel={onClose}
    >
      <p>按现在存着的费用和当时的规则再算一遍，和本人看到的一样。看一次记一次。</p>
      <label className="dialog-field" htmlFor={id}>
        案件号
      </label>
      <Input
        id={id}
        value={caseNo}
        maxLength={40}
        autoComplete="off"
        spellCheck={false}
        className="num"
        onChange={(event) => setCaseNo(event.target.value)}
        onPressEnter={({ ctrlKey, metaKey }) => {
          if (!ctrlKey && !metaKey) void send();
        }}
      />
      {problem !== null && <Alert style={{ marginTop: 12 }} type="warning" showIcon title={problem} role="alert" />}
      {claim !== null && <Shown claim={claim} />}
    </Dialog>
  );
}

function Shown({ claim }: { claim: Claim }) {
  const { may } = useSelf();
  return (
    <section className="review-claim" aria-label={`案件 ${claim.caseNo}`}>
      <dl className="facts">
        <dt>本人</dt>
        <dd>
          <MaskedPerson name={claim.name} number={claim.idNumber} />{' '}
          {claim.person !== null && may('people.view') && <Link to={`/people/${claim.person}`}>看这个人</Link>}
        </dd>
        <dt>产品</dt>
        <dd>
          {claim.editionName}，规则第 {claim.ruleVersion} 版
        </dd>
        <dt>状态</dt>
        <dd>
          {claim.statusLabel}，保险公司 {writtenDay(claim.day)} 的文件
        </dd>
      </dl>
      {claim.steps.length > 0 && <SumSteps steps={claim.steps} />}
      <SumAgreement rulesFen={claim.rulesFen} insurerFen={claim.insurerFen} />
    </section>
  );
}
