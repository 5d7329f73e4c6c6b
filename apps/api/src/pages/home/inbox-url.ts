import { Injectable } from '@nestjs/common';

/** The page of the local inbox, which is known after the start of the service. */
@Injectable()
export class InboxUrl {
  url: string | undefined;
}
