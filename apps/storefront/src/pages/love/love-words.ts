import type { LoveCertificateValue } from '@huimin/contract';

type Gift = Pick<LoveCertificateValue, 'gift' | 'selfOnly'>;

/** What the giver did, after their name. */
export function loveMessage({ gift, selfOnly }: Gift): string {
  if (gift === 'donation') return '为需要的人送上一份守护';
  return selfOnly ? '为自己添了一份守护' : '为家人送上一份守护';
}

/** What the count of people is called. */
export function lovePeopleLabel({ gift, selfOnly }: Gift): string {
  if (gift === 'donation') return '送出守护';
  return selfOnly ? '守护' : '守护家人';
}

export const LOVE_STATES: Record<LoveCertificateValue['state'], { label: string; tone: 'ok' | 'warn' | 'neutral' }> = {
  making: { label: '保单生成中', tone: 'warn' },
  held: { label: '客服核对中', tone: 'warn' },
  uncovered: { label: '没能承保', tone: 'neutral' },
  none: { label: '可以做', tone: 'neutral' },
  ready: { label: '可保存', tone: 'ok' },
  void: { label: '已作废', tone: 'neutral' },
};
