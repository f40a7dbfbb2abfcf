import { Button, Empty, Skeleton } from 'antd';
import { Fragment, type ReactNode } from 'react';
import { useBesideKeys } from '../../app/beside.ts';
import { DayInput } from '../../app/day-input.tsx';
import { AddressChoice } from '../../app/filter-choice.tsx';
import { LoadProblem } from '../../app/load-problem.tsx';
import { BY_TIME, MoreRows } from '../../app/more-rows.tsx';
import { NumberSearch } from '../../app/number-search.tsx';
import { useAddressFilter } from '../../app/use-address-filter.ts';
import { usePicked } from '../../app/use-picked.ts';
import { OpenableRow } from '../../parts/openable-row.tsx';
import { shortTimeSeconds } from '../../parts/when.ts';
import { aboutWords } from './about-link.tsx';
import { ChannelSwitch } from './channel-switch.tsx';

interface Option {
  readonly value: string;
  readonly label: string;
}

/** What both ways tell of a message. */
interface Line {
  readonly messageNo: string;
  readonly createdAt: string;
  readonly title: string;
  readonly purposeLabel: string;
  readonly phoneMasked: string;
  readonly about: string;
}

interface Column<One> {
  readonly title: string;
  readonly className?: string;
  cell(one: One): ReactNode;
}

interface Props<One extends Line> {
  readonly list: {
    readonly value: {
      readonly kinds: readonly Option[];
      readonly messages: readonly One[];
      readonly next: string | null;
    } | null;
    readonly problem: string | null;
    readonly loading: boolean;
    reload(): void;
  };
  /** What a message of this way is called. */
  readonly called: string;
  readonly statuses: readonly Option[];
  readonly phoneTitle: string;
  /** What this way tells besides. */
  readonly columns: readonly Column<One>[];
  /** At the end of the filters. */
  readonly action?: ReactNode;
  /** The picked one, whole. */
  panel(one: One, place: string): ReactNode;
}

const FILTERS = ['kind', 'status', 'day', 'about'] as const;
const CLEAR = Object.fromEntries(FILTERS.map((name) => [name, undefined]));

/** Messages of one way with their filters, the newest first, and one of them beside the list. */
export function MessageList<One extends Line>(props: Props<One>) {
  const { list, called, statuses, phoneTitle, columns, action, panel } = props;
  const address = useAddressFilter('before');
  const { given, set } = address;
  const messages = list.value?.messages ?? [];
  const { current, place, pick } = usePicked(messages, ({ messageNo }) => messageNo);
  useBesideKeys();
  const isFiltered = FILTERS.some((name) => given(name) !== undefined);
  return (
    <>
      <search className="filters">
        <ChannelSwitch />
        <AddressChoice
          isSmall
          label="哪一种"
          placeholder="种类：全部"
          {...{ address, name: 'kind' }}
          options={list.value?.kinds ?? []}
        />
        <AddressChoice
          isSmall
          label="办到哪一步"
          placeholder="状态：全部"
          {...{ address, name: 'status' }}
          options={statuses}
        />
        <DayInput label="哪一天" shown="日期" value={given('day')} onChange={(day) => set({ day })} />
        <NumberSearch
          isSmall
          className="notice-search"
          {...{ address, name: 'about', form: 'message' }}
          label="订单号等编号"
          placeholder="订单号等编号，写全"
        />
        {isFiltered && (
          <Button size="small" type="link" onClick={() => set(CLEAR)}>
            清空条件
          </Button>
        )}
        <span className="space" />
        {action}
      </search>
      <LoadProblem problem={list.problem} onRetry={list.reload} />
      <div className="list-beside notice-columns">
        <section className="panel" aria-label={`${called}列表`} aria-busy={list.loading}>
          {list.value === null && list.problem === null && <Skeleton active style={{ padding: 14 }} />}
          {messages.length > 0 && (
            <div className="scroll-x">
              <table className="console-table">
                <caption className="sr-only">{called}，最新的在前</caption>
                <thead>
                  <tr>
                    <th scope="col" aria-sort="descending">
                      时间
                    </th>
                    <th scope="col">种类</th>
                    <th scope="col">{phoneTitle}</th>
                    <th scope="col" className="not-narrow">
                      编号
                    </th>
                    {columns.map(({ title, className }) => (
                      <th key={title} scope="col" className={className}>
                        {title}
                      </th>
                    ))}
                  </tr>
                </thead>
                <tbody>
                  {messages.map((one) => (
                    <OpenableRow key={one.messageNo} isOpen={one === current} onOpen={() => pick(one.messageNo)}>
                      <td className="num">{shortTimeSeconds(one.createdAt)}</td>
                      <td>
                        {one.title}
                        {one.purposeLabel !== one.title && <small className="notice-purpose">{one.purposeLabel}</small>}
                      </td>
                      <td className="num">{one.phoneMasked}</td>
                      <td className="num notice-about not-narrow">{aboutWords(one.about)}</td>
                      {columns.map(({ title, className, cell }) => (
                        <td key={title} className={className}>
                          {cell(one)}
                        </td>
                      ))}
                    </OpenableRow>
                  ))}
                </tbody>
              </table>
            </div>
          )}
          {list.value && messages.length === 0 && (
            <Empty
              style={{ padding: 24 }}
              description={isFiltered ? `没有符合条件的${called}` : `还没有${called}`}
              image={Empty.PRESENTED_IMAGE_SIMPLE}
            />
          )}
          <MoreRows filter={address} next={list.value?.next} labels={BY_TIME} />
        </section>
        {current && <Fragment key={current.messageNo}>{panel(current, place)}</Fragment>}
      </div>
    </>
  );
}
