import { useEffect, useState } from 'react';
import { auth } from './auth';

/** The signed-in user, null without one, and undefined until the stored session is read. */
export function useUser(): { uid: string } | null | undefined {
  const [user, setUser] = useState<{ uid: string } | null>();
  useEffect(() => auth.subscribe((state) => setUser(state ?? null)), []);
  return user;
}
