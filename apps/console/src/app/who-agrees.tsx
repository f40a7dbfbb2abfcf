import type { StaffPermission } from '@huimin/contract/vocabulary';
import { rolesThatMay } from '@huimin/domain/staff';
import { Icon } from './icon.tsx';
import './who-agrees.css';

/** Which roles' people can agree to what is asked here; never who asks. */
export function WhoAgrees({ permission }: { permission: StaffPermission }) {
  return (
    <dl className="who-agrees">
      <dt>谁来同意</dt>
      <dd>
        <Icon name="people" size={18} />
        <span>
          <b>{rolesThatMay([permission]).join('或')}的另一个人</b>
          <small>在“申请”里处理；不能是您自己</small>
        </span>
      </dd>
    </dl>
  );
}
