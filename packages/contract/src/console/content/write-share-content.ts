import Type from 'typebox';
import { ContentId } from '../../sharing/sharing-schemas.ts';
import { EditionCode } from '../../vocabulary/schemas.ts';
import { defineConsoleCall } from '../define-console-call.ts';
import { ContentKindName, ContentWords, FindingView } from './content-schemas.ts';

/** A new version as a draft, in place of a draft before it; answers what is barred in it */
export const writeShareContent = defineConsoleCall({
  name: 'writeShareContent',
  topic: 'console/content',
  method: 'POST',
  path: '/share-contents/{contentId}',
  summary: 'A new version as a draft, in place of a draft before it; answers what is barred in it',
  input: Type.Object({
    contentId: ContentId,
    contentKind: ContentKindName,
    edition: EditionCode,
    ...ContentWords,
    /** Newest version when somebody began to write, 0 for a new piece: refused where there is a newer one by now. */
    newest: Type.Optional(Type.Integer({ minimum: 0, maximum: 2_147_483_647, description: '从第几版写起' })),
    endAnnouncedOn: Type.Optional(
      Type.String({ pattern: '^\\d{4}-\\d{2}-\\d{2}$', description: '公告停售的那一天；没有公告就不填' }),
    ),
  }),
  output: Type.Object({ version: Type.Integer(), findings: Type.Array(FindingView) }),
  errors: ['bad-input', 'staff-rule'],
  staff: ['content.change'],
  title: '写分享内容',
  noted: 'change',
});
