export { askInboxTemplate } from './ask-inbox-template.ts';
export { askTextTemplate } from './ask-text-template.ts';
export { listInboxMessages } from './list-inbox-messages.ts';
export { listMessages } from './list-messages.ts';
export { listTextTemplates } from './list-text-templates.ts';
export { resendMessage } from './resend-message.ts';
export { resendMessages } from './resend-messages.ts';
export { showMessage } from './show-message.ts';
