import type { StaffMemberValue } from '@huimin/contract/console';
import { STAFF_ROLES, type StaffRole } from '@huimin/contract/vocabulary';
import { regionDisplayText } from '@huimin/domain/region';
import { STAFF_ROLE_LABELS, scopeText } from '@huimin/domain/staff';
import { Button, Checkbox, Empty, Select, Table } from 'antd';
import { useState } from 'react';
import { useSearchParams } from 'react-router';
import { useCall } from '../../api/use-call.ts';
import { LoadProblem } from '../../app/load-problem.tsx';
import { PageHead } from '../../app/page-head.tsx';
import { useSelf } from '../../app/self.tsx';
import { AddStaff } from './add-staff.tsx';
import { MemberDrawer } from './member-drawer.tsx';
import { MemberState } from './member-state.tsx';
import { RightsTable } from './rights-table.tsx';

const cityName = (code: string) => regionDisplayText(code) ?? code;

/** The people of the console, by filters in the address, and who may what. */
export default function StaffPage() {
  const { may, self } = useSelf();
  const [query, setQuery] = useSearchParams();
  const [openNo, setOpenNo] = useState<string | null>(null);
  const [adding, setAdding] = useState(false);
  const role = STAFF_ROLES.find((one) => one === query.get('role'));
  const idle = query.get('idle') === '1';
  const after = query.get('after') ?? undefined;
  const { value, loading, problem, reload } = useCall('listStaff', { role, idle: idle || undefined, after });
  const set = (name: string, text: string | null) => {
    const next = new URLSearchParams(query);
    next.delete('after');
    if (text === null) next.delete(name);
    else next.set(name, text);
    setQuery(next, { replace: name !== 'after' });
  };
  const open = value?.staff.find((one) => one.staffNo === openNo) ?? null;
  const manages = may('staff.manage');
  return (
    <div className="page">
      <PageHead title="用户与角色" note="系统、安全、审计三种管理员分开；给权限要两个人">
        {manages && (
          <Button type="primary" onClick={() => setAdding(true)}>
            新建用户
          </Button>
        )}
      </PageHead>
      <LoadProblem problem={problem} onRetry={reload} />
      <div className="side-by-side">
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
              onChange={(chosen) => set('role', chosen || null)}
              options={[
                { value: '', label: '全部角色' },
                ...STAFF_ROLES.map((one) => ({ value: one, label: STAFF_ROLE_LABELS[one] })),
              ]}
            />
            <Checkbox checked={idle} onChange={(event) => set('idle', event.target.checked ? '1' : null)}>
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
            locale={{ emptyText: <Empty description="没有这样的用户" image={Empty.PRESENTED_IMAGE_SIMPLE} /> }}
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
                render: (_, one) => one.lastSignInAt?.slice(5, 16) ?? '—',
              },
              { title: '状态', key: 'state', render: (_, one) => <MemberState member={one} /> },
            ]}
          />
          {(after !== undefined || value?.next) && (
            <div className="more">
              {after !== undefined && <Button onClick={() => set('after', null)}>回到第一页</Button>}
              {value?.next && <Button onClick={() => set('after', value.next)}>下一页</Button>}
            </div>
          )}
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
