import { createPrivateKey } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { openDevelopmentKeys } from './settings/development-keys.ts';
import { certificatesIn } from './settings/kinds.ts';
import { productionRefusals } from './settings/production-refusals.ts';
import { type Group, OPTIONAL_GROUPS, type SettingRow, SMS_GROUPS } from './settings/setting-row.ts';
import { type Settings, type StartSettings, serverTable, startTable } from './settings/table.ts';
import { StartupProblem } from './startup-problem.ts';

export type { Settings, StartSettings };

export type Environment = Readonly<Record<string, string | undefined>>;

/**
 * Reads what is needed before anything runs: ports, folders, database address.
 * @throws StartupProblem naming every wrong setting
 */
export function readStartSettings(environment: Environment): StartSettings {
  const problems: string[] = [];
  const settings = startFrom(environment, problems);
  refuse(problems);
  return settings;
}

function startFrom(environment: Environment, problems: string[]): StartSettings {
  const values = readTable(startTable, environment, environment.NODE_ENV === 'production', problems);
  const settings = values as unknown as StartSettings;
  return Object.freeze({
    ...settings,
    publicOrigin: settings.publicOrigin ?? `http://localhost:${settings.port}`,
    sandboxOrigin: settings.sandboxOrigin ?? `http://localhost:${settings.sandboxPort}`,
  });
}

/**
 * Reads all settings once.
 * @param supplied outside production: values by setting name for groups of which the environment gives nothing
 * @throws StartupProblem naming every missing or wrong setting, and in production everything that belongs to the sandbox
 */
export function readSettings(environment: Environment, supplied: Environment = {}): Settings {
  // Whoever sets up production is told of everything at once, not of the next thing at every start.
  const problems: string[] = [];
  const start = startFrom(environment, problems);
  const production = environment.NODE_ENV === 'production';
  const filled = production ? environment : fillGroups(environment, supplied);
  const values = readTable(serverTable, filled, production, problems) as unknown as Settings;
  problems.push(
    ...halfGiven(filled),
    ...unpaired(values),
    ...foreignKey(values),
    ...homeless({ ...start, ...values }),
    ...rootless(values),
  );
  refuse(problems);
  const settings = Object.freeze({
    ...start,
    ...values,
    wxpayNotifyOrigin: values.wxpayNotifyOrigin ?? start.publicOrigin,
  });
  if (production) refuse(productionRefusals(settings));
  return settings;
}

/** The keys that open what is sealed, for a command beside the program: those given, or those of the data folder. */
export function readDataKeys(environment: Environment, start: StartSettings): Settings['dataKeys'] {
  return readSome(['dataKeys'], environment, start).dataKeys;
}

/** What is needed to check the evidence beside the program. */
export type EvidenceSettings = StartSettings & Pick<Settings, (typeof EVIDENCE_ROWS)[number]>;

const EVIDENCE_ROWS = [
  'numberKey',
  'evidenceKeys',
  'evidenceSigningKeys',
  'evidenceSm2Key',
  'tsaUrl',
  'tsaUrl2',
  'tsaRoots',
  'tsaRoots2',
  'evidenceS3Origin',
  'evidenceS3Region',
  'evidenceS3AccessKeyId',
  'evidenceS3SecretAccessKey',
  'retentionShortYears',
  'retentionLongYears',
  'retentionDisputeYears',
  'retentionVisitDays',
  'retentionErases',
] as const;

export function readEvidenceSettings(environment: Environment, start: StartSettings): EvidenceSettings {
  return { ...start, ...readSome(EVIDENCE_ROWS, environment, start) };
}

/** Some of the settings; keys that nobody gave are those of the data folder, outside production. */
function readSome<K extends keyof typeof serverTable>(
  names: readonly K[],
  environment: Environment,
  { environment: kind, dataDir }: StartSettings,
): Pick<Settings, K> {
  const production = kind === 'production';
  const rows = Object.fromEntries(names.map((name) => [name, serverTable[name] as SettingRow]));
  const keys = Object.values(rows).filter(({ group }) => group === 'keys');
  const isOurs = !production && keys.some((row) => !isGiven(environment, row));
  const given = isOurs ? { ...openDevelopmentKeys(resolve(dataDir)), ...filledIn(environment) } : environment;
  const problems: string[] = [];
  const values = readTable(rows, given, production, problems);
  refuse(problems);
  return values as unknown as Pick<Settings, K>;
}

const filledIn = (environment: Environment): Environment =>
  Object.fromEntries(Object.entries(environment).filter(([, value]) => value !== undefined && value !== ''));

/** What partners' keys are made from, for the command that hands one over; null where nothing is given. */
export function readPartnerTokenKeys(environment: Environment): Settings['partnerTokenKeys'] {
  const problems: string[] = [];
  const { partnerTokenKeys } = readTable(
    { partnerTokenKeys: serverTable.partnerTokenKeys },
    environment,
    false,
    problems,
  );
  refuse(problems);
  return partnerTokenKeys as Settings['partnerTokenKeys'];
}

/** The groups of which the environment gives at least one setting. */
export function givenGroups(environment: Environment): ReadonlySet<Group> {
  const rows = Object.values<SettingRow>(serverTable);
  return new Set(rows.filter((row) => isGiven(environment, row)).map((row) => row.group));
}

