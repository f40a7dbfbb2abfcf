import * as kinds from './kinds.ts';
import { open, openKeys, openSecret, row } from './setting-row.ts';

/** The platform that tells whether somebody counts as having a pre-existing condition. */
export const preExistingTable = {
  preExistingBase: row<string, string | null>(
    'pre-existing',
    'PEC_BASE',
    kinds.address,
    '既往症查询平台的接口（PX-1）。',
    open,
  ),
  preExistingAppId: row<string, string | null>(
    'pre-existing',
    'PEC_APP_ID',
    kinds.ascii(32),
    '既往症查询平台分配的应用编号。',
    open,
  ),
  preExistingAppSecrets: openKeys('pre-existing', 'PEC_APP_SECRET', kinds.word, '既往症查询平台分配的应用密钥。'),
  preExistingPrivateKey: row<Buffer, Buffer | null>(
    'pre-existing',
    'PEC_PRIVATE_KEY',
    kinds.keyOf(32),
    '本方的国密 SM2 私钥。',
    openSecret,
  ),
  preExistingPlatformPublicKeys: openKeys(
    'pre-existing',
    'PEC_PLATFORM_PUBLIC_KEY',
    kinds.sm2PublicKey,
    '既往症查询平台的国密 SM2 公钥。',
    open,
  ),
  preExistingSubjectKey: row<Buffer, Buffer | null>(
    'pre-existing',
    'PEC_SUBJECT_KEY',
    kinds.keyOf(32),
    '密算查询里代表个人的密钥散列所用的密钥，双方约定。',
    openSecret,
  ),
  preExistingWays: row('pre-existing', 'PEC_WAYS', kinds.someOf('private', 'trusted'), '开通的查询方式，先用的在前。', {
    fallback: ['private', 'trusted'] as const,
  }),
};
