import Link from 'next/link';
import { SignOut } from './sign-out';

export default function StartPage() {
  return (
    <>
      {/* A page that may redirect to /session/refresh is not fetched in advance. */}
      <Link href="/account" prefetch={false}>
        Account
      </Link>{' '}
      <SignOut />
    </>
  );
}
