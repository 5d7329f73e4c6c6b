/** An email for a reader who should recognise it, but not learn it: its first character and its domain, as in `a…@example.com`. */
export function shortenedEmail(email: string): string {
  const [first = ''] = email;
  return `${first}…${email.slice(email.lastIndexOf('@'))}`;
}
