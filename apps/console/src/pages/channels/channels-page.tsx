import { SALE_CHANNEL_LABELS, SALE_CHANNEL_STANDINGS } from '@huimin/domain/share';
import { Button, Skeleton, Tabs } from 'antd';
import { useState } from 'react';
import { useNavigate, useParams } from 'react-router';
import type { Inputs } from '../../api/client.ts';
import { useCall } from '../../api/use-call.ts';
import { AddressChoice } from '../../app/filter-choice.tsx';
import { Icon } from '../../app/icon.tsx';
import { LoadProblem } from '../../app/load-problem.tsx';
import { BY_NAME, MoreRows } from '../../app/more-rows.tsx';
import { NoneFound } from '../../app/none-found.tsx';
import { NumberSearch, useSearchedNumber } from '../../app/number-search.tsx';
import { PageHead } from '../../app/page-head.tsx';
import { useSelf } from '../../app/self.tsx';
import { useAddressFilter } from '../../app/use-address-filter.ts';
import { UP_AND_DOWN, useKeys } from '../../app/use-keys.ts';
import { KpiStrip } from '../../parts/kpi-strip.tsx';
import { StateTag } from '../../parts/state-tag.tsx';
import { writtenDay } from '../../parts/when.ts';
import { ChannelEditor } from './channel-editor.tsx';
import { ChannelPanel } from './channel-panel.tsx';
import { STANDING_TONES } from './channel-words.ts';
import { ReportPart } from './report-part.tsx';
import './channels.css';

type Search = Inputs['listSaleChannels'];

const options = (labels: Readonly<Record<string, string>>) =>
  Object.entries(labels).map(([value, label]) => ({ value, label }));

/** Who brings orders, and what they brought. */
export default function ChannelsPage() {
  const { channelCode } = useParams();
  const { may } = useSelf();
  const address = useAddressFilter('after');
  const navigate = useNavigate();
  const part = channelCode === undefined && address.given('part') === 'report' ? 'report' : 'channels';
  const [adding, setAdding] = useState(false);
  return (
    <div className="page">
      <PageHead title="渠道和业务员" note="停用或登记过期以后，新订单不再记到名下；以前的不变。价格和办理顺序不受影响">
        {may('channels.change') && (
          <Button icon={<Icon name="plus" size={16} />} onClick={() => setAdding(true)}>
            新加渠道或业务员
          </Button>
        )}
      </PageHead>
      <Tabs
        activeKey={part}
        onChange={(key) => navigate(key === 'report' ? '/channels?part=report' : '/channels')}
        items={[
          { key: 'channels', label: '名册' },
          { key: 'report', label: '业绩' },
        ]}
      />
      {part === 'report' ? (
        <ReportPart />
      ) : (
        <Register
          open={channelCode ?? null}
          adding={adding}
          onAdded={(code) => {
            setAdding(false);
            if (code !== null) navigate(`/channels/${code}`);
          }}
        />
      )}
      {adding && part === 'report' && (
        <Adding onClose={() => setAdding(false)} onDone={(code) => navigate(`/channels/${code}`)} />
      )}
    </div>
  );
}

function Adding({ onClose, onDone }: { onClose(): void; onDone(code: string): void }) {
  const { value } = useCall('listSaleChannels', {});
  return value && <ChannelEditor former={null} institutions={value.institutions} onClose={onClose} onDone={onDone} />;
}

interface RegisterProps {
  readonly open: string | null;
  readonly adding: boolean;
  onAdded(code: string | null): void;
}

