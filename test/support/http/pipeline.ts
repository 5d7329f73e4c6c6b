import { once } from 'node:events';
import { connect } from 'node:net';
import { Answer } from './http.js';

/** A POST of a JSON body. */
interface PipelinedPost {
  path: string;
  body: unknown;
  token?: string;
}

/** Sends requests in one TCP write on one connection; returns their answers, in the order of the requests. */
export async function sendPipelined(base: string, posts: PipelinedPost[]): Promise<Answer[]> {
  const { hostname, port } = new URL(base);
  const socket = connect(Number(port), hostname).setEncoding('utf8');
  await once(socket, 'connect');
  socket.write(posts.map((post) => textOf(hostname, post)).join(''));
  let text = '';
  const answers: Answer[] = [];
  for await (const chunk of socket) {
    text += chunk;
    for (let read = readAnswer(text); read; read = readAnswer(text)) {
      answers.push(read.answer);
      text = text.slice(read.length);
    }
    if (answers.length === posts.length) break;
  }
  socket.destroy();
  return answers;
}

function textOf(host: string, { path, body, token }: PipelinedPost): string {
  const content = JSON.stringify(body);
  const lines = [
    `POST ${path} HTTP/1.1`,
    `Host: ${host}`,
    'Content-Type: application/json',
    `Content-Length: ${Buffer.byteLength(content)}`,
    ...(token === undefined ? [] : [`Authorization: Bearer ${token}`]),
  ];
  return `${lines.join('\r\n')}\r\n\r\n${content}`;
}

/** The first complete answer in a text, and its length; our answers to a POST have a `Content-Length`. */
function readAnswer(text: string): { answer: Answer; length: number } | undefined {
  const end = text.indexOf('\r\n\r\n');
  if (end < 0) return undefined;
  const [status = '', ...lines] = text.slice(0, end).split('\r\n');
  const headers = new Headers(
    lines.map((line): [string, string] => [line.slice(0, line.indexOf(':')), line.slice(line.indexOf(':') + 1).trim()]),
  );
  const length = end + 4 + Number(headers.get('content-length'));
  if (text.length < length) return undefined;
  return { answer: new Answer(Number(status.split(' ')[1]), headers, text.slice(end + 4, length)), length };
}
