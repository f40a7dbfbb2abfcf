import { App, Button, type ButtonProps } from 'antd';
import { type ReactNode, useState } from 'react';
import { sentenceOf } from '../api/client.ts';
import { DOUBLE_PRESS_MS } from '../api/once.ts';

interface Props extends Omit<ButtonProps, 'onClick' | 'loading'> {
  /** Asked before what cannot be taken back. */
  readonly question?: { readonly title: string; readonly content: ReactNode; readonly okText: string };
  /** Does it; what it throws is told. */
  onAct(): Promise<unknown>;
}

/** A button that does one thing, once however fast it is pressed, and says why when it was not done. */
export function ActButton({ question, onAct, ...button }: Props) {
  const { message, modal } = App.useApp();
  const [isActing, setActing] = useState(false);
  const act = async () => {
    setActing(true);
    const pressedTwice = new Promise((resolve) => setTimeout(resolve, DOUBLE_PRESS_MS));
    try {
      await onAct();
    } catch (fault) {
      message.error(sentenceOf(fault));
    }
    // What is asked before has a dialog in between.
    if (question === undefined) await pressedTwice;
    setActing(false);
  };
  const ask = () => modal.confirm({ autoFocusButton: 'cancel', ...question, onOk: act });
  return <Button {...button} loading={isActing} onClick={question === undefined ? act : ask} />;
}
