import type { AgreementLineValue, ConsoleCalls } from '@huimin/contract/console';
import { type DocumentKey, REQUIRED_DOCUMENT_KEYS } from '@huimin/contract/vocabulary';
import { beijingDateTime } from '@huimin/domain/date';
import { FACE_CONSENT_VERSION } from '@huimin/domain/identity';
import { JUMP_CONSENT_VERSION } from '@huimin/domain/partner-jump';
import { HEALTH_CONSENT_VERSION } from '@huimin/domain/pre-existing';
import { seesEverything, withinScope } from '@huimin/domain/staff';
import { CONSENT_VERSION } from '@huimin/domain/withholding';
import { fail, ok } from '../../http/handler.ts';
import { Conditions, withinOrders } from '../order-desk/index.ts';
import { addUp, countedAt } from '../reports/index.ts';
import type { ConsoleHandler } from '../staff/index.ts';
import type { ChannelDeskDependencies } from './channel-desk-deps.ts';

const SHOWN_AT: Readonly<Record<DocumentKey, string>> = {
  'health-notice': '投保前必读第 1 份',
  'insurance-notice': '投保前必读第 2 份',
  clauses: '投保前必读第 3 份',
  exclusions: '投保前必读第 4 份',
  'user-agreement': '登录',
  'privacy-policy': '登录、预约、单位参保',
  'family-authorisation': '给家人填信息时',
};

const COUNTED: readonly string[] = [...REQUIRED_DOCUMENT_KEYS, 'user-agreement', 'privacy-policy'];

/** Words that come with the program: a version of it brings other ones. */
const AUTHORISATIONS = [
  {
    ...{ key: 'withholding', title: '次年自动参保和代扣授权书', version: CONSENT_VERSION },
    shownAt: '付款后开通次年自动参保',
    counts: 'select consent_version as version, count(*)::integer as count from withholding_contracts group by 1',
  },
  {
    ...{ key: 'face', title: '人脸核验授权', version: FACE_CONSENT_VERSION },
    shownAt: '核验身份',
    counts: 'select consent_version as version, count(*)::integer as count from face_checks group by 1',
  },
  {
    ...{ key: 'health', title: '医保和健康信息查询授权', version: HEALTH_CONSENT_VERSION },
    shownAt: '查既往症、理算',
    counts: 'select version, count(*)::integer as count from pre_existing_consents group by 1',
  },
  {
    ...{ key: 'jump', title: '前往合作方的个人信息告知', version: JUMP_CONSENT_VERSION },
    shownAt: '去医保服务平台',
    counts: 'select consent_version as version, count(*)::integer as count from partner_jumps group by 1',
  },
] as const;

export function listAgreements(deps: ChannelDeskDependencies): ConsoleHandler<ConsoleCalls['listAgreements']> {
  const { query } = deps.database;
  return async ({ edition }, { member }) => {
    const editions = deps.editions
      .all()
      .filter(({ document }) =>
        withinScope(member.scope, { insurers: document.insuranceCompany.map(({ name }) => name) }),
      );
    const chosen =
      edition === undefined
        ? (editions.find(({ isDefault }) => isDefault) ?? editions[0])
        : editions.find(({ code }) => code === edition);
    if (!chosen) return fail('not-found', '没有这个产品版本');
    const conditions = new Conditions();
    withinOrders(conditions, deps.editions, member.scope);
    conditions.add(`o.fact = 'agreed' and o.edition_code = ?`, chosen.code);
    const agreed = new Map(
      (await addUp(query, 'report_days', ['detail'], conditions)).map(({ detail, cases }) => [detail, cases]),
    );
    const rows = await query<{ key: string; version: number; title: string; published_at: number; versions: number }>(
      `select distinct on (document_key) document_key as key, version, title, published_at,
         (count(*) over (partition by document_key))::integer as versions
       from documents where edition_code = $1 order by document_key, version desc`,
      [chosen.code],
    );
    const order = Object.keys(SHOWN_AT);
    const documents = rows
      .map((row): AgreementLineValue => {
        const shown = chosen.documents.get(row.key);
        const version = shown?.version ?? row.version;
        const own = [...agreed].filter(([detail]) => detail.startsWith(`${row.key} `));
        return {
          ...{ key: row.key, title: shown?.title ?? row.title, version, versions: row.versions },
          kindLabel: REQUIRED_DOCUMENT_KEYS.some((key) => key === row.key) ? '必读条款' : '协议',
          validFrom: beijingDateTime(shown?.publishedAtMs ?? row.published_at),
          shownAt: (SHOWN_AT as Readonly<Record<string, string>>)[row.key] ?? '',
          // Of some it is kept with each person that they were agreed to, and not in which version.
          confirmed: COUNTED.includes(row.key) ? (agreed.get(`${row.key} ${version}`) ?? 0) : null,
          confirmedEver: COUNTED.includes(row.key) ? own.reduce((sum, [, count]) => sum + count, 0) : null,
          ...{ isWithheld: shown === undefined, hasPage: true },
        };
      })
      .sort((a, b) => order.indexOf(a.key) - order.indexOf(b.key));
    const at = await countedAt(query);
    return ok({
      edition: chosen.code,
      editions: editions.map(({ code, document }) => ({ edition: code, name: document.proName })),
      agreements: [...documents, ...(await authorisations(deps, seesEverything(member.scope)))],
      at: at === null ? null : beijingDateTime(at),
    });
  };
}

/** Those of all editions; counted only for whoever sees everything. */
async function authorisations({ database }: ChannelDeskDependencies, isCounted: boolean) {
  const lines: AgreementLineValue[] = [];
  for (const { counts, ...one } of AUTHORISATIONS) {
    const rows = isCounted ? await database.query<{ version: number; count: number }>(counts) : null;
    lines.push({
      ...one,
      ...{ kindLabel: '授权书', validFrom: null, versions: one.version, isWithheld: false, hasPage: false },
      confirmed: rows && (rows.find(({ version }) => version === one.version)?.count ?? 0),
      confirmedEver: rows?.reduce((sum, { count }) => sum + count, 0) ?? null,
    });
  }
  return lines;
}
