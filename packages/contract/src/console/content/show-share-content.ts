import Type from 'typebox';
import { ContentId } from '../../sharing/sharing-schemas.ts';
import { defineConsoleCall } from '../define-console-call.ts';
import { ContentVersionView } from './content-schemas.ts';

/** One piece with its versions, the newest first */
export const showShareContent = defineConsoleCall({
  name: 'showShareContent',
  topic: 'console/content',
  method: 'GET',
  path: '/share-contents/{contentId}',
  summary: 'One piece with its versions, the newest first',
  input: Type.Object({ contentId: ContentId }),
  output: Type.Object({ contentId: ContentId, versions: Type.Array(ContentVersionView) }),
  errors: ['not-found'],
  staff: ['content.view'],
  title: '看一项分享内容',
  noted: 'nothing',
});
