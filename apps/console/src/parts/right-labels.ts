import type { RightsRequestValue } from '@huimin/contract/console';

/** What residents can ask for about what is held of them. */
export const RIGHT_LABELS: Readonly<Record<RightsRequestValue['right'], string>> = {
  correct: '改正信息',
  restrict: '停止使用',
  erase: '删除信息',
  consent: '撤回同意',
};
