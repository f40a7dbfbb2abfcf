import type { FileProblemValue } from '@huimin/contract/console';
import { App, Button } from 'antd';
import { useState } from 'react';
import { call } from '../../api/client.ts';
import { Dialog } from '../../app/dialog.tsx';
import { PickTable } from '../../parts/pick-table.tsx';
import type { ListWish } from './list-wish.ts';

const LARGEST_BYTES = 4 * 1024 * 1024;

/** Takes a whole list from a file as the draft; what is wrong in it is shown by line, and can be saved. */
export function TakeFile({ wish, onTaken }: { wish: ListWish; onTaken(): void }) {
  const { message } = App.useApp();
  const [problems, setProblems] = useState<readonly FileProblemValue[]>([]);
  return (
    <>
      <PickTable
        label="导入整份"
        mostBytes={LARGEST_BYTES}
        tooLarge="请只留目录这一张表"
        onTake={async (fileName, file) => {
          const answer = await call('takeCatalogueFile', { ...wish, fileName, file });
          setProblems(answer.problems);
          if (answer.problems.length > 0) return;
          message.success('已读成草稿，看过差别再送审');
          onTaken();
        }}
      />
      {problems.length > 0 && <Faults problems={problems} onClose={() => setProblems([])} />}
    </>
  );
}

function Faults({ problems, onClose }: { problems: readonly FileProblemValue[]; onClose(): void }) {
  const save = () => {
    const quoted = (text: string) => `"${text.replaceAll('"', '""')}"`;
    const lines = problems.map(({ line, column, why }) => [String(line), quoted(column), quoted(why)].join(','));
    const file = new Blob([`\uFEFF行,列,问题\r\n${lines.join('\r\n')}\r\n`], { type: 'text/csv' });
    const link = document.createElement('a');
    link.href = URL.createObjectURL(file);
    link.download = '要改的行.csv';
    link.click();
    URL.revokeObjectURL(link.href);
  };
  return (
    <Dialog
      open
      isTold
      title={`有 ${problems.length} 处要改，没有导入`}
      okText="知道了"
      onOk={onClose}
      onCancel={onClose}
    >
      <p className="dialog-lead">
        在文件里改好这些，再导入一次。 <Button onClick={save}>存成表格</Button>
      </p>
      <section className="cat-faults" aria-label="要改的行" tabIndex={-1}>
        <table className="console-table">
          <thead>
            <tr>
              <th scope="col" className="right">
                行
              </th>
              <th scope="col">列</th>
              <th scope="col">问题</th>
            </tr>
          </thead>
          <tbody>
            {problems.map(({ line, column, why }) => (
              <tr key={`${line} ${column} ${why}`}>
                <td className="num right">{line}</td>
                <td>{column || '—'}</td>
                <td className="wrap">{why}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </section>
    </Dialog>
  );
}
