import '../../ui/form.css';
import '../../ui/controls.css';
import './outlets.css';
import { OUTLET_CHANNELS, type OutletChannel } from '@huimin/domain/outlet';
import { cityCodeOf } from '@huimin/domain/region';
import { useId, useState } from 'react';
import { calls } from '../../api/calls.ts';
import { failureLead } from '../../api/failure-lead.ts';
import { NetworkFailure } from '../../api/network-failure.ts';
import { useCall } from '../../api/use-call.ts';
import { useChannel, useElderMode, useNavigation, useProduct, useQuery } from '../../context/index.ts';
import { keepLook, lastLook, type OutletLook } from '../../features/outlets/last-look.ts';
import { districtsOf, shownOutlets } from '../../features/outlets/outlet-list.ts';
import { usePosition } from '../../features/outlets/use-position.ts';
import { useChosenRegion } from '../../features/region/chosen-region.ts';
import {
  Button,
  Card,
  EmptyState,
  ErrorState,
  Icon,
  Page,
  PhoneLink,
  Row,
  Sheet,
  Skeleton,
  toast,
} from '../../ui/index.ts';
import { WayHome } from '../pay/load-problem.tsx';
import { OutletCard } from './outlet-card.tsx';
import { iconSeek } from './outlet-icons.ts';

const ALL = '全部';
const quiet = { overlay: false, quietFailure: true };

/** #/branch, #/ntbranch, #/cbc …: one page for all of them; the address says which list. */
export default function OutletsPage() {
  const channel = channelOf(window.location.hash);
  return <Outlets key={channel} channel={channel} />;
}

function channelOf(hash: string): OutletChannel {
  const name = /^#\/([a-z]+)/.exec(hash)?.[1];
  return (Object.keys(OUTLET_CHANNELS) as OutletChannel[]).find((one) => one === name) ?? 'branch';
}

function Outlets({ channel }: { channel: OutletChannel }) {
  const { tel, flows } = useProduct();
  const elder = useElderMode();
  const region = useChosenRegion();
  const ownCity = region === null ? null : cityCodeOf(region);
  const [look, setLook] = useState(() => lastLook(channel));
  const { district, text } = look;
  // Kept beside the page: choosing an outlet makes the screen anew.
  const change = (part: Partial<OutletLook>) => {
    keepLook(channel, part);
    setLook(lastLook(channel));
  };
  // 省直 has no outlets of its own.
  const city = look.city ?? OUTLET_CHANNELS[channel] ?? (ownCity === '320000' ? null : ownCity);
  const list = useCall(calls.queryOutlets, { channel, ...(city === null ? {} : { cityCode: city }) }, quiet);
  const [choosing, setChoosing] = useState(false);
  const title = '服务网点';
  const lead = elder ? '当面帮您办' : '可以当面帮您参保、查理赔、改信息';
  if (!list.value) {
    const { failure } = list;
    return (
      <Page title={title} lead={lead}>
        {failure ? (
          <>
            <ErrorState
              kind={failure instanceof NetworkFailure ? failure.reason : 'busy'}
              lead={failureLead(failure)}
              onReload={list.reload}
            />
            <WayHome />
          </>
        ) : (
          <Skeleton lines={[52, 56, 44, 180, 180]} />
        )}
      </Page>
    );
  }
  const { cities, cityCode, outlets } = list.value;
  const cityName = cities.find((one) => one.cityCode === cityCode)?.name ?? null;
  const chooseCity = (code: string) => {
    change({ city: code, district: null });
    setChoosing(false);
  };
  return (
    <Page title={title} lead={lead}>
      {cities.length === 0 ? (
        <EmptyState title="这里还没有网点" lead="请打服务电话，问最近哪里可以办" action={<PhoneLink tel={tel} />} />
      ) : (
        <>
          <SearchBox text={text} onChange={(next) => change({ text: next })} />
          <Card flush className="mt3">
            <Row label="城市" value={cityName ?? '请选择'} onPress={() => setChoosing(true)} />
          </Card>
          <Districts names={districtsOf(outlets)} chosen={district} onChoose={(name) => change({ district: name })} />
          <Found outlets={outlets} where={district ?? cityName ?? ''} look={look} onChange={change} />
        </>
      )}
      {flows?.assisted && (
        <Card flush className="mt4">
          <Row href="#/temp-login" label="已经在网点了" note="工作人员帮您填，您自己看、自己确认、自己付款" />
        </Card>
      )}
      <p className="note mt4">远近只用手机算，位置不上传。去之前请带身份证，最好先打电话问一下。</p>
      <Sheet open={choosing} title="选择城市" onClose={() => setChoosing(false)}>
        <ul>
          {cities.map((one) => (
            <li key={one.cityCode}>
              <Row
                label={one.cityCode === cityCode ? <b>{one.name}（现在看的）</b> : one.name}
                value={<span className="num">{one.count} 个</span>}
                onPress={() => chooseCity(one.cityCode)}
              />
            </li>
          ))}
        </ul>
      </Sheet>
    </Page>
  );
}

