import { cookies, headers } from 'next/headers';
import { redirect } from 'next/navigation';
import { ACCESS, readUser } from '../../session';
export default async function AccountPage() {
  const access = (await cookies()).get(ACCESS)?.value;
  const user = access ? await readUser(access, await headers()) : undefined;
  if (!user) redirect('/session/refresh?next=/account');
  return <p>{user.email}</p>;
}
