import { createMedicalApp } from './adapters/medical-app/index.ts';
import type { MedicalApp } from './ports/medical-app.ts';
import type { Clock, Log } from './ports/outside.ts';
import type { Settings } from './settings.ts';

/** The way into the bureau's own app; null where the settings name no bureau or no origin of the app. */
export function medicalAppOf(outside: {
  readonly settings: Settings;
  readonly clock: Clock;
  readonly log: Log;
}): MedicalApp | null {
  const { settings, clock, log } = outside;
  const { hsaBase: baseUrl, hsaAppId: appId, hsaAppSecrets: appSecrets, hsaPrivateKey: privateKey } = settings;
  const { hsaPlatformPublicKeys: platformPublicKeys, medicalAppOrigins: origins } = settings;
  if (baseUrl === null || appId === null || appSecrets === null || privateKey === null) return null;
  if (platformPublicKeys === null || origins.length === 0) return null;
  return createMedicalApp({ baseUrl, appId, appSecrets, privateKey, platformPublicKeys, origins, clock, log });
}
