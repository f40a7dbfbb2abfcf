import { createServer, type Server, type Socket } from 'node:net';
import type { SandboxParts } from '../sandbox-parts.ts';
import { createMailBox, type MailBox } from './mail-box.ts';
import { createDialogue, MAX_MAIL_BYTES, type Said, SMTP_KINDS } from './smtp-dialogue.ts';

export type RunningSmtp = { mails: MailBox; port: number; close(): Promise<void> };

const IDLE_MS = 60_000;

/** The mail server: protocol of its own, so a port of its own; 0 takes a free one. */
export async function startSmtp(parts: SandboxParts, host: string, port: number): Promise<RunningSmtp> {
  const mails = createMailBox(parts);
  parts.faults.offer('smtp', 'mail', SMTP_KINDS);
  const open = new Set<Socket>();
  const server = createServer((socket) => {
    open.add(socket);
    socket.once('close', () => open.delete(socket));
    serve(socket, parts, mails);
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, resolve);
  });
  return { mails, port: portOf(server), close: () => closeServer(server, open) };
}

function serve(socket: Socket, parts: SandboxParts, mails: MailBox): void {
  const dialogue = createDialogue(parts, mails);
  const answer = ({ lines, hangUp }: Said): void => {
    const text = lines.map((line) => `${line}\r\n`).join('');
    if (hangUp && text === '') socket.destroy();
    else if (hangUp) socket.end(text);
    else if (text !== '') socket.write(text);
  };
  let rest = '';
  socket.setEncoding('latin1');
  socket.setTimeout(IDLE_MS, () => socket.destroy());
  socket.on('error', () => socket.destroy());
  socket.on('data', (chunk: string) => {
    const lines = (rest + chunk).split('\r\n');
    rest = lines.pop() ?? '';
    if (rest.length > MAX_MAIL_BYTES) socket.destroy();
    for (const line of lines) if (!socket.destroyed) answer(dialogue.hear(line));
  });
  answer(dialogue.greet());
}

function portOf(server: Server): number {
  const address = server.address();
  return typeof address === 'object' && address !== null ? address.port : 0;
}

function closeServer(server: Server, open: ReadonlySet<Socket>): Promise<void> {
  for (const socket of open) socket.destroy();
  return new Promise((resolve) => server.close(() => resolve()));
}
