import { failsWith } from '@app/errors';
import { IsNotEmpty } from 'class-validator';
import { Text } from '../wire/fields.js';

/** passport-local looks for an empty field in the query string. */
const NotEmpty = () => IsNotEmpty(failsWith('INVALID_CREDENTIALS'));

export class LoginRequest {
  @NotEmpty()
  @Text('INVALID_CREDENTIALS', 'The email of the account, case-insensitive.')
  email!: string;

  @NotEmpty()
  @Text('INVALID_CREDENTIALS', 'The password, case-sensitive.')
  password!: string;
}
