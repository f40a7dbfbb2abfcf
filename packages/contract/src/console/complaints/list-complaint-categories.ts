import Type from 'typebox';
import { ComplaintCategoryName } from '../../complaints/complaint-schemas.ts';
import { Empty } from '../../vocabulary/schemas.ts';
import { defineConsoleCall } from '../define-console-call.ts';

/** What can be complained about, in the dictionary's words and order; what residents can no longer choose too */
export const listComplaintCategories = defineConsoleCall({
  name: 'listComplaintCategories',
  topic: 'console/complaints',
  method: 'GET',
  path: '/complaint-categories',
  summary: 'What can be complained about, in the dictionary’s words and order; what residents can no longer choose too',
  input: Empty,
  output: Type.Object({
    categories: Type.Array(
      Type.Object({ value: ComplaintCategoryName, label: Type.String(), isOffered: Type.Boolean() }),
    ),
  }),
  staff: ['complaints.view'],
  title: '看投诉分类',
  noted: 'nothing',
});
