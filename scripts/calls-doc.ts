import { type AnyConsoleCall, consoleCalls } from '../packages/contract/src/console/index.ts';
import { type AnyCall, API_BASE_PATH, calls, TRACING_BASE_PATH } from '../packages/contract/src/index.ts';

/** The contract's file of a call, as a path from the root. */
export function contractFileOf(call: AnyCall): string {
  const file = call.name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
  return `packages/contract/src/${call.topic}/${file}.ts`;
}

function inputOf(call: AnyCall): string {
  const { properties = {}, required = [] } = call.input as {
    properties?: Record<string, unknown>;
    required?: readonly string[];
  };
  return Object.keys(properties)
    .map((name) => `${name}${required.includes(name) ? '' : '?'}`)
    .join(', ');
}

function particulars(call: AnyCall): string[] {
  return [
    call.login === 'required' ? 'login' : '',
    call.overlay ? '' : 'no overlay',
    call.codeCheck === 'checked' ? '' : call.codeCheck,
    call.replyField === 'data' ? 'value in `data`' : '',
    call.replyField === 'beside' ? 'value beside `code`' : '',
    call.expandedLimitBytes === null ? '' : 'gzip too',
    call.inQuery.length === 0 ? '' : `${call.inQuery.join(', ')} in the query too`,
    call.replyKind === 'file' ? 'answers a file' : '',
    call.specified ? '' : 'our own',
    whoOf(call),
  ].filter((text) => text !== '');
}

/** Who of the staff may make a call of the console. */
function whoOf(call: AnyCall): string {
  const { staff } = call as Partial<AnyConsoleCall>;
  if (staff === undefined) return '';
  if (staff === 'door') return 'before signing in';
  return staff === 'self' ? 'all staff' : `staff: ${staff.join(', ')}`;
}

function row(call: AnyCall): string {
  const path = call.path.startsWith(TRACING_BASE_PATH) ? call.path : `${API_BASE_PATH}${call.path}`;
  return [
    '',
    `[${call.name}](../${contractFileOf(call)})`,
    `${call.method} \`${path}\``,
    call.summary,
    inputOf(call),
    particulars(call).join(', '),
    call.errors.join(', '),
    '',
  ]
    .map((cell) => cell.replaceAll('|', '\\|'))
    .join(' | ')
    .trim();
}

/** The text of docs/calls.md, made from the contract. */
export function callsDoc(): string {
  const all: AnyCall[] = [...Object.values(calls), ...Object.values(consoleCalls)];
  const topics = [...new Set(all.map((call) => call.topic))];
  const sections = topics.map((topic) => {
    const rows = all.filter((call) => call.topic === topic).map(row);
    return `## ${topic}

| Call | Address | What | Input | Particulars | May answer |
| --- | --- | --- | --- | --- | --- |
${rows.join('\n')}
`;
  });
  return `# Calls

Made from \`packages/contract\` by \`npm run docs\`; a test keeps it so. A running server gives the whole schemas as OpenAPI
3.1 at \`${API_BASE_PATH}/openapi.json\`.

The name is the same everywhere: file in the contract, handler in the server, import in the storefront. Input is the
query of GET and DELETE, the JSON body of the others; \`?\` marks what may be left out. Any call may also answer bad-input,
missing-header, not-logged-in (with *login*), too-many-requests and server-busy ([errors.md](errors.md)). *codeAllPass*
resolves with any code, *passThrough* with the body itself, *no overlay* shows no loading panel.

${sections.join('\n')}`;
}
