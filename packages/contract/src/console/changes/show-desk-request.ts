import Type from 'typebox';
import { defineConsoleCall } from '../define-console-call.ts';
import { DeskRequestView, RequestNo } from './change-desk-schemas.ts';

/** One request: old and new beside each other, masked, with what the rules say of it and what happened */
export const showDeskRequest = defineConsoleCall({
  name: 'showDeskRequest',
  topic: 'console/changes',
  method: 'GET',
  path: '/change-requests/{requestNo}',
  summary: 'One request: old and new beside each other, masked, with what the rules say of it and what happened',
  input: Type.Object({ requestNo: RequestNo }),
  output: DeskRequestView,
  errors: ['not-found'],
  staff: ['changes.view'],
  title: '看一份变更申请',
  noted: 'view',
});
