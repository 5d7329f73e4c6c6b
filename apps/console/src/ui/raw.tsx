/** JSON as text, which is never read as HTML. */
export function Raw({ value }: { value: unknown }) {
  return <pre className="raw">{typeof value === 'string' ? pretty(value) : JSON.stringify(value, null, 2)}</pre>;
}

/** JSON text with line breaks; another text as it is. */
function pretty(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return text;
  }
}
