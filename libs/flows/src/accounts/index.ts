export { AccountCreator } from './account-creator.js';
export { AccountRemover } from './account-remover.js';
export { AccountUpdater } from './account-updater.js';
export { PendingEmailService } from './pending-email.service.js';
export { AddressConfirmationService } from './undo/address-confirmation.service.js';
export { AddressUndoService } from './undo/address-undo.service.js';
export { FactorsUndoService } from './undo/factors-undo.service.js';
export { SignInRefusalService } from './undo/sign-in-refusal.service.js';
export { toUser, UserView } from './user-view.js';
