import {
  keepMedicalAppTarget,
  keepTokenPurpose,
  medicalAppTargets,
  tokenPurposes,
} from '../src/features/partner-jump/index.ts';

const BY = '首次启动';

interface Shop {
  readonly database: { readonly query: Parameters<typeof medicalAppTargets>[0] };
  readonly clock: { now(): number };
  readonly settings: { readonly partnerPageOrigins: readonly string[] };
}

/**
 * What the medical-insurance app is gone to for, to begin with, and for the demonstration a partner's page; an operator
 * changes them.
 */
export async function seedPartnerJumps(deps: Shop, demonstration: boolean) {
  const { query } = deps.database;
  const at = new Date(deps.clock.now());
  if ((await medicalAppTargets(query)).length === 0) {
    const target = { source: 'account', name: '查医保个人账户', note: '去医保页面看余额和共济', isActive: true };
    await keepMedicalAppTarget(query, target, BY, at);
  }
  const [origin] = deps.settings.partnerPageOrigins;
  if (!demonstration || origin === undefined || (await tokenPurposes(query)).length > 0) return;
  const purpose = { purpose: 'demo-partner', name: '合作机构（演示）', url: `${origin}/partner/welcome` };
  await keepTokenPurpose(query, { ...purpose, lifeSeconds: 300, isActive: true }, BY, at);
}
