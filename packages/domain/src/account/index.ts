export { ACCOUNT_EVENT_LABELS, type AccountEventKind, deviceText, isNewDevice } from './account-event.ts';
export { type ContactField, checkContact } from './contact-data.ts';
export {
  nextPhoneRequestStatus,
  OPEN_PHONE_REQUEST,
  PHONE_COOLING_MS,
  PHONE_REQUEST_TABLE,
  type PhoneRequestEvent,
  type PhoneRequestStatus,
  phoneRequestLabel,
} from './phone-request-status.ts';
export {
  RIGHT_LABELS,
  RIGHTS_STATUS_TABLE,
  RIGHTS_WORKING_DAYS,
  type Right,
  type RightsStatus,
} from './rights-status.ts';
