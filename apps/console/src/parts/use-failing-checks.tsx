import { App } from 'antd';
import { useCallback } from 'react';
import './parts.css';

/**
 * Goes on at once where every check passes. Otherwise says which do not and leads to the first: nobody is asked to read what
 * cannot be published as it is.
 */
export function useFailingChecks(): (failing: readonly string[], submit: () => void, goMend?: () => void) => void {
  const { modal } = App.useApp();
  return useCallback(
    (failing, submit, goMend) => {
      if (failing.length === 0) return submit();
      modal.warning({
        title: `还有 ${failing.length} 项发布检查没过，不能提交`,
        content: (
          <ul className="failing-checks">
            {failing.map((label) => (
              <li key={label}>{label}</li>
            ))}
          </ul>
        ),
        okText: '去改',
        // With the dialog gone, for it gives the keys back to where they were.
        afterClose: goMend,
      });
    },
    [modal],
  );
}
