import Type from 'typebox';
import { EditionCode } from '../../vocabulary/schemas.ts';
import { defineConsoleCall } from '../define-console-call.ts';
import { PublishMoment } from '../editions/edition-schemas.ts';
import { PageKey, SeenPage } from './page-schemas.ts';

/** A page as residents could read it at a moment, or one version of it */
export const seePageAt = defineConsoleCall({
  name: 'seePageAt',
  topic: 'console/pages',
  method: 'GET',
  path: '/pages/{edition}/{key}/seen',
  summary: 'A page as residents could read it at a moment, or one version of it',
  input: Type.Object({
    edition: EditionCode,
    key: PageKey,
    at: Type.Optional(PublishMoment),
    version: Type.Optional(Type.Integer({ minimum: 1, maximum: 10_000, description: '版本' })),
  }),
  output: SeenPage,
  errors: ['not-found'],
  title: '查看当日所见',
  staff: ['edition.view'],
  noted: 'nothing',
});
