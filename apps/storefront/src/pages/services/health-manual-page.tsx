import './services.css';
import '../../ui/controls.css';
import type { HealthServiceValue, ServiceBookingValue, ServicePersonValue } from '@huimin/contract';
import { formatDotDate, formatDotRange } from '@huimin/domain/date';
import { relationshipLabel } from '@huimin/domain/order';
import { useState } from 'react';
import { calls } from '../../api/calls.ts';
import { failureText } from '../../api/no-reply-text.ts';
import { useAction } from '../../api/use-action.ts';
import { useCall } from '../../api/use-call.ts';
import { useKeptState, useProduct } from '../../context/index.ts';
import {
  Button,
  Card,
  confirmDialog,
  Icon,
  type IconShape,
  IconTile,
  iconCheckCircle,
  iconCheckUp,
  iconClock,
  iconHeart,
  iconHospital,
  iconNurse,
  iconPhone,
  iconSearch,
  iconStethoscope,
  inWords,
  Monogram,
  Notice,
  Page,
  Section,
  Sheet,
  Skeleton,
  Tag,
  telHref,
  toast,
} from '../../ui/index.ts';
import { LoadProblem, LogInButton } from '../pay/load-problem.tsx';
import { BookSheet } from './book-sheet.tsx';
import { ManualReward } from './manual-reward.tsx';
import { NotPublished } from './not-published.tsx';
import { useCoverEdition } from './use-cover-edition.tsx';

const TITLE = '健康服务手册';

const ICONS = {
  hospital: iconHospital,
  stethoscope: iconStethoscope,
  nurse: iconNurse,
  magnifier: iconSearch,
  heart: iconHeart,
  'check-up': iconCheckUp,
} as const satisfies Record<NonNullable<HealthServiceValue['icon']>, IconShape>;

/** #/lsjsfwsc: the services of an edition; for who is logged in, what is left of them and what is booked. */
export default function HealthManualPage() {
  const { luckyDraw, servicesBeforeCover } = useProduct();
  const cover = useCoverEdition();
  const asked = { productId: cover.editionCode };
  const quiet = { quietFailure: true, when: cover.isKnown };
  const manual = useCall(calls.healthServices, asked, quiet);
  const mine = useCall(calls.myHealthServices, asked, { ...quiet, forEverybody: true });
  const [policyNo, setPolicyNo] = useKeptState<string | null>('person', null);
  const [booking, setBooking] = useState<HealthServiceValue | null>(null);
  if (manual.state === 'failed') {
    return <LoadProblem title={TITLE} failure={manual.failure} onReload={manual.reload} />;
  }
  if (!manual.value) {
    return (
      <Page title={inWords(TITLE)}>
        <Skeleton lines={[72, 120, 120, 120]} />
      </Page>
    );
  }
  const { services, editionYear } = manual.value;
  if (services.length === 0) {
    return <NotPublished title={TITLE} what={`${editionYear} 版健康服务`} choice={cover.choice} />;
  }
  const people = mine.value?.people ?? [];
  const person = people.find((one) => one.policyNo === policyNo) ?? people.find((one) => one.isOpen) ?? people[0];
  const groups = Array.from(new Set(services.map(({ group }) => group)));
  const hotlines = Array.from(new Map(services.map((service) => [service.hotline, service])).values());
  return (
    <Page title={inWords(TITLE)} lead={`${editionYear} 版。有保障的人都能用，不另外收钱`}>
      {cover.choice}
      <Who
        people={people}
        person={person}
        loggedOut={mine.failure !== null && 'name' in mine.failure && mine.failure.name === 'not-logged-in'}
        ready={mine.value !== null}
        onChoose={setPolicyNo}
      />
      {groups.map((group) => (
        <Section key={group} title={group}>
          <Card flush>
            {services
              .filter((service) => service.group === group)
              .map((service) => (
                <Service
                  key={service.code}
                  service={service}
                  person={person}
                  onBook={() => setBooking(service)}
                  onChanged={mine.reload}
                />
              ))}
          </Card>
        </Section>
      ))}
      {hotlines.map(({ hotline, hours, provider }) => (
        <Card className="mt3 service-hotline" key={hotline}>
          <div>
            <b>服务热线</b>
            <p className="note">
              {hours}，由{provider}提供
            </p>
          </div>
          <Button kind="neutral" small label={`打电话给服务热线 ${hotline}`} href={telHref(hotline)}>
            <Icon name={iconPhone} size={20} />
            打电话
          </Button>
        </Card>
      ))}
      <p className="note mt3">
        服务不是保险责任。用不用，都不影响理赔。
        {servicesBeforeCover && '演示版：保障还没开始也可以试着预约，服务和机构都是编的。'}
      </p>
      {luckyDraw && <ManualReward />}
      {booking && person && (
        <BookSheet
          key={booking.code}
          service={booking}
          person={person}
          onClose={() => setBooking(null)}
          onBooked={() => {
            setBooking(null);
            mine.reload();
          }}
        />
      )}
    </Page>
  );
}

