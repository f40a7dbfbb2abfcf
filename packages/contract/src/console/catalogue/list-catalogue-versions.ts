import Type from 'typebox';
import { BeijingTime } from '../../vocabulary/schemas.ts';
import { defineConsoleCall } from '../define-console-call.ts';
import { CatalogueName, OfEdition } from './catalogue-schemas.ts';

/** The versions of a list, the newest first: by whom, when and why */
export const listCatalogueVersions = defineConsoleCall({
  name: 'listCatalogueVersions',
  topic: 'console/catalogue',
  method: 'GET',
  path: '/catalogues/{list}/versions',
  summary: 'The versions of a list, the newest first: by whom, when and why',
  input: Type.Object({ list: CatalogueName, edition: OfEdition }),
  output: Type.Object({
    versions: Type.Array(
      Type.Object({
        version: Type.Integer(),
        rowCount: Type.Integer(),
        by: Type.String(),
        publishedAt: BeijingTime,
        reason: Type.Union([Type.String(), Type.Null()]),
        isShown: Type.Boolean(),
      }),
    ),
  }),
  errors: ['not-found'],
  staff: ['catalogue.view'],
  title: '看目录的版本',
  noted: 'nothing',
});
