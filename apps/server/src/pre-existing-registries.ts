import { createRegistries, type Registries } from './adapters/pre-existing/index.ts';
import type { Clock, Log } from './ports/outside.ts';
import type { Settings } from './settings.ts';

/** The platform of pre-existing conditions, if the settings name it; no way to ask otherwise. */
export function createPreExistingRegistries(outside: {
  readonly settings: Settings;
  readonly clock: Clock;
  readonly log: Log;
}): Registries {
  const { settings, clock, log } = outside;
  const { preExistingBase: baseUrl, preExistingAppId: appId, preExistingAppSecrets: appSecrets } = settings;
  const { preExistingPrivateKey: privateKey, preExistingPlatformPublicKeys: platformPublicKeys } = settings;
  const { preExistingSubjectKey: subjectKey, preExistingWays: ways } = settings;
  const isNamed = baseUrl !== null && appId !== null && appSecrets !== null && privateKey !== null;
  if (!isNamed || platformPublicKeys === null || subjectKey === null) {
    return { byWay: new Map(), closeConnections() {} };
  }
  return createRegistries({ baseUrl, appId, appSecrets, privateKey, platformPublicKeys, subjectKey, ways, clock, log });
}
