import { type AdminToken, SCOPES, type Scope } from '@app/admin';
import type { ListPage } from '@app/database';
import { failsWith } from '@app/errors';
import type { Taken } from '@app/flows';
import { KEY_STATES, type ListedKey } from '@app/tokens';
import { ArrayMaxSize, ArrayMinSize, ArrayUnique, IsArray, IsIn } from 'class-validator';
import { Answer, t, viewOf } from '../wire/answers.dto.js';
import { f, Request } from '../wire/fields.dto.js';
import { PageView, toPage } from '../wire/parameters.dto.js';

const SCOPE_LIST = failsWith('INVALID_REQUEST', `scopes must be a list of ${SCOPES.join(', ')}`);

export class CreateTokenRequest extends Request({
  name: f.name('The purpose of the token.'),
  scopes: f.any<Scope[]>(
    { enum: SCOPES, isArray: true, description: 'The allowed operations.' },
    IsArray(SCOPE_LIST),
    ArrayMinSize(1, SCOPE_LIST),
    ArrayMaxSize(SCOPES.length, SCOPE_LIST),
    ArrayUnique(SCOPE_LIST),
    IsIn(SCOPES, { each: true, ...SCOPE_LIST }),
  ),
  expires_at: f.optional(
    f.seconds('When the token expires. Default: never. Required of a user, and at most 90 days ahead.'),
  ),
}) {}

export class ExpireTokenRequest extends Request({
  expires_at: f.seconds('When the token expires: sooner than before.'),
}) {}

export class RevokeTokenRequest extends Request({
  stolen: f.flag('Whether another person had the token: then what it has made is disabled, too.'),
  since: f.optional(
    f.seconds('Only with `stolen`: what the token has made before this time stays. Default: nothing stays.'),
  ),
}) {}

export class TakenView
  extends Answer({
    clients: t.strings('Disabled clients: made, or widened, or given a secret.'),
    providers: t.strings('Disabled providers: made, or led to another place.'),
    webhooks: t.strings('Disabled webhooks: made, widened, or given a secret.'),
    users: t.strings(
      'Users who are disabled, since the token had made them with a password or another way to sign in, or secured, since it had opened or changed their accounts.',
    ),
    scopes: t.strings('Users who lost their admin scopes: the token had given some, or opened the account.'),
    tokens: t.strings('Revoked admin tokens that it, or one of these users, had made.'),
  })
  implements Taken {}

export class CreatedToken extends Answer({
  id: t.uuid(),
  token: t.string('Shown only once.'),
}) {}

export class TokenView extends Answer({
  id: t.uuid(),
  name: t.string(),
  scopes: t.someOf(SCOPES),
  created_by: t.string(
    'Who made the token: `user:<uid>` or `admin:<token id>`, within whose rights it works; `cli`; `env` for `ADMIN_TOKEN`; ' +
      '`system` or `console` for one of a start.',
  ),
  created_at: t.time(),
  expires_at: t.timeOrNull('if it does not expire'),
  last_used_at: t.lastUse(),
}) {}

export class TokenList extends Answer(PageView, {
  tokens: t.list(TokenView, 'Tokens that are not revoked, newest first.'),
}) {}

export function toTokenList(page: ListPage<AdminToken>): TokenList {
  return { tokens: page.rows.map(toTokenView), ...toPage(page) };
}

export function toTokenView(token: AdminToken): TokenView {
  return viewOf(TokenView, token);
}

export class KeyView extends Answer({
  kid: t.string('The `kid` in the header of each token that the key signed.'),
  alg: t.string({ example: 'ES256' }),
  state: t.oneOf(
    KEY_STATES,
    '`next` is published and will sign later, `active` signs, `retired` only verifies older tokens.',
  ),
  created_at: t.time(),
  activates_at: t.orNull(
    t.integer('When the key starts or started to sign, in UNIX epoch seconds; null before its rotation.'),
  ),
}) {}

export class KeyList extends Answer(PageView, {
  keys: t.list(KeyView, 'Newest first.'),
}) {}

export class RotatedKey extends Answer({
  kid: t.string('The key that will sign.'),
}) {}

export function toKeyList(page: ListPage<ListedKey>): KeyList {
  return { keys: page.rows.map((key) => viewOf(KeyView, key)), ...toPage(page) };
}
