/** Sends a request with a body of JSON and an access token, if there are any. The answer: its status, and its body read from JSON. */
export async function send(method, url, { token, body }) {
  const headers = {
    ...(body && { 'content-type': 'application/json' }),
    ...(token && { authorization: `Bearer ${token}` }),
  };
  const answer = await fetch(url, { method, headers, body: body && JSON.stringify(body) });
  const text = await answer.text();
  return { status: answer.status, json: text ? JSON.parse(text) : undefined };
}