/** An optional group is given whole or not at all. */
function halfGiven(environment: Environment): string[] {
  const given = givenGroups(environment);
  return Object.values<SettingRow>(serverTable)
    .filter((row) => OPTIONAL_GROUPS.has(row.group) && given.has(row.group))
    .filter((row) => row.fallback === null && !isGiven(environment, row))
    .map((row) => missing(row));
}

/** Whoever signs papers holds the key of the first certificate. */
function foreignKey({ paperSigningKey: key, paperSigningCertificates: chain }: Partial<Settings>): string[] {
  if (!key || !chain || certificatesIn(chain)?.[0]?.checkPrivateKey(createPrivateKey(key))) return [];
  return [
    'PAPER_SIGNING_KEY 和第一张证书不是一对。PAPER_SIGNING_KEY does not belong to the first of PAPER_SIGNING_CERTIFICATES.',
  ];
}

/** A bucket needs the store it is in. */
function homeless({ evidenceStore, evidenceCheckpointDir, evidenceS3Origin }: Settings): string[] {
  const places = { EVIDENCE_STORE: evidenceStore, EVIDENCE_CHECKPOINT_DIR: evidenceCheckpointDir };
  return Object.entries(places)
    .filter(([, place]) => place && 'bucket' in place && !evidenceS3Origin)
    .map(
      ([name]) => `${name} 写成 s3:// 时还要给出 EVIDENCE_S3_ORIGIN 等。${name} needs EVIDENCE_S3_ORIGIN and its keys.`,
    );
}

/** Whose root is known by one authority is known by none that comes along with the other. */
function rootless({ tsaUrl, tsaUrl2, tsaRoots, tsaRoots2 }: Settings): string[] {
  const missing =
    tsaUrl && !tsaRoots && tsaRoots2 ? 'TSA_ROOTS' : tsaUrl2 && !tsaRoots2 && tsaRoots ? 'TSA_ROOTS_2' : '';
  return missing ? [`只给了一家时间戳机构的根证书，还要 ${missing}。${missing} is needed beside the other roots.`] : [];
}

/** Every public key of WeChat Pay is known by its own id. */
function unpaired({ wxpayPublicKeyIds: ids, wxpayPublicKeys: keys }: Partial<Settings>): string[] {
  if (!ids || !keys || ids.length === keys.length) return [];
  return [
    'WXPAY_PUBLIC_KEY_ID 和 WXPAY_PUBLIC_KEY 的个数不同。WXPAY_PUBLIC_KEY_ID and WXPAY_PUBLIC_KEY must list as many.',
  ];
}

function missing({ name, description, kind }: SettingRow): string {
  return `缺少 ${name}：${description} ${name} is missing (${kind.shape}).`;
}

function isGiven(environment: Environment, { name, secret }: SettingRow): boolean {
  return Boolean(environment[name]) || (secret && Boolean(environment[`${name}_FILE`]));
}

function fillGroups(environment: Environment, supplied: Environment): Environment {
  const given = givenGroups(environment);
  const filled = { ...environment };
  for (const row of Object.values<SettingRow>(serverTable)) {
    const whole = row.group === 'program' ? !isGiven(environment, row) : !given.has(row.group);
    if (whole) filled[row.name] = supplied[row.name];
  }
  return filled;
}

function readTable(
  table: Record<string, SettingRow>,
  environment: Environment,
  production: boolean,
  problems: string[],
): Record<string, unknown> {
  const values: Record<string, unknown> = {};
  for (const [field, row] of Object.entries(table)) {
    try {
      values[field] = readRow(row, environment, production);
    } catch (error) {
      problems.push((error as Error).message);
    }
  }
  return values;
}

function readRow(row: SettingRow, environment: Environment, production: boolean): unknown {
  const text = textOf(row, environment);
  if (text === undefined) {
    if (isOtherGateway(row, environment)) return row.fallback ?? null;
    if (row.fallback === undefined || (production && row.neededInProduction)) {
      throw new Error(missing(row));
    }
    return row.fallback;
  }
  try {
    return row.kind.parse(text);
  } catch (error) {
    const shown = row.secret ? '' : `（现在是 "${text}"）`;
    throw new Error(`${row.name} 的值不对${shown}。${row.name} should be: ${(error as Error).message}`);
  }
}

/** A row of an SMS gateway that is not the chosen one. A wrong choice has a message of its own. */
function isOtherGateway({ group }: SettingRow, { SMS_GATEWAY }: Environment): boolean {
  const chosen = SMS_GROUPS[SMS_GATEWAY === 'tencent' ? 'tencent' : 'aliyun'];
  return group !== chosen && Object.values(SMS_GROUPS).includes(group);
}

function textOf({ name, secret }: SettingRow, environment: Environment): string | undefined {
  const direct = environment[name];
  // A PEM key in one line of an env file carries its line breaks as \n.
  if (direct) return secret ? direct.replaceAll('\\n', '\n') : direct;
  const file = secret ? environment[`${name}_FILE`] : undefined;
  if (!file) return undefined;
  try {
    return readFileSync(file, 'utf8').trim();
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    throw new Error(`${name}_FILE 指向的文件读不了（${code}）。The file named by ${name}_FILE cannot be read: ${file}`);
  }
}

function refuse(problems: string[]): void {
  if (problems.length === 0) return;
  throw new StartupProblem(
    `设置有 ${problems.length} 处不对。Some settings are missing or wrong:\n${problems.map((line) => `  · ${line}`).join('\n')}`,
    '请改正环境变量后重新启动；全部设置见 docs/settings.md。Correct the environment variables and start again; see docs/settings.md.',
  );
}
