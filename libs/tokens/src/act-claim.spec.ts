import { actOf, impersonatorOf } from './tokens.js';

const ID = '0190b6a3-0000-7000-8000-000000000001';

it.each([
  ['admin:', 'adm_'],
  ['user:', ''],
])('actOf() and impersonatorOf() translate an administrator of the kind %s', (actor, subject) => {
  const act = actOf({ impersonator: actor + ID, actName: 'Lena' });
  expect(act).toEqual({ sub: subject + ID, name: 'Lena' });
  expect(impersonatorOf({ act })).toBe(actor + ID);
});

it('actOf() and impersonatorOf() are undefined for a session of the user', () => {
  expect(actOf({ impersonator: null, actName: null })).toBeUndefined();
  expect(impersonatorOf({})).toBeUndefined();
});
