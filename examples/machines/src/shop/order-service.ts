import { MachineTokens } from '@latchkey/nest-auth';
import { BadGatewayException, Injectable } from '@nestjs/common';

const URL = process.env.ORDERS_URL ?? 'http://localhost:4002';

/** Calls the order service with a token of this service, which is kept and renewed. */
@Injectable()
export class OrderService {
  constructor(private readonly tokens: MachineTokens) {}

  async list(): Promise<unknown> {
    const token = await this.tokens.get({ scope: 'orders:read' });
    const response = await fetch(`${URL}/orders`, { headers: { authorization: `Bearer ${token}` } });
    // The client was changed: the next call gets a new token.
    if (response.status === 401) this.tokens.forget(token);
    if (!response.ok) throw new BadGatewayException(`The order service answered ${response.status}.`);
    return response.json();
  }
}
