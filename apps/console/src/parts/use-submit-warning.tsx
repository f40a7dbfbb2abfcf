import { App } from 'antd';
import { useCallback } from 'react';
import './parts.css';

/**
 * Goes on at once where every check passes. Otherwise says which do not, for two people would read what cannot be published
 * as it is; whoever wants them to begin all the same may.
 */
export function useSubmitWarning(): (failing: readonly string[], submit: () => void) => void {
  const { modal } = App.useApp();
  return useCallback(
    (failing, submit) => {
      if (failing.length === 0) return submit();
      modal.confirm({
        title: `还有 ${failing.length} 项发布检查没过`,
        content: (
          <>
            <ul className="failing-checks">
              {failing.map((label) => (
                <li key={label}>{label}</li>
              ))}
            </ul>
            <p>提交以后不能再改；没全过就发布不了，要退回改好再审一遍。</p>
          </>
        ),
        okText: '仍要提交',
        cancelText: '先去改',
        autoFocusButton: 'cancel',
        onOk: submit,
      });
    },
    [modal],
  );
}
