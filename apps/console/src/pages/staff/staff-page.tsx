import type { StaffMemberValue } from '@huimin/contract/console';
import { STAFF_ROLES, type StaffRole } from '@huimin/contract/vocabulary';
import { regionDisplayText } from '@huimin/domain/region';
import { STAFF_ROLE_LABELS, scopeText } from '@huimin/domain/staff';
import { Alert, Button, Checkbox, Select, Table } from 'antd';
import { useState } from 'react';
import { useCall } from '../../api/use-call.ts';
import { Icon } from '../../app/icon.tsx';
import { LoadProblem } from '../../app/load-problem.tsx';
import { BY_NAME, MoreRows } from '../../app/more-rows.tsx';
import { PageHead } from '../../app/page-head.tsx';
import { useSelf } from '../../app/self.tsx';
import { tableEmpty } from '../../app/table-empty.tsx';
import { useAddressFilter } from '../../app/use-address-filter.ts';
import { shortTime } from '../../parts/when.ts';
import { AddStaff } from './add-staff.tsx';
import { MemberDrawer } from './member-drawer.tsx';
import { MemberState } from './member-state.tsx';
import { RightsTable } from './rights-table.tsx';

const cityName = (code: string) => regionDisplayText(code) ?? code;

/** The people of the console, by filters in the address, and who may what. */
export default function StaffPage() {
  const { may, self } = useSelf();
  const address = useAddressFilter('after');
  const [openNo, setOpenNo] = useState<string | null>(null);
  const [adding, setAdding] = useState(false);
  const role = STAFF_ROLES.find((one) => one === address.given('role'));
  const idle = address.given('idle') === '1';
  const { value, loading, problem, reload } = useCall('listStaff', {
    role,
    idle: idle || undefined,
    after: address.cursor,
  });
  const open = value?.staff.find((one) => one.staffNo === openNo) ?? null;
  const manages = may('staff.manage');
  return (
    <div className="page">
      <PageHead title="用户与角色" note="系统、安全、审计三种管理员分开；给权限要两个人">
        {manages && (
          <Button type="primary" icon={<Icon name="plus" size={16} />} onClick={() => setAdding(true)}>
            新建用户
          </Button>
        )}
      </PageHead>
      <LoadProblem problem={problem} onRetry={reload} />
      {manages && value?.total === 1 && role === undefined && !idle && (
        <Alert
          type="info"
          showIcon
          title="先建一位审计管理员或另一位安全管理员：只有这一位不用第二个人同意，以后新建用户都由对方在“申请”里同意"
        />
      )}
      <div className="side-by-side staff-columns">
        <section className="panel" aria-labelledby="staff-list">
          <div className="panel-head">
            <h2 id="staff-list">用户</h2>
            <small className="num">{value ? `${value.total} 个` : ''}</small>
            <span className="space" />
            <Select<StaffRole | ''>
              aria-label="角色"
              size="small"
              style={{ width: 140 }}
              value={role ?? ''}
              onChange={(chosen) => address.set({ role: chosen })}
              options={[
                { value: '', label: '全部角色' },
                ...STAFF_ROLES.map((one) => ({ value: one, label: STAFF_ROLE_LABELS[one] })),
              ]}
            />
            <Checkbox checked={idle} onChange={(event) => address.set({ idle: event.target.checked ? '1' : null })}>
              90 天没登录
            </Checkbox>
          </div>
          <Table<StaffMemberValue>
            size="small"
            rowKey="staffNo"
            loading={loading}
            dataSource={value?.staff ?? []}
            pagination={false}
            scroll={{ x: 'max-content' }}
            locale={tableEmpty(value !== null && problem === null, '没有这样的用户')}
            columns={[
              {
                title: '用户',
                key: 'name',
                render: (_, one) => (
                  <Button type="link" size="small" className="row-link" onClick={() => setOpenNo(one.staffNo)}>
                    {one.name}
                    <span className="account">{one.account}</span>
                  </Button>
                ),
              },
              {
                title: '角色',
                key: 'roles',
                render: (_, one) => one.roles.map((name) => STAFF_ROLE_LABELS[name]).join('、'),
              },
              { title: '数据范围', key: 'scope', render: (_, one) => scopeText(one.scope, cityName) },
              { title: '第二步', key: 'second', render: (_, one) => (one.secondFactor ? '动态口令' : '还没有') },
              {
                title: '最近登录',
                key: 'last',
                className: 'num',
                render: (_, one) => shortTime(one.lastSignInAt),
              },
              { title: '状态', key: 'state', render: (_, one) => <MemberState member={one} /> },
            ]}
          />
          <MoreRows filter={address} next={value?.next} labels={BY_NAME} />
        </section>
        <RightsTable />
      </div>
      {adding && <AddStaff onClose={() => setAdding(false)} onDone={reload} />}
      <MemberDrawer
        member={open}
        manages={manages && open?.account !== self.account}
        onClose={() => setOpenNo(null)}
        onDone={reload}
      />
    </div>
  );
}
