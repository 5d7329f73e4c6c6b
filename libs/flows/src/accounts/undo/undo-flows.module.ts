import { EventsModule } from '@app/events';
import { FederationModule } from '@app/federation';
import { MailModule } from '@app/mail';
import { TokensModule } from '@app/tokens';
import { UsersModule } from '@app/users';
import { Module } from '@nestjs/common';
import { FollowedLinkFlows } from '../../links/followed/followed-link-flows.module.js';
import { LinkFlows } from '../../links/link-flows.module.js';
import { RevocationModule } from '../../revocation/revocation.module.js';
import { AccountFlows } from '../account-flows.module.js';
import { AddressProofFlows } from '../address-proof/address-proof-flows.module.js';
import { AddressConfirmationService } from './address-confirmation.service.js';
import { AddressHolder } from './address-holder.js';
import { AddressReturn } from './address-return.js';
import { AddressUndoService } from './address-undo.service.js';
import { FactorsUndoService } from './factors-undo.service.js';
import { SignInRefusalService } from './sign-in-refusal.service.js';
import { UndoReach } from './undo-reach.js';
import { UndoneAccess } from './undone-access.js';

const PUBLIC = [AddressConfirmationService, AddressUndoService, FactorsUndoService, SignInRefusalService];

/** The links that confirm or undo a change of an account. */
@Module({
  imports: [
    UsersModule,
    TokensModule,
    FederationModule,
    MailModule,
    EventsModule,
    RevocationModule,
    LinkFlows,
    AddressProofFlows,
    AccountFlows,
    FollowedLinkFlows,
  ],
  providers: [...PUBLIC, AddressHolder, AddressReturn, UndoneAccess, UndoReach],
  exports: PUBLIC,
})
export class UndoFlows {}
