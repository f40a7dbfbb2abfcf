import Type from 'typebox';
import { defineConsoleCall } from '../define-console-call.ts';
import { CatalogueName, OfEdition } from './catalogue-schemas.ts';

/** A version of a list as a file that can be changed and given back; 0 is the heading alone */
export const downloadCatalogue = defineConsoleCall({
  name: 'downloadCatalogue',
  topic: 'console/catalogue',
  method: 'GET',
  path: '/catalogues/{list}/versions/{version}/file',
  summary: 'A version of a list as a file that can be changed and given back; 0 is the heading alone',
  input: Type.Object({
    list: CatalogueName,
    edition: OfEdition,
    version: Type.Integer({ minimum: 0, maximum: 1_000_000, description: '哪一版；0 是模板' }),
  }),
  output: Type.Object({}),
  replyKind: 'file',
  errors: ['not-found'],
  staff: ['catalogue.view'],
  title: '下载目录',
  noted: 'view',
});
