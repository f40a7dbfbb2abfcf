export { ASSISTANCE_STATUS_TABLE, type AssistanceStatus } from './assistance-status.ts';
