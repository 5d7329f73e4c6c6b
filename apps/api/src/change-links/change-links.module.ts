import { EventsModule } from '@app/events';
import { FederationModule } from '@app/federation';
import { RevocationModule } from '@app/flows';
import { MailModule } from '@app/mail';
import { TokensModule } from '@app/tokens';
import { UsersModule } from '@app/users';
import { Module } from '@nestjs/common';
import { AccountModule } from '../account/account.module.js';
import { AddressProofModule } from '../address-proof/address-proof.module.js';
import { FollowLinkModule } from '../follow-link/follow-link.module.js';
import { LinkModule } from '../link/link.module.js';
import { AddressConfirmationService } from './address-confirmation.service.js';
import { AddressHolder } from './address-holder.js';
import { AddressUndoService } from './address-undo.service.js';
import { ChangeLinksController } from './change-links.controller.js';
import { FactorsUndoService } from './factors-undo.service.js';
import { UndoneAccess } from './undone-access.js';

/** The links that confirm or undo changes of an account. */
@Module({
  imports: [
    UsersModule,
    TokensModule,
    FederationModule,
    MailModule,
    EventsModule,
    RevocationModule,
    LinkModule,
    AddressProofModule,
    AccountModule,
    FollowLinkModule,
  ],
  controllers: [ChangeLinksController],
  providers: [AddressConfirmationService, AddressUndoService, AddressHolder, FactorsUndoService, UndoneAccess],
})
export class ChangeLinksModule {}
