import './dialog.css';
import { Modal, type ModalProps } from 'antd';
import { type KeyboardEvent, useRef } from 'react';
import { focusFirstField } from './first-field.ts';

interface Props extends Omit<ModalProps, 'footer' | 'onOk' | 'afterOpenChange'> {
  readonly okText: string;
  onOk(): unknown;
}

/**
 * A dialog that asks and sends: begins at its first field, says its keys at its foot, and sends by Ctrl and Enter wherever
 * in it the focus is.
 */
export function Dialog({ onOk, children, ...props }: Props) {
  const { okText, confirmLoading, okButtonProps, keyboard = true } = props;
  const body = useRef<HTMLDivElement>(null);
  const begin = (isOpen: boolean) => {
    // A field further down can have asked for it.
    if (isOpen && !body.current?.contains(document.activeElement)) focusFirstField(body.current);
  };
  const send = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return;
    event.preventDefault();
    if (!confirmLoading && !okButtonProps?.disabled) onOk();
  };
  return (
    <Modal
      width={560}
      {...props}
      onOk={() => void onOk()}
      afterOpenChange={begin}
      footer={(_, { OkBtn, CancelBtn }) => (
        <>
          <span className="dialog-keys">
            {keyboard && (
              <>
                <kbd>Esc</kbd> 取消{' '}
              </>
            )}
            <kbd>Ctrl</kbd> <kbd>回车</kbd> {okText.length > 5 ? '提交' : okText}
          </span>
          <CancelBtn />
          <OkBtn />
        </>
      )}
    >
      {/* biome-ignore lint/a11y/noStaticElementInteractions: hears the keys of the fields in it */}
      <div ref={body} onKeyDown={send}>
        {children}
      </div>
    </Modal>
  );
}
