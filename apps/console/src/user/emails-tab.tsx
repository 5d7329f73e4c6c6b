import type { UserProps } from '../api/types';
import { LetterList } from '../emails/email-list';

export function LettersTab({ user }: UserProps) {
  return <LetterList recipient={user.email} />;
}
