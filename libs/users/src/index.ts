export { User } from './user.entity.js';
export { UsersModule } from './users.module.js';
export {
  type Authenticated,
  type SignUp,
  UsersService,
} from './users.service.js';
