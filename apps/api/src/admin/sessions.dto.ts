import type { ListPage } from '@app/database';
import { PageView, toPage } from '@app/flows';
import type { Session } from '@app/tokens';
import { ApiProperty, OmitType } from '@nestjs/swagger';
import { SessionView, toSessionView } from '../sessions/session-list.dto.js';

/** Without `current`: no session belongs to an administrator's request. */
export class AdminSessionView extends OmitType(SessionView, ['current']) {}

export class AdminSessionList extends PageView {
  @ApiProperty({ type: [AdminSessionView], description: 'Newest first.' })
  sessions!: AdminSessionView[];
}

export function toAdminSessionList(page: ListPage<Session>): AdminSessionList {
  return { sessions: page.rows.map(toAdminSession), ...toPage(page) };
}

function toAdminSession(session: Session): AdminSessionView {
  const { current: _, ...view } = toSessionView(session, '');
  return view;
}

export class RevokedSessions {
  @ApiProperty({ type: 'integer', description: 'How many sessions have ended.' })
  revoked!: number;
}
