export { createMedicalAccount, type MedicalAccountAdapter } from './create-medical-account.ts';
