import Type from 'typebox';
import { defineCall } from '../define-call.ts';
import { Cursor } from '../vocabulary/schemas.ts';
import { GroupNo, GroupPerson, GroupPersonStatusName } from './group-schemas.ts';

/** The people of a group, page by page; masked */
export const groupPeople = defineCall({
  name: 'groupPeople',
  topic: 'group',
  method: 'GET',
  path: '/api/v1/companyInfo/roster/people',
  summary: 'The people of a group, page by page; masked',
  input: Type.Object({
    groupNo: GroupNo,
    status: Type.Optional(GroupPersonStatusName),
    cursor: Type.Optional(Cursor),
  }),
  output: Type.Object({ people: Type.Array(GroupPerson), nextCursor: Type.Union([Cursor, Type.Null()]) }),
  login: 'required',
  specified: false,
  errors: ['not-found'],
});