function Register({ open, adding, onAdded }: RegisterProps) {
  const address = useAddressFilter('after');
  const navigate = useNavigate();
  const search: Search = {
    channelKind: address.given('kind') as Search['channelKind'],
    standing: address.given('standing') as Search['standing'],
    parentCode: address.given('of'),
    number: useSearchedNumber(address, 'number', 'channel'),
    after: address.cursor,
  };
  const { value, loading, problem, reload } = useCall('listSaleChannels', search);
  const rows = value?.channels ?? [];
  const at = rows.findIndex(({ channelCode }) => channelCode === open);
  const query = window.location.search;
  const go = (code: string) => navigate(`/channels/${code}${query}`);
  const step = (by: number) => {
    const next = rows[Math.min(rows.length - 1, Math.max(0, at + by))];
    if (next) go(next.channelCode);
  };
  useKeys({ j: () => step(1), k: () => step(-1) }, UP_AND_DOWN);
  const choice = (name: string, label: string, of: { value: string; label: string }[]) => (
    <AddressChoice {...{ address, name, label, options: of }} />
  );
  const figures = value?.figures;
  return (
    <>
      {figures && (
        <KpiStrip
          label="名册"
          figures={[
            { label: '机构', value: figures.institutions, unit: '家' },
            { label: '业务员', value: figures.agents, unit: '人' },
            { label: '已停用', value: figures.stopped, unit: '个' },
            {
              label: '登记过期',
              value: figures.expired,
              unit: '个',
              ...(figures.expired > 0 ? { tone: 'alarm' as const } : {}),
            },
            {
              label: '30 天内到期',
              value: figures.expiring,
              unit: '个',
              ...(figures.expiring > 0 ? { tone: 'warn' as const } : {}),
            },
          ]}
        />
      )}
      <search className="filters">
        {choice('kind', '种类', options(SALE_CHANNEL_LABELS))}
        {choice('standing', '状态', options(SALE_CHANNEL_STANDINGS))}
        {choice(
          'of',
          '所属渠道',
          value?.institutions.map(({ channelCode, name }) => ({ value: channelCode, label: name })) ?? [],
        )}
        <NumberSearch
          className="channels-search"
          {...{ address, name: 'number', form: 'channel' }}
          label="编码或执业登记编号"
        />
        {address.isChosen && <Button onClick={() => address.clear()}>清空条件</Button>}
      </search>
      <LoadProblem problem={problem} onRetry={reload} />
      <div className={`channels-columns${open === null ? ' is-whole' : ''}`}>
        <section className="panel" aria-label="名册" aria-busy={loading}>
          {value === null && loading && <Skeleton active style={{ padding: 14 }} />}
          <div className="scroll-x">
            <table className="console-table">
              <caption className="sr-only">渠道和业务员，按编码</caption>
              <thead>
                <tr>
                  <th scope="col" aria-sort="ascending">
                    编码
                  </th>
                  <th scope="col">名称</th>
                  <th scope="col">种类</th>
                  <th scope="col">所属渠道</th>
                  {open === null && <th scope="col">登记编号</th>}
                  <th scope="col">有效到</th>
                  <th scope="col">状态</th>
                </tr>
              </thead>
              <tbody>
                {rows.map((one) => (
                  <tr key={one.channelCode} aria-selected={one.channelCode === open}>
                    <td className="num">
                      <Button type="link" size="small" className="row-link" onClick={() => go(one.channelCode)}>
                        {one.channelCode}
                      </Button>
                    </td>
                    <td className="channel-name">{one.name}</td>
                    <td>
                      {one.kindLabel}
                      {one.agents > 0 && <small className="state-plain">　{one.agents} 人</small>}
                    </td>
                    <td className="channel-name">{one.parentName ?? '—'}</td>
                    {open === null && <td className="num">{one.licenceNo ?? '—'}</td>}
                    <td className="num">
                      {writtenDay(one.licenceUntil)}
                      {one.licenceDays !== null && one.licenceDays >= 0 && one.licenceDays <= 30 && (
                        <span className="state state-warn">　剩 {one.licenceDays} 天</span>
                      )}
                    </td>
                    <td>
                      <StateTag tone={STANDING_TONES[one.standing]}>{one.standingText}</StateTag>
                    </td>
                  </tr>
                ))}
              </tbody>
            </table>
          </div>
          {value && rows.length === 0 && (
            <NoneFound
              isNarrowed={address.isChosen}
              notSuch="没有这样的渠道或业务员"
              none="还没有登记渠道和业务员"
              onClear={address.clear}
            />
          )}
          <MoreRows filter={address} next={value?.next} labels={BY_NAME} />
        </section>
        {open !== null && (
          <ChannelPanel
            key={open}
            channelCode={open}
            institutions={value?.institutions ?? []}
            onClose={() => navigate(`/channels${query}`)}
            onChanged={reload}
          />
        )}
      </div>
      {adding && value && (
        <ChannelEditor
          former={null}
          institutions={value.institutions}
          onClose={() => onAdded(null)}
          onDone={(code) => {
            reload();
            onAdded(code);
          }}
        />
      )}
    </>
  );
}
