import type { DeskGroupLineValue } from '@huimin/contract/console';
import { GROUP_STATUS_TABLE } from '@huimin/domain/group';
import { Button, Empty, Skeleton } from 'antd';
import { useState } from 'react';
import { Link, useNavigate, useParams } from 'react-router';
import type { Inputs } from '../../api/client.ts';
import { useCall } from '../../api/use-call.ts';
import { AddressChoice } from '../../app/filter-choice.tsx';
import { Icon } from '../../app/icon.tsx';
import { LoadProblem } from '../../app/load-problem.tsx';
import { BY_TIME, MoreRows } from '../../app/more-rows.tsx';
import { NoneFound } from '../../app/none-found.tsx';
import { PageHead } from '../../app/page-head.tsx';
import { useSelf } from '../../app/self.tsx';
import { type AddressFilter, useAddressFilter } from '../../app/use-address-filter.ts';
import { StateTag } from '../../parts/state-tag.tsx';
import { CompanyPanel } from './company-panel.tsx';
import { RegisterCompany } from './register-company.tsx';
import '../../parts/list-split.css';
import './groups.css';
import { shortDay } from '../../parts/when.ts';

type Search = Inputs['listCompanyGroups'];

const STATUSES = GROUP_STATUS_TABLE.entries.map(({ status, label }) => ({ value: status, label }));
const WHOSE = [
  { value: 'own', label: '我的组' },
  { value: 'nobody', label: '未分配' },
];

/** Companies that insure their people: which there are, and one of them whole. */
export default function GroupsPage() {
  const { groupNo } = useParams();
  const { may } = useSelf();
  const navigate = useNavigate();
  const address = useAddressFilter('before');
  const [adding, setAdding] = useState(false);
  const { value, loading, problem, reload } = useCall('listCompanyGroups', {
    status: address.given('status') as Search['status'],
    whose: address.given('whose') as Search['whose'],
    before: address.cursor,
  });
  const none = value?.groups.length === 0 && !address.isChosen;
  const fewest = value?.editions[0]?.fewestPeople;
  return (
    <div className="page">
      <PageHead title="团体参保" note={`${fewest ? `${fewest} 人起；` : ''}每人一份保单，每位员工本人确认`}>
        {may('groups.handle') && (
          <Button
            color="primary"
            variant="outlined"
            icon={<Icon name="plus" size={16} />}
            disabled={!value || value.editions.length === 0}
            onClick={() => setAdding(true)}
          >
            登记单位
          </Button>
        )}
      </PageHead>
      <LoadProblem problem={problem} onRetry={reload} />
      <div className="list-split">
        <section className="panel" aria-label="单位列表" aria-busy={loading}>
          <div className="panel-head">
            <h2>单位</h2>
            {value && (
              <small className="num">
                {value.companies} 家，{value.people} 人
              </small>
            )}
          </div>
          <Filters address={address} />
          {value === null && loading && <Skeleton active style={{ padding: 14 }} />}
          {value?.groups.length === 0 && (
            <NoneFound
              isNarrowed={address.isChosen}
              notSuch="没有这样的单位"
              none="还没有单位"
              onClear={address.clear}
            />
          )}
          <ul className="list-links">
            {value?.groups.map((one) => (
              <li key={one.groupNo}>
                <CompanyLink one={one} isOpen={one.groupNo === groupNo} />
              </li>
            ))}
          </ul>
          <MoreRows filter={address} next={value?.next} labels={BY_TIME} />
        </section>
        {groupNo === undefined ? (
          <section className="panel" aria-label="单位">
            <Empty
              style={{ padding: 60 }}
              description={none ? '单位在手机上提交，或在这里登记以后，进度和名单显示在这里' : '从列表里选一个单位'}
              image={Empty.PRESENTED_IMAGE_SIMPLE}
            />
          </section>
        ) : (
          <CompanyPanel key={groupNo} groupNo={groupNo} onChanged={reload} />
        )}
      </div>
      {adding && value && (
        <RegisterCompany
          editions={value.editions}
          onClose={() => setAdding(false)}
          onDone={(made) => {
            setAdding(false);
            reload();
            navigate(`/groups/${made}`);
          }}
        />
      )}
    </div>
  );
}

function Filters({ address }: { address: AddressFilter }) {
  const choice = (name: string, label: string, options: { value: string; label: string }[]) => (
    <AddressChoice {...{ address, name, label, options }} />
  );
  return (
    <search className="filters" style={{ padding: '8px 14px' }}>
      {choice('status', '全部状态', STATUSES)}
      {choice('whose', '全部单位', WHOSE)}
    </search>
  );
}

function CompanyLink({ one, isOpen }: { one: DeskGroupLineValue; isOpen: boolean }) {
  return (
    <Link
      to={{ pathname: `/groups/${one.groupNo}`, search: location.search }}
      {...(isOpen ? { 'aria-current': 'true' as const } : {})}
    >
      <span>
        <b>{one.companyName}</b>
        <small className="num">
          {one.regionText}　{one.headCount} 人　{shortDay(one.createdAt)}
        </small>
      </span>
      <span className="list-side">
        <StateTag tone={one.tone}>{one.statusLabel}</StateTag>
        <small>{one.manager ?? '未分配'}</small>
      </span>
    </Link>
  );
}