function SearchBox({ text, onChange }: { text: string; onChange: (text: string) => void }) {
  return (
    <div className="input outlet-search">
      <Icon name={iconSeek} size={22} />
      <input
        type="search"
        enterKeyHint="search"
        aria-label="搜网点名或地址"
        placeholder="搜网点名或地址"
        autoComplete="off"
        maxLength={40}
        value={text}
        onChange={(event) => onChange(event.target.value)}
      />
    </div>
  );
}

type DistrictsProps = { names: readonly string[]; chosen: string | null; onChoose: (name: string | null) => void };

function Districts({ names, chosen, onChoose }: DistrictsProps) {
  if (names.length < 2) return null;
  return (
    // biome-ignore lint/a11y/useSemanticElements: toggle buttons, no form fields
    <div className="outlet-districts" role="group" aria-label="区县">
      {[ALL, ...names].map((name) => {
        const value = name === ALL ? null : name;
        return (
          <button key={name} type="button" aria-pressed={chosen === value} onClick={() => onChoose(value)}>
            {name}
          </button>
        );
      })}
    </div>
  );
}

type FoundProps = {
  outlets: Parameters<typeof shownOutlets>[0];
  where: string;
  look: OutletLook;
  onChange: (part: Partial<OutletLook>) => void;
};

function Found({ outlets, where, look, onChange }: FoundProps) {
  const { district, text } = look;
  const position = usePosition(look.place, (place) => onChange({ place }));
  const channel = useChannel();
  const { navigate } = useNavigation();
  const agentCode = useQuery().get('agentCode');
  const id = useId();
  const place = position.state === 'known' ? position.place : null;
  const shown = shownOutlets(outlets, { district, text, place });
  const credit = (code: string, name: string) => {
    const isOff = agentCode === code;
    // An empty value stands in the way of the kept one.
    navigate(`${window.location.hash.slice(1).split('?')[0]}?agentCode=${isOff ? '' : encodeURIComponent(code)}`, {
      replace: true,
    });
    toast(isOff ? '已取消，参保时不记网点' : `参保时会记到${name}`);
  };
  return (
    <section className="outlet-found" aria-labelledby={id}>
      <div className="section-head">
        <h2 id={id}>
          {where} {shown.length} 个网点
        </h2>
        {position.state === 'known' ? (
          <span className="note">按远近排</span>
        ) : (
          <button type="button" className="link" aria-busy={position.state === 'asking'} onClick={position.ask}>
            {position.state === 'asking' ? '正在看位置' : '按远近排'}
          </button>
        )}
      </div>
      <p className="note" role="status">
        {position.state === 'failed' && position.message}
      </p>
      {shown.length === 0 && (
        <EmptyState
          title="没有找到网点"
          lead="换个词，或者换一个城市、区县看看"
          action={text && <Button onPress={() => onChange({ text: '' })}>清除搜索</Button>}
        />
      )}
      <ul>
        {shown.map((one) => (
          <li key={one.outlet.code}>
            <OutletCard
              shown={one}
              map={channel.kind === 'wechat' || channel.kind === 'mini-program' ? 'tencent' : 'amap'}
              isCredited={one.outlet.agentCode === null ? null : one.outlet.agentCode === agentCode}
              onCredit={() => credit(one.outlet.agentCode ?? '', one.outlet.name)}
            />
          </li>
        ))}
      </ul>
    </section>
  );
}
