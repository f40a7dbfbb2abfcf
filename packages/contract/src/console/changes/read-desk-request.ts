import Type from 'typebox';
import { defineConsoleCall } from '../define-console-call.ts';
import { DeskRequestRows, ReadPurpose, RequestNo } from './change-desk-schemas.ts';

/** One request with people's data as they are, for a purpose that is noted */
export const readDeskRequest = defineConsoleCall({
  name: 'readDeskRequest',
  topic: 'console/changes',
  method: 'POST',
  path: '/change-requests/{requestNo}/read',
  summary: 'One request with people’s data as they are, for a purpose that is noted',
  input: Type.Object({ requestNo: RequestNo, purpose: ReadPurpose }),
  output: Type.Object({ rows: DeskRequestRows }),
  errors: ['not-found'],
  staff: ['changes.decide', 'changes.approve'],
  title: '看完整的变更申请',
  noted: 'view',
});
