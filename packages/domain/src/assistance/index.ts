export { ASSISTANCE_STATUS_TABLE, type AssistanceEvent, type AssistanceStatus } from './assistance-status.ts';
