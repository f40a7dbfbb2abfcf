import Type from 'typebox';
import { GroupNo } from '../../group/group-schemas.ts';
import { defineConsoleCall } from '../define-console-call.ts';
import { DeskGroupLine, GroupStatusFilter } from './group-desk-schemas.ts';

/** Companies that insure their people, the latest first, within the scope of whoever asks */
export const listCompanyGroups = defineConsoleCall({
  name: 'listCompanyGroups',
  topic: 'console/groups',
  method: 'GET',
  path: '/groups',
  summary: 'Companies that insure their people, the latest first, within the scope of whoever asks',
  input: Type.Object({
    status: Type.Optional(GroupStatusFilter),
    /** own: those that I look after; nobody: those that nobody does. */
    whose: Type.Optional(Type.Enum(['own', 'nobody'], { description: '谁的组' })),
    before: Type.Optional(GroupNo),
  }),
  output: Type.Object({
    companies: Type.Integer(),
    people: Type.Integer(),
    groups: Type.Array(DeskGroupLine),
    next: Type.Union([GroupNo, Type.Null()]),
    /** Editions that companies can be put down for now. */
    editions: Type.Array(
      Type.Object({
        code: Type.String(),
        name: Type.String(),
        fewestPeople: Type.Integer(),
        plans: Type.Array(Type.Object({ code: Type.String(), name: Type.String() })),
      }),
    ),
  }),
  staff: ['groups.view'],
  title: '看团体列表',
  noted: 'nothing',
});
