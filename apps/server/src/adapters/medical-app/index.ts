export { createMedicalApp } from './create-medical-app.ts';
