import '../../ui/bullet.css';
import { useRef, useState } from 'react';
import { calls } from '../../api/calls.ts';
import { newClientKey } from '../../api/new-client-key.ts';
import { useAction } from '../../api/use-action.ts';
import { useCall } from '../../api/use-call.ts';
import { Button, ConsentLine, Icon, iconWallet, Row, Sheet, useConsent } from '../../ui/index.ts';

/** The ways into the medical-insurance app, each with its consent; nothing where none is offered. */
export function MedicalAppJump({ when }: { when: boolean }) {
  const { value } = useCall(calls.ybjkJumpCheck, {}, { when, overlay: false, quietFailure: true });
  const [going, setGoing] = useState<string | null>(null);
  if (!when || !value) return null;
  const target = value.targets.find(({ source }) => source === going);
  return (
    <>
      {value.targets.map(({ source, name, note }) => (
        <Row
          key={source}
          icon={<Icon name={iconWallet} size={22} />}
          label={name}
          note={note}
          onPress={() => setGoing(source)}
        />
      ))}
      {target && (
        <JumpSheet
          target={target}
          version={value.consentVersion}
          lines={value.consentLines}
          phoneMasked={value.phoneMasked}
          onClose={() => setGoing(null)}
        />
      )}
    </>
  );
}

type SheetProps = {
  target: { source: string; name: string };
  version: number;
  lines: readonly string[];
  phoneMasked: string;
  onClose: () => void;
};

/** Says what is handed over, records the consent, hands the phone over, and goes. */
function JumpSheet({ target: { source, name }, version, lines, phoneMasked, onClose }: SheetProps) {
  const consent = useConsent('jump-consent', '请先勾选同意，再前往');
  const clientKey = useRef(newClientKey());
  const [save, saving] = useAction(calls.ybjkJumpSave);
  const [push, pushing] = useAction(calls.pushPhone);
  const [enter, entering] = useAction(calls.queryParam);
  const go = async () => {
    if (!consent.check()) return;
    const record = () => save({ clientKey: clientKey.current, source, consentVersion: version, consent: true });
    let saved = await record();
    // An earlier press with this key has ended: this one is a consent of its own.
    if (saved.ok && ['opened', 'lapsed', 'refused'].includes(saved.value.status)) {
      clientKey.current = newClientKey();
      saved = await record();
    }
    if (!saved.ok || !(await push({ source })).ok) return;
    const entry = await enter({});
    if (entry.ok) window.location.assign(entry.value.url);
  };
  return (
    <Sheet
      open
      title={name}
      onClose={onClose}
      footer={
        <div className="buttons">
          <Button block busy={saving.busy || pushing.busy || entering.busy} onPress={() => void go()}>
            前往医保页面
          </Button>
          <Button kind="text" block onPress={onClose}>
            不去了
          </Button>
        </div>
      }
    >
      <p>
        要打开医保局的页面，会把您的手机号 <span className="num">{phoneMasked}</span> 交给医保局。
      </p>
      <ul className="mt4">
        {lines.map((line) => (
          <li key={line} className="bullet">
            {line}
          </li>
        ))}
      </ul>
      <ConsentLine consent={consent}>我已看完，同意这一次交出我的手机号</ConsentLine>
    </Sheet>
  );
}
