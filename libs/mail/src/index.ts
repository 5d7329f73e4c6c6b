export { MailModule } from './mail.module.js';
export { MailService } from './mail.service.js';
export { Message } from './message.entity.js';
