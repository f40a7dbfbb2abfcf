import type { StaffScopeValue } from '@huimin/contract/console';
import { STAFF_ROLES, type StaffRole } from '@huimin/contract/vocabulary';
import { CITIES } from '@huimin/domain/region';
import { rolesProblem, STAFF_ROLE_LABELS, scopeProblem } from '@huimin/domain/staff';
import { Form, Select } from 'antd';
import { ReasonItem } from '../../parts/reason-item.tsx';

export interface RolesForm {
  readonly roles: StaffRole[];
  readonly insurers: string[];
  readonly cities: string[];
  readonly channels: string[];
  readonly reason: string;
}

/** What nothing is chosen of is not limited. */
export function scopeOf({
  insurers,
  cities,
  channels,
}: Pick<RolesForm, 'insurers' | 'cities' | 'channels'>): StaffScopeValue {
  const list = (values: string[] | undefined) => (values && values.length > 0 ? values : null);
  return { insurers: list(insurers), cities: list(cities), channels: list(channels) };
}

export function formOf(roles: readonly StaffRole[], scope: StaffScopeValue): Omit<RolesForm, 'reason'> {
  const list = (values: string[] | null) => values ?? [];
  return {
    roles: [...roles],
    insurers: list(scope.insurers),
    cities: list(scope.cities),
    channels: list(scope.channels),
  };
}

/** Roles, scope and why, the same for a new person and a changed one. */
export function RolesFields() {
  return (
    <>
      <Form.Item
        name="roles"
        label="角色"
        rules={[
          {
            validator: async (_, roles: StaffRole[] | undefined) => {
              const problem = rolesProblem(roles ?? []);
              if (problem) throw new Error(problem);
            },
          },
        ]}
      >
        <Select
          mode="multiple"
          optionFilterProp="label"
          options={STAFF_ROLES.map((value) => ({ value, label: STAFF_ROLE_LABELS[value] }))}
        />
      </Form.Item>
      <Form.Item
        name="cities"
        label="城市"
        extra="不选就是全省；网点要选"
        dependencies={['roles', 'channels', 'insurers']}
        rules={[
          ({ getFieldsValue }) => ({
            validator: async () => {
              const form = getFieldsValue() as RolesForm;
              const problem = scopeProblem(form.roles ?? [], scopeOf(form));
              if (problem) throw new Error(problem);
            },
          }),
        ]}
      >
        <Select
          mode="multiple"
          placeholder="全省"
          optionFilterProp="label"
          options={CITIES.map(({ code, shortName }) => ({ value: code, label: shortName }))}
        />
      </Form.Item>
      <Form.Item name="insurers" label="保险公司" extra="不填就是全部；一家一家输入，回车确认">
        <Select mode="tags" placeholder="全部" maxCount={50} />
      </Form.Item>
      <Form.Item name="channels" label="渠道代码" extra="不填就是全部；渠道要填">
        <Select mode="tags" placeholder="全部" maxCount={50} />
      </Form.Item>
      <ReasonItem message="请写原因，至少 4 个字，同意的人会看到" />
    </>
  );
}
