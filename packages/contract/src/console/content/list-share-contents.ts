import Type from 'typebox';
import { EditionCode } from '../../vocabulary/schemas.ts';
import { defineConsoleCall } from '../define-console-call.ts';
import { ContentKindName, ContentLine, StandingName } from './content-schemas.ts';

/** What residents may share: each piece as it is shown and as it is being written, with what keeps it from being shown */
export const listShareContents = defineConsoleCall({
  name: 'listShareContents',
  topic: 'console/content',
  method: 'GET',
  path: '/share-contents',
  summary:
    'What residents may share: each piece as it is shown and as it is being written, with what keeps it from being shown',
  input: Type.Object({
    edition: Type.Optional(EditionCode),
    contentKind: Type.Optional(ContentKindName),
    standing: Type.Optional(StandingName),
  }),
  output: Type.Object({
    contents: Type.Array(ContentLine),
    /** Editions that a piece can be written for. */
    editions: Type.Array(Type.Object({ edition: EditionCode, name: Type.String() })),
  }),
  staff: ['content.view'],
  title: '看分享内容',
  noted: 'nothing',
});
