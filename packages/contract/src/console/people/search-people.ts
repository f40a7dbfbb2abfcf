import Type from 'typebox';
import { IdNumberText, IdType, PolicyNo } from '../../vocabulary/schemas.ts';
import { defineConsoleCall } from '../define-console-call.ts';
import { PersonLine } from './people-schemas.ts';

/** People by a whole number, a policy, or name and the number's end; each search counts against the day's limit */
export const searchPeople = defineConsoleCall({
  name: 'searchPeople',
  topic: 'console/people',
  // What is looked for is somebody's number, which belongs in no address.
  method: 'POST',
  path: '/people/search',
  summary:
    "People by a whole number, a policy, or name and the number's end; each search counts against the day's limit",
  input: Type.Object({
    name: Type.Optional(Type.String({ minLength: 1, maxLength: 60, description: '姓名，或只写姓' })),
    idTail: Type.Optional(Type.String({ pattern: '^[0-9A-Za-z]{3,6}$', description: '证件号后 3 到 6 位' })),
    idType: Type.Optional(IdType),
    idNumber: Type.Optional(IdNumberText),
    phoneTail: Type.Optional(Type.String({ pattern: '^[0-9]{4}$', description: '手机号后 4 位' })),
    policyNo: Type.Optional(PolicyNo),
    year: Type.Optional(Type.Integer({ minimum: 2000, maximum: 2100, description: '年度' })),
  }),
  output: Type.Object({
    people: Type.Array(PersonLine),
    /** There are more: something has to be added. */
    more: Type.Boolean(),
    searchedToday: Type.Integer(),
    limit: Type.Integer(),
  }),
  errors: ['staff-rule'],
  staff: ['people.view'],
  title: '查人',
  noted: 'view',
});