type WhoProps = {
  people: readonly ServicePersonValue[];
  person: ServicePersonValue | undefined;
  loggedOut: boolean;
  ready: boolean;
  onChoose: (policyNo: string) => void;
};

/** Whose services are shown; others of the family can be chosen. */
function Who({ people, person, loggedOut, ready, onChoose }: WhoProps) {
  const [open, setOpen] = useState(false);
  if (loggedOut) {
    return (
      <Card className="service-person">
        <div className="service-person-main">
          <b>登录后可以预约</b>
          <p className="note">还能看到每个人剩几次</p>
        </div>
        <LogInButton />
      </Card>
    );
  }
  if (!person) return ready ? <Notice title="还没有人有保障">有保障的人才能预约，手册可以先看。</Notice> : null;
  const { name, relationship, validDate, invalidDate, isOpen } = person;
  return (
    <>
      <Card className="service-person">
        <Monogram name={name} />
        <div className="service-person-main">
          <p>
            <b>{name}</b>
            <Tag>{relationshipLabel(relationship as '00')}</Tag>
          </p>
          <p className="note num">{formatDotRange(validDate, invalidDate)}</p>
        </div>
        {people.length > 1 && (
          <Button kind="neutral" small onPress={() => setOpen(true)}>
            换个人
          </Button>
        )}
      </Card>
      {!isOpen && (
        <div className="mt3">
          <Notice>保障从 {formatDotDate(validDate)} 开始，到那天就能预约。</Notice>
        </div>
      )}
      <Sheet open={open} title="给谁用" onClose={() => setOpen(false)}>
        <div className="buttons">
          {people.map((one) => (
            <Button
              key={one.policyNo}
              kind={one.policyNo === person.policyNo ? 'secondary' : 'neutral'}
              block
              onPress={() => {
                onChoose(one.policyNo);
                setOpen(false);
              }}
            >
              {one.name}
            </Button>
          ))}
        </div>
      </Sheet>
    </>
  );
}

type ServiceProps = {
  service: HealthServiceValue;
  person: ServicePersonValue | undefined;
  onBook: () => void;
  onChanged: () => void;
};

function Service({ service, person, onBook, onChanged }: ServiceProps) {
  const { code, name, description, audience, howToBook, timesPerYear, icon = 'hospital' } = service;
  const right = person?.services.find((one) => one.code === code);
  const bookings = person?.bookings.filter((one) => one.serviceCode === code && one.status !== 'available') ?? [];
  const verb = timesPerYear === null ? '报名' : '预约';
  const left = right && right.whyNot === null && timesPerYear !== null ? `，还剩 ${right.left} 次` : '';
  const canBook = person?.isOpen && right && right.left > 0 && right.whyNot === null;
  const noDay = right && timesPerYear !== null && right.firstDay === null;
  return (
    <article className="service-item" aria-label={name}>
      <IconTile tone="neutral">
        <Icon name={ICONS[icon]} />
      </IconTile>
      <div className="service-main">
        <h3>{name}</h3>
        <p>
          {audience === '不限' ? '' : `${audience}，`}
          {description}
        </p>
        <p className="note">{howToBook}</p>
        <div className="service-right">
          <span className="num">{timesPerYear === null ? '全年' : `一年 ${timesPerYear} 次${left}`}</span>
          {canBook && !noDay && (
            <Button kind="neutral" small label={`${verb}：${name}`} onPress={onBook}>
              {verb}
            </Button>
          )}
        </div>
        {right?.whyNot && person && <p className="note">{person.name}不到年龄，不能用这一项</p>}
        {bookings.map((one) => (
          <Booked key={one.serviceBookingNo} booking={one} onChanged={onChanged} />
        ))}
      </div>
    </article>
  );
}

function Booked({ booking, onChanged }: { booking: ServiceBookingValue; onChanged: () => void }) {
  const { serviceBookingNo, serviceName, status, statusLabel, wantedOn } = booking;
  const [cancel, cancelling] = useAction(calls.cancelHealthService, { quietFailure: true });
  const give = async () => {
    const yes = await confirmDialog({
      ...{ title: '取消预约', body: '取消后次数还给您，可以再约', confirm: '取消预约', cancel: '不取消' },
    });
    if (!yes) return;
    const reply = await cancel({ serviceBookingNo });
    toast(reply.ok ? '已取消' : failureText(reply));
    onChanged();
  };
  return (
    <div className="service-booking">
      <span className={status === 'booked' ? 'service-state service-state-booked' : 'service-state'}>
        <Icon name={status === 'used' ? iconCheckCircle : iconClock} size={18} />
        {status === 'booked' && wantedOn === null ? '已报名' : statusLabel} <span className="num">{wantedOn}</span>
      </span>
      {status === 'booked' && (
        <Button
          kind="text"
          small
          busy={cancelling.busy}
          label={`取消预约：${serviceName} ${wantedOn ?? ''}`}
          onPress={() => void give()}
        >
          取消
        </Button>
      )}
    </div>
  );
}
