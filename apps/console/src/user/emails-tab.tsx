import type { UserProps } from '../api/types';
import { EmailList } from '../emails/email-list';

export function EmailsTab({ user }: UserProps) {
  return <EmailList recipient={user.email} />;
}
