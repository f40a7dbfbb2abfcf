import Type from 'typebox';
import { ContentId } from '../../sharing/sharing-schemas.ts';
import { defineConsoleCall } from '../define-console-call.ts';

/** Takes a piece back wherever it already hangs: not shown and not drawn from this moment on */
export const recallShareContent = defineConsoleCall({
  name: 'recallShareContent',
  topic: 'console/content',
  method: 'POST',
  path: '/share-contents/{contentId}/recall',
  summary: 'Takes a piece back wherever it already hangs: not shown and not drawn from this moment on',
  input: Type.Object({
    contentId: ContentId,
    reason: Type.String({ minLength: 4, maxLength: 200, pattern: '\\S', description: '原因，4 到 200 个字' }),
  }),
  output: Type.Object({}),
  errors: ['not-found'],
  staff: ['content.change', 'content.approve'],
  title: '收回分享内容',
  noted: 'change',
});
