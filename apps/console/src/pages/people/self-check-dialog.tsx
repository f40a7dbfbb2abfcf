import { beijingDate } from '@huimin/domain/date';
import { readSelfCheck, SELF_CHECK_LABELS, SELF_CHECK_PLACES, SELF_CHECKS } from '@huimin/domain/self-check';
import { Alert, Input } from 'antd';
import { useId, useState } from 'react';
import { serverNow } from '../../api/server-clock.ts';
import { Dialog } from '../../app/dialog.tsx';
import { StateTag } from '../../parts/state-tag.tsx';

const STATES = {
  ok: { tone: 'success', text: '正常' },
  warn: { tone: 'warn', text: '要留意' },
  unknown: { tone: 'neutral', text: '没查到' },
} as const;

/** What the six characters say that somebody reads out from the phone’s own check; nothing is asked of the server. */
export function SelfCheckDialog({ onClose }: { onClose(): void }) {
  const id = useId();
  const [code, setCode] = useState('');
  const [read, setRead] = useState<ReturnType<typeof readSelfCheck> | null>(null);
  return (
    <Dialog
      open
      title="手机自检码"
      okText="看结果"
      cancelText="关上"
      onOk={() => setRead(readSelfCheck(code))}
      onCancel={onClose}
    >
      <p>请对方打开“手机自检”，念屏幕上的 6 位码。码里没有个人信息。</p>
      <label className="dialog-field" htmlFor={id}>
        自检码
      </label>
      <Input
        id={id}
        value={code}
        maxLength={10}
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        className="num"
        onChange={(event) => {
          setCode(event.target.value);
          setRead(null);
        }}
        onPressEnter={({ ctrlKey, metaKey }) => {
          if (!ctrlKey && !metaKey) setRead(readSelfCheck(code));
        }}
      />
      {read?.kind === 'wrong' && (
        <Alert style={{ marginTop: 12 }} type="warning" showIcon title="这串码不对，请对方再念一遍" role="alert" />
      )}
      {read?.kind === 'result' && (
        <div role="status">
          <p style={{ margin: '12px 0 8px' }}>
            在{SELF_CHECK_PLACES[read.result.channel]}里，{read.result.day} 日查的
            {read.result.day !== Number(beijingDate(serverNow()).slice(8)) && '，不是今天，请对方再查一次'}
          </p>
          <table className="console-table">
            <caption className="sr-only">自检结果</caption>
            <thead>
              <tr>
                <th scope="col">查了什么</th>
                <th scope="col">结果</th>
              </tr>
            </thead>
            <tbody>
              {SELF_CHECKS.map((name) => {
                const { tone, text } = STATES[read.result.states[name]];
                return (
                  <tr key={name}>
                    <td>{SELF_CHECK_LABELS[name]}</td>
                    <td>
                      <StateTag tone={tone}>{text}</StateTag>
                    </td>
                  </tr>
                );
              })}
            </tbody>
          </table>
          <p className="state-plain" style={{ marginTop: 10 }}>
            怎么处理，对方屏幕上每一项下面都写着。
          </p>
        </div>
      )}
    </Dialog>
  );
}
