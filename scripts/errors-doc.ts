import { consoleCalls } from '../packages/contract/src/console/index.ts';
import { type AnyCall, calls, REPLY_CODES, type ReplyCodeName } from '../packages/contract/src/index.ts';

/** When the server answers a code, and what the person sees besides the sentence. */
const MEANING: Record<ReplyCodeName, string> = {
  ok: 'The call did what it says. Clients also take `0`; both may come as text or number.',
  'not-on-sale': 'Outside the sale window by the server’s clock. The storefront goes to `#/noSale`.',
  'not-logged-in':
    'No session, an ended one, or a visitor’s where an account is needed. The storefront asks whether to log in: `#/user_login` when the address contains “user”, else `#/login`.',
  'bad-input':
    'The input does not fit the call, or is no JSON, or is too large. `result.fields` lists up to 20 problems as `{path, message}`; the first message is also the envelope’s.',
  'missing-header': 'The headers `X-PI-PRO-NUM` and `projectId` are missing or not this product’s.',
  'not-found': 'No such thing, or it belongs to somebody else: both look the same.',
  'too-many-requests': 'A limit was reached. A refused request does not lengthen the wait.',
  'sms-code-wrong': 'The code does not fit the phone, or was tried too often.',
  'sms-code-expired': 'The code is older than ten minutes, or was used.',
  'sms-too-soon': 'A code went to this phone within the last minute, or too many within an hour or a day.',
  'sms-not-sent': 'The gateway certainly did not send; the person may ask again at once.',
  'adult-required': 'The payer is under 18 on the day of the order.',
  'card-unreadable':
    'The photo is none, or nothing could be read from it. The storefront says why and leaves the form to be filled by hand.',
  'face-tries-used': 'The person has had the day’s three face checks. The other ways stay open.',
  'proof-required':
    'The step needs a proof of who asks (old phone’s code, face, carrier), and there is none that fits. The storefront shows the ways to prove it.',
  'phone-taken': 'Another account with orders or people has this phone.',
  'login-refused':
    'What Alipay or a partner handed over ran out, was used, is not signed as it should be, or belongs to another browser.',
  'already-insured': 'One of the people has cover in this edition, or is in an order that waits for payment.',
  'documents-changed':
    'A document has a newer version than the one that was read. The new ones are read, then the order is sent again.',
  'order-state': 'The order is no longer in a state that allows this. The storefront shows its present state.',
  'switched-off': 'The edition has this action switched off; show the sentence and the service phone.',
  'in-line':
    'More people are buying than can be served at once. `result` has a ticket, about how many are before, and when to send the same again.',
  'payment-method': 'The edition does not offer this way of paying, or it does not work in this browser.',
  'payment-limit':
    'The provider takes no further money this way for now, and nothing was charged. The storefront offers other ways.',
  'payment-unclear': 'It is not known whether money moved. Never answered with an invitation to pay again.',
  'medical-permission':
    'The owner of the personal account has to allow this payment at the bureau first, or once more.',
  'open-id-required':
    'Paying inside WeChat needs its silent authorisation first. The storefront goes there and comes back.',
  'file-refused':
    'The file is not one of the kinds that are taken, is broken, or carries something active. The sentence says which.',
  'recording-refused':
    'The recording belongs to somebody else, or was erased: the batch is not kept. The storefront drops what it still holds of it.',
  'recording-required':
    'The edition sells only what is recorded, and nothing of this visit has arrived lately. Reopening the page begins anew.',
  'recording-conflict':
    'Other data came under a number that was taken. Both are kept and the recording says so; the batch is done with.',
  'paper-not-ready': 'The policy is not issued yet.',
  'staff-signed-out': 'The console: no session, an ended one, or not at this step of the sign-in.',
  'staff-may-not': 'The console: none of the person’s roles has a permission that the call names. It is noted.',
  'sign-in-wrong': 'The console: no such account or another password, which look the same.',
  'sign-in-locked': 'The console: too many wrong tries in a row under this name. The sentence says until when.',
  'second-code-wrong': 'The console: the code fits no 30 seconds near now, or was used.',
  'staff-page-stale': 'The console: a change without the page’s token, as another site would send it.',
  'staff-rule': 'The console: a rule forbids it; the sentence says which.',
  'approval-closed': 'The console: the request was decided, taken back, or has run out.',
  'provider-busy':
    'The service asked did not answer (SMS, WeChat, a payment provider, a check of identity), and nothing was charged.',
  'server-busy':
    'A bug or a lost database. The only code that comes with HTTP 500. As in every envelope, `subMessage` is the request’s id, which the log carries too.',
};

/** The text of docs/errors.md, made from the reply codes and the calls that answer them. */
export function errorsDoc(): string {
  const all: AnyCall[] = [...Object.values(calls), ...Object.values(consoleCalls)];
  const rows = Object.entries(REPLY_CODES).map(([key, { code, message }]) => {
    const name = key as ReplyCodeName;
    const answering = all
      .filter((call) => call.errors.some((error) => error === name))
      .map((call) => `\`${call.name}\``);
    return `| ${code} | \`${name}\` | ${message} | ${MEANING[name]} | ${answering.join(', ') || 'any call'} |`;
  });
  return `# Reply codes

Made from \`packages/contract/src/reply-codes.ts\` and the calls by \`npm run docs\`; a test keeps it so.

Every answer is an envelope \`{code, message, subMessage, result, data}\` (files excepted), with HTTP 200 for whatever was
expected. Code switches on the name, never on the number or the sentence. The sentence is what a person reads, unless
the call has a more exact one; the storefront shows it as a toast, or in the form where the form asked for that.
No answer at all (no network, 60 s gone, not JSON) is not a code: the client rejects, and the screen offers 重新加载.

| Code | Name | Sentence | When | Answered by |
| --- | --- | --- | --- | --- |
${rows.join('\n')}
`;
}
