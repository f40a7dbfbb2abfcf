import type { DeskGroupValue, DeskRosterRowValue } from '@huimin/contract/console';
import { App, Button, Empty } from 'antd';
import { useRef, useState } from 'react';
import { call, sentenceOf } from '../../api/client.ts';
import { useCall } from '../../api/use-call.ts';
import { LoadProblem } from '../../app/load-problem.tsx';
import { BY_NAME, MoreRows } from '../../app/more-rows.tsx';
import { Segments } from '../../app/segments.tsx';
import { useSelf } from '../../app/self.tsx';
import { useAddressFilter } from '../../app/use-address-filter.ts';
import { useKeys } from '../../app/use-keys.ts';
import { ReasonDialog } from '../../parts/reason-dialog.tsx';
import { StateWord } from '../../parts/state-word.tsx';
import { MendRow } from './mend-row.tsx';
import { type RosterPart, rosterParts } from './roster-parts.ts';

type Which = RosterPart['value'];

/** Lines of a company's list; ↓ leads to the next one that has to be put right, Enter opens it. */
export function RosterRows({ group, onChanged }: { group: DeskGroupValue; onChanged(): void }) {
  const { message, modal } = App.useApp();
  const { may } = useSelf();
  const address = useAddressFilter('after');
  const parts = rosterParts(group);
  // What is wrong first while it can be put right; then everybody who is in it.
  const usual: Which =
    parts.find(({ value }) => value !== 'problems' || group.status === 'collecting')?.value ?? parts[0]?.value ?? 'all';
  const which = parts.find(({ value }) => value === address.given('rows'))?.value ?? usual;
  const { value, loading, problem, reload } = useCall('listGroupRows', {
    groupNo: group.groupNo,
    which,
    after: address.cursor,
  });
  const [at, setAt] = useState<number | null>(null);
  const [mending, setMending] = useState<DeskRosterRowValue | null>(null);
  const [leaving, setLeaving] = useState<DeskRosterRowValue | null>(null);
  const table = useRef<HTMLTableElement>(null);
  const rows = value?.rows ?? [];
  const faults = rows.filter((row) => row.problem !== null);
  const mayMend = may('groups.handle') && group.status === 'collecting';
  const go = (by: 1 | -1) => {
    const place = faults.findIndex(({ line }) => line === at);
    const next = faults[place < 0 ? 0 : Math.min(faults.length - 1, Math.max(0, place + by))];
    if (!next) return;
    setAt(next.line);
    table.current?.querySelector(`[data-line="${next.line}"]`)?.scrollIntoView({ block: 'nearest' });
  };
  const chosen = faults.find(({ line }) => line === at);
  useKeys(
    {
      ArrowDown: () => go(1),
      ArrowUp: () => go(-1),
      ...(chosen && mayMend ? { Enter: () => setMending(chosen) } : {}),
    },
    [
      ['↓ ↑', '下一处、上一处要改的'],
      ['回车', '改这一行'],
    ],
  );
  const isOfPeople = which === 'good' || which === 'left';
  const refresh = () => {
    reload();
    onChanged();
  };
  const drop = async (row: DeskRosterRowValue) => {
    try {
      await call('dropGroupRow', { groupNo: group.groupNo, line: String(row.line) });
      message.success(`第 ${row.line} 行已移出名单`);
      refresh();
    } catch (fault) {
      message.error(sentenceOf(fault));
    }
  };
  const askDrop = (row: DeskRosterRowValue) =>
    modal.confirm({
      title: `把第 ${row.line} 行移出名单？`,
      content: `${row.nameMasked} ${row.idNumberMasked}：移出以后这个人不会参保，要参保就得重新交名单。`,
      okText: '移出',
      autoFocusButton: 'cancel',
      onOk: () => drop(row),
    });
  return (
    <>
      <div className="roster-bar">
        <Segments<Which>
          value={which}
          onChange={(next) => address.set({ rows: next === usual ? null : next })}
          options={parts.map(({ value: part, label, count }) => ({ value: part, label: `${label} ${count}` }))}
        />
        {mayMend && faults.length > 0 && (
          <span className="state state-plain">
            <kbd>↓</kbd> 下一处 <kbd>回车</kbd> 改
          </span>
        )}
      </div>
      <LoadProblem problem={problem} onRetry={reload} />
      <div className="scroll-x" aria-busy={loading}>
        <table className="console-table" ref={table}>
          <caption className="sr-only">名单的行，按位置</caption>
          <thead>
            <tr>
              <th scope="col" aria-sort="ascending">
                位置
              </th>
              <th scope="col">姓名</th>
              <th scope="col">证件号码</th>
              <th scope="col">{isOfPeople ? '现在' : '哪里不对'}</th>
              {!isOfPeople && (
                <th scope="col" className="not-narrow">
                  怎么改
                </th>
              )}
              <th scope="col">
                <span className="sr-only">操作</span>
              </th>
            </tr>
          </thead>
          <tbody>
            {rows.map((row) => (
              <tr
                key={`${row.line} ${row.idNumberMasked} ${row.problem ?? row.standing}`}
                data-line={row.line}
                aria-selected={row.problem !== null && row.line === at}
              >
                <td className="num">第 {row.line} 行</td>
                <td>{row.nameMasked}</td>
                <td className="num">{row.idNumberMasked}</td>
                <td className="roster-problem">
                  {row.problem === null ? row.standing : <StateWord tone="bad">{row.problem}</StateWord>}
                  {row.fix && <small className="roster-fix">{row.fix}</small>}
                </td>
                {!isOfPeople && <td className="wrap not-narrow">{row.fix ?? ''}</td>}
                <td className="right">
                  {row.problem !== null && mayMend && (
                    <>
                      <Button size="small" onClick={() => setMending(row)} aria-label={`改第 ${row.line} 行`}>
                        改
                      </Button>{' '}
                      <Button size="small" onClick={() => askDrop(row)} aria-label={`把第 ${row.line} 行移出名单`}>
                        移出名单
                      </Button>
                    </>
                  )}
                  {row.personNo !== null && may('groups.handle') && group.can.remove && (
                    <Button size="small" onClick={() => setLeaving(row)} aria-label={`第 ${row.line} 行减员`}>
                      减员
                    </Button>
                  )}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {value && rows.length === 0 && (
        <Empty
          style={{ padding: 24 }}
          description={which === 'problems' ? '没有要改的行' : '没有这样的行'}
          image={Empty.PRESENTED_IMAGE_SIMPLE}
        />
      )}
      <MoreRows filter={address} next={value?.next} labels={BY_NAME} />
      {leaving?.personNo && (
        <ReasonDialog
          title={`第 ${leaving.line} 行减员：${leaving.nameMasked}`}
          okText="减员"
          onSend={async (reason) => {
            await call('removeGroupPerson', { groupNo: group.groupNo, personNo: leaving.personNo ?? '', reason });
            message.success('已减员，保费退回单位的预存款');
            refresh();
          }}
          onClose={() => setLeaving(null)}
        >
          <p className="dialog-lead">
            单位说这个人不参加了：保单退掉，保费回到单位的预存款，可以付别的账单，也可以退回单位。
          </p>
        </ReasonDialog>
      )}
      {mending && (
        <MendRow
          groupNo={group.groupNo}
          row={mending}
          onClose={() => setMending(null)}
          onDone={() => {
            setMending(null);
            message.success(`第 ${mending.line} 行已改好`);
            refresh();
          }}
        />
      )}
    </>
  );
}
