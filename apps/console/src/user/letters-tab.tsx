import type { UserProps } from '../api/types';
import { LetterList } from '../letters/letter-list';

export function LettersTab({ user }: UserProps) {
  return <LetterList recipient={user.email} />;
}
