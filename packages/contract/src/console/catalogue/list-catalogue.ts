import Type from 'typebox';
import { BeijingTime } from '../../vocabulary/schemas.ts';
import { defineConsoleCall } from '../define-console-call.ts';
import {
  CatalogueColumn,
  CatalogueDraft,
  CatalogueName,
  CatalogueRow,
  OfEdition,
  RowCode,
} from './catalogue-schemas.ts';

const Text = Type.String();

/** One list as residents see it, with the draft of its next version beside it for those who write or agree to it */
export const listCatalogue = defineConsoleCall({
  name: 'listCatalogue',
  topic: 'console/catalogue',
  method: 'GET',
  path: '/catalogues/{list}',
  summary:
    'One list as residents see it, with the draft of its next version beside it for those who write or agree to it',
  input: Type.Object({
    list: CatalogueName,
    /** The newest one unless told. */
    edition: OfEdition,
    words: Type.Optional(Type.String({ maxLength: 40, description: '编号、名称里的字' })),
    /** One of `choices`. */
    choice: Type.Optional(Type.String({ maxLength: 40, description: '城市、分组或医保目录' })),
    which: Type.Optional(Type.Enum(['changes'], { description: '只看改动' })),
    after: Type.Optional(RowCode),
  }),
  output: Type.Object({
    edition: Type.Union([Text, Type.Null()]),
    editions: Type.Array(Type.Object({ edition: Text, name: Text })),
    columns: Type.Array(CatalogueColumn),
    /** What the list can be narrowed to, and what that is called. */
    choiceLabel: Text,
    choices: Type.Array(Text),
    /** What residents see; 0 and nulls while there is nothing. */
    version: Type.Integer(),
    publishedAt: Type.Union([BeijingTime, Type.Null()]),
    rowCount: Type.Integer(),
    draft: Type.Union([CatalogueDraft, Type.Null()]),
    /** Whether the whole list lies within the scope of whoever looks. */
    mayTakeAll: Type.Boolean(),
    /** Of what was looked for, on all pages. */
    found: Type.Integer(),
    rows: Type.Array(CatalogueRow),
    next: Type.Union([RowCode, Type.Null()]),
  }),
  errors: ['not-found'],
  staff: ['catalogue.view'],
  title: '看网点、特药、健康服务目录',
  noted: 'nothing',
});
