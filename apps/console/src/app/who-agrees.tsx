import type { StaffPermission } from '@huimin/contract/vocabulary';
import { STAFF_PERMISSION_TABLE, STAFF_ROLE_LABELS } from '@huimin/domain/staff';
import { Icon } from './icon.tsx';
import './who-agrees.css';

/** Which roles' people can agree to what is asked here; never who asks. */
export function WhoAgrees({ permission }: { permission: StaffPermission }) {
  const roles = STAFF_PERMISSION_TABLE[permission].roles.map((role) => STAFF_ROLE_LABELS[role]);
  return (
    <dl className="who-agrees">
      <dt>谁来同意</dt>
      <dd>
        <Icon name="people" size={18} />
        <span>
          <b>{roles.join('或')}的另一个人</b>
          <small>在“申请”里处理；不能是您自己</small>
        </span>
      </dd>
    </dl>
  );
}
