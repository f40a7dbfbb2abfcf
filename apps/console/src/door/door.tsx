import type { SignInStepValue, StaffSelfValue } from '@huimin/contract/console';
import { useEffect, useState } from 'react';
import { call, keepPageToken } from '../api/client.ts';
import { Icon } from '../app/icon.tsx';
import { CodeStep } from './code-step.tsx';
import { Demonstration } from './demonstration.tsx';
import { DoorPicture } from './door-picture.tsx';
import { EnrolStep } from './enrol-step.tsx';
import { PasswordStep } from './password-step.tsx';

interface DoorProps {
  onEnter(self: StaffSelfValue): void;
  /** The account whose session has ended while the page was open; null when the door is all there is. */
  readonly ended: string | null;
}

/** Signing in: account and password, then the code; the first time a password of one's own and the code app. */
export function Door({ onEnter, ended }: DoorProps) {
  const [step, setStep] = useState<SignInStepValue | null>(null);
  useEffect(() => {
    document.title = '登录 · 惠民保运营';
  }, []);
  const back = () => {
    setStep(null);
    void call('signOutStaff', {}).catch(() => {});
  };
  const next = (given: SignInStepValue) => {
    keepPageToken(given.token, null);
    setStep(given);
  };
  const inside = (
    <>
      <DoorPicture />
      <main className="door-form">
        <div className="door-inner">
          {step === null && <PasswordStep ended={ended} onNext={next} />}
          {step?.step === 'code' && <CodeStep step={step} onEnter={onEnter} onBack={back} />}
          {step?.step === 'enrol' && <EnrolStep step={step} onEnter={onEnter} onBack={back} />}
          <ul className="door-notes">
            <li>
              <Icon name="info" size={16} />
              连着输错 5 次锁 15 分钟，再错加倍；手机丢了找安全管理员
            </li>
            <li>
              <Icon name="clock" size={16} />
              30 分钟不操作自动退出，正在填的内容会保留
            </li>
            <li>
              <Icon name="lock" size={16} />
              只限授权人员使用，所有操作都有记录
            </li>
          </ul>
        </div>
        <Demonstration />
      </main>
    </>
  );
  if (ended === null) return <div className="door">{inside}</div>;
  return (
    <div className="door" role="dialog" aria-modal="true" aria-label="登录运营后台">
      {inside}
    </div>
  );
}
