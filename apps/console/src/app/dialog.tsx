import './dialog.css';
import { App, Modal, type ModalProps } from 'antd';
import { type KeyboardEvent, useRef } from 'react';
import { focusFirstField } from './first-field.ts';
import { LOSES } from './leave-guard.tsx';
import { useUnsaved } from './unsaved.ts';

interface Props extends Omit<ModalProps, 'footer' | 'onOk' | 'afterOpenChange'> {
  readonly okText: string;
  /** It only tells something: there is nothing to cancel. */
  readonly isTold?: boolean;
  onOk(): unknown;
}

/**
 * A dialog that asks and sends: begins at its first field, says its keys at its foot, and sends by Ctrl and Enter wherever
 * in it the focus is. What was typed is not lost by a press beside it, nor by Esc or another page without a question.
 */
export function Dialog({ onOk, onCancel, children, isTold = false, ...props }: Props) {
  const { okText, cancelText = '取消', confirmLoading, okButtonProps, keyboard = true } = props;
  const { modal } = App.useApp();
  const body = useRef<HTMLDivElement>(null);
  const isTyped = useRef(false);
  // What is on its way may lead to the page of what was made.
  useUnsaved(() => props.open === true && !isTold && isTyped.current && !confirmLoading);
  const begin = (isOpen: boolean) => {
    isTyped.current = false;
    // A field further down can have asked for it.
    if (isOpen && !body.current?.contains(document.activeElement)) focusFirstField(body.current);
  };
  const cancel: ModalProps['onCancel'] = (event) => {
    if (!isTyped.current || !('key' in event)) return onCancel?.(event);
    modal.confirm({ ...LOSES, onOk: () => onCancel?.(event) });
  };
  const send = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return;
    event.preventDefault();
    if (!confirmLoading && !okButtonProps?.disabled) onOk();
  };
  return (
    <Modal
      width={560}
      mask={{ closable: false }}
      {...props}
      onOk={() => void onOk()}
      onCancel={cancel}
      afterOpenChange={begin}
      footer={(_, { OkBtn, CancelBtn }) => (
        <>
          <span className="dialog-keys">
            {keyboard && (
              <>
                <kbd>Esc</kbd> {isTold ? okText : cancelText}{' '}
              </>
            )}
            {!isTold && (
              <>
                <kbd>Ctrl</kbd> + <kbd>回车</kbd> {okText.length > 5 ? '提交' : okText}
              </>
            )}
          </span>
          {!isTold && <CancelBtn />}
          <OkBtn />
        </>
      )}
    >
      {/* biome-ignore lint/a11y/noStaticElementInteractions: hears the keys of the fields in it */}
      <div
        ref={body}
        onKeyDown={send}
        onInput={() => {
          isTyped.current = true;
        }}
      >
        {children}
      </div>
    </Modal>
  );
}
