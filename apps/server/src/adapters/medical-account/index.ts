export { type CentreCall, createCentreCall } from './centre-call.ts';
export { createMedicalAccount, type MedicalAccountAdapter } from './create-medical-account.ts';
export { type CentreApp, envelopeKeys } from './envelope.ts';
export { momentOf, wireTime } from './wire-values.ts';
