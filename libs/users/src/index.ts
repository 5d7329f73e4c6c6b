export { User } from './user.entity.js';
export { UsersModule } from './users.module.js';
export { type Authenticated, UsersService } from './users.service.js';
