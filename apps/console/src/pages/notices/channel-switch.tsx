import { Segments } from '../../app/segments.tsx';
import { useAddressFilter } from '../../app/use-address-filter.ts';

const CHANNELS = [
  { value: 'sms', label: '短信' },
  { value: 'inbox', label: '站内' },
];

/** By which way residents were told; their states are not the same. */
export function ChannelSwitch() {
  const address = useAddressFilter('before');
  return (
    <Segments
      size="small"
      aria-label="渠道"
      options={CHANNELS}
      value={address.given('channel') === 'inbox' ? 'inbox' : 'sms'}
      onChange={(channel) => address.set({ channel: channel === 'inbox' ? channel : null, status: null })}
    />
  );
}
