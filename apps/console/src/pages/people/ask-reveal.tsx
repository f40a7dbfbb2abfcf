import type { PersonLineValue } from '@huimin/contract/console';
import { Alert, Checkbox, Input, Select } from 'antd';
import { useState } from 'react';
import { call, type Inputs } from '../../api/client.ts';
import { WhoAgrees } from '../../app/who-agrees.tsx';
import { ReasonDialog } from '../../parts/reason-dialog.tsx';

type Asking = Inputs['askToReadPerson'];

const FIELDS: readonly { value: Asking['revealed'][number]; label: string }[] = [
  { value: 'name', label: '姓名' },
  { value: 'idNumber', label: '证件号码' },
  { value: 'phone', label: '手机号' },
];
const PURPOSES: { value: Asking['purpose']; label: string }[] = [
  { value: 'call', label: '来电核对身份' },
  { value: 'complaint', label: '处理投诉' },
  { value: 'correction', label: '改正信息' },
  { value: 'court', label: '司法或监管要求' },
];

interface Props {
  readonly line: PersonLineValue;
  onAsked(): void;
  onClose(): void;
}

/** Which data, what for, and in a sentence why; another person decides. */
export function AskReveal({ line, onAsked, onClose }: Props) {
  const [revealed, setRevealed] = useState<Asking['revealed']>([]);
  const [purpose, setPurpose] = useState<Asking['purpose']>('call');
  const [ticket, setTicket] = useState('');
  return (
    <ReasonDialog
      title="查看完整信息"
      okText="提交申请"
      label="说明（至少 10 个字，不写证件号码和手机号）"
      least={10}
      after={<WhoAgrees permission="person.approve" />}
      problemBefore={() => {
        if (revealed.length === 0) return '请选看哪些';
        return ticket === '' || /^[0-9A-Za-z-]{3,32}$/.test(ticket) ? null : '工单号是 3 到 32 位字母、数字和横线';
      }}
      onSend={async (detail) => {
        const asked = { person: line.person, revealed, purpose, detail };
        await call('askToReadPerson', { ...asked, ...(ticket && { ticket }) });
        onAsked();
      }}
      onClose={onClose}
    >
      <Alert
        type="warning"
        showIcon
        title={`${line.name}，${line.idNumber}。同意后只给您一个人看，15 分钟后自动遮盖；看的内容、时间和原因写入审计日志，本人可以在“谁查过我”里看到。`}
      />
      <fieldset className="pe-choices">
        <legend>看哪些（只选要用的）</legend>
        <Checkbox.Group
          options={FIELDS.map((field) => ({ ...field }))}
          value={revealed}
          onChange={(values) => setRevealed(values)}
        />
      </fieldset>
      <div className="form-columns">
        <label className="dialog-field" htmlFor="pe-purpose">
          原因
          <Select
            id="pe-purpose"
            style={{ width: '100%' }}
            value={purpose}
            onChange={(chosen) => setPurpose(chosen)}
            options={PURPOSES}
          />
        </label>
        <label className="dialog-field" htmlFor="pe-ticket">
          工单号（选填）
          <Input
            id="pe-ticket"
            value={ticket}
            maxLength={32}
            onChange={(event) => setTicket(event.target.value.trim())}
          />
        </label>
      </div>
    </ReasonDialog>
  );
}
