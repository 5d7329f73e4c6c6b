import { t } from '../texts/texts';

/** A failed request, with the code and the message of the API. */
export class Failure extends Error {
  constructor(
    readonly code: string,
    message: string,
    /** All fields of the answer. */
    readonly fields: Record<string, unknown> = {},
  ) {
    super(message);
  }

  /** Any thrown value as a failure that a reader can understand. */
  static of(thrown: unknown): Failure {
    if (thrown instanceof Failure) return thrown;
    return new Failure('UNREACHABLE', t.states.unreachable);
  }

  static cancelled(): Failure {
    return new Failure('CANCELLED', t.states.cancelled);
  }

  /** The failure that the body of an answer describes. */
  static from(body: unknown): Failure {
    const fields = typeof body === 'object' && body !== null ? (body as Record<string, unknown>) : {};
    return new Failure(String(fields.code ?? 'UNKNOWN'), String(fields.message ?? t.states.unknown), fields);
  }
}

interface Answer<T> {
  data?: T;
  error?: unknown;
  response: Response;
}

/** The data of an answer; a failure is thrown. */
export async function dataOf<T>(answered: Promise<Answer<T>>): Promise<T> {
  const { data, error, response } = await answered.catch((thrown) => {
    throw Failure.of(thrown);
  });
  if (!response.ok) throw Failure.from(error);
  return data as T;
}
