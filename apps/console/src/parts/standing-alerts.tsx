import { Alert } from 'antd';
import { useEffect } from 'react';
import { Link } from 'react-router';
import { useCall } from '../api/use-call.ts';
import { useSelf } from '../app/self.tsx';
import { placeOfAlert } from './place-of-alert.ts';
import { shortTime } from './when.ts';

const LOOK_AGAIN_MS = 60_000;

/** What was checked and is not right now, since when, and the way to where it is seen to; nothing while all is right. */
export function StandingAlerts() {
  const { may } = useSelf();
  return may('alerts.view') ? <Standing /> : null;
}

function Standing() {
  const { may } = useSelf();
  const { value, reload } = useCall('listStandingAlerts', {});
  useEffect(() => {
    const timer = setInterval(reload, LOOK_AGAIN_MS);
    return () => clearInterval(timer);
  }, [reload]);
  return value?.alerts.map((one) => {
    const place = placeOfAlert(one, may) ?? { to: `/alerts?kind=${one.kind}`, label: '看提醒' };
    const found = one.details.map(({ label, value: text }) => `${label} ${text}`).join('，');
    return (
      <Alert
        key={one.alertNo}
        type="error"
        showIcon
        title={`${one.title}：${found}`}
        description={`${shortTime(one.createdAt)} 起。${one.advice}`}
        action={<Link to={place.to}>{place.label}</Link>}
      />
    );
  });
}
