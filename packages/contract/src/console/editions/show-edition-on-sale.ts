import Type from 'typebox';
import { BeijingTime, EditionCode } from '../../vocabulary/schemas.ts';
import { defineConsoleCall } from '../define-console-call.ts';
import { SaleState } from './edition-schemas.ts';

const OnSale = Type.Object({
  edition: EditionCode,
  name: Type.String(),
  year: Type.Integer(),
  ...SaleState,
  /** When the state changes by itself, by the dates of the edition; null: never. */
  changesAt: Type.Union([BeijingTime, Type.Null()]),
});

/** The edition that residents see first and where its sale stands; null while none is published */
export const showEditionOnSale = defineConsoleCall({
  name: 'showEditionOnSale',
  topic: 'console/editions',
  method: 'GET',
  path: '/edition-on-sale',
  summary: 'The edition that residents see first and where its sale stands; null while none is published',
  input: Type.Object({}),
  output: Type.Object({ at: BeijingTime, onSale: Type.Union([OnSale, Type.Null()]) }),
  staff: 'self',
  title: '看在售版本',
  noted: 'nothing',
});
