import { Text } from '../wire/fields.js';

export class ChangePasswordRequest {
  @Text('INVALID_PASSWORD', 'The current password.')
  old_password!: string;

  @Text('WEAK_PASSWORD', '8 to 256 characters, not easy to guess, and not the email.')
  new_password!: string;
}
