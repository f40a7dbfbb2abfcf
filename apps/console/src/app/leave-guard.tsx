import { App } from 'antd';
import { useEffect, useRef } from 'react';
import { useBlocker } from 'react-router';
import { isUnsaved } from './unsaved.ts';

/** Asked before what is not sent would be lost. */
export const LOSES = {
  title: '不保留填的内容？',
  content: '这里填的还没有提交。',
  okText: '不保留',
  cancelText: '接着填',
  autoFocusButton: 'cancel',
} as const;

/** Asks before the menu, a link, the browser's way back or loading anew takes away what is being filled in. */
export function LeaveGuard() {
  const { modal } = App.useApp();
  const { state, proceed, reset } = useBlocker(isUnsaved);
  const isAsking = useRef(false);
  useEffect(() => {
    if (state !== 'blocked' || isAsking.current) return;
    isAsking.current = true;
    const answered = (go: () => void) => () => {
      isAsking.current = false;
      go();
    };
    modal.confirm({ ...LOSES, onOk: answered(proceed), onCancel: answered(reset) });
  }, [state, proceed, reset, modal]);
  useEffect(() => {
    const leave = (event: BeforeUnloadEvent) => {
      if (isUnsaved()) event.preventDefault();
    };
    addEventListener('beforeunload', leave);
    return () => removeEventListener('beforeunload', leave);
  }, []);
  return null;
}
