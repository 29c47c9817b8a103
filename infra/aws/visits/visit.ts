import { dayMs, hourMs } from '../../../lib/contract/time.ts'

// A visit of the synthetic student. Its code is deployed as text in the template, so it must stay small.

/** One request of a visit. `token` is an access token, `renewal` a refresh token. */
export type VisitRequest = {
  readonly method: string
  readonly path: string
  readonly body?: object
  readonly token?: string | undefined
  readonly renewal?: string | undefined
}

export type VisitResponse = { readonly status: number; readonly body?: unknown }

export type SendVisit = (request: VisitRequest) => Promise<VisitResponse>

export type Credentials = { readonly email: string; readonly password: string }

/** A path that calls one function with a request that changes nothing. */
export type Sample = { readonly domain: string; readonly method: string; readonly path: string }

type VisitOptions = {
  readonly credentials: Credentials
  readonly samples: readonly Sample[]
  /** Milliseconds since 1970. */
  readonly now: number
}

type Session = {
  readonly accessToken?: string
  readonly refreshToken?: string
  readonly user?: { readonly _id?: string }
}
type Listed = { readonly id?: string; readonly _id?: string; readonly name?: string }

const eventName = 'Standing event of the synthetic student'
/** More requests at once would wait for the small processor of the probe. */
const atOnce = 4
const yearMs = 365 * dayMs

/** Unexpected statuses are failures of the platform; a refusal of a sample is an answer. */
const isAnswered = ({ status }: VisitResponse): boolean => status >= 200 && status < 500

const requireStatus = (
  step: string,
  response: VisitResponse,
  ...statuses: readonly number[]
): VisitResponse => {
  if (!statuses.includes(response.status)) throw new Error(`${step}: ${response.status}`)
  return response
}

const sessionOf = ({ body }: VisitResponse): Session => {
  const { data, ...top } = body as { readonly data?: Session } & Session
  return { ...top, ...data }
}

/** Signs the synthetic student in. The first visit of a stage creates the account. */
export const signIn = async (send: SendVisit, credentials: Credentials): Promise<Session> => {
  const post = (path: string) => send({ method: 'POST', path, body: credentials })
  const response = await post('/login')
  if (response.status !== 401) return sessionOf(requireStatus('sign in', response, 200))
  return sessionOf(requireStatus('create the account', await post('/register'), 200, 201))
}

/** The standing event. The first visit creates it, and so does one after its end. */
const findEvent = async (send: SendVisit, token: string | undefined, now: number): Promise<string> => {
  const list = await send({ method: 'GET', path: '/get-future-events?limit=1', token })
  const { events } = requireStatus('list events', list, 200).body as { readonly events: readonly Listed[] }
  const [found] = events
  const id = found?.id ?? found?._id
  if (id !== undefined) return id
  const start = new Date(now + yearMs)
  const body = {
    title: eventName,
    description: eventName,
    startTime: start.toISOString(),
    endTime: new Date(start.getTime() + hourMs).toISOString(),
    location: 'Nowhere',
    requiresApproval: false,
  }
  const made = await send({ method: 'POST', path: '/api/events', token, body })
  return (requireStatus('create the event', made, 201).body as { readonly eventId: string }).eventId
}

const journey = async (
  send: SendVisit,
  credentials: Credentials,
  now: number,
): Promise<string | undefined> => {
  const { refreshToken: renewal, user } = await signIn(send, credentials)
  const refreshed = await send({ method: 'POST', path: '/refresh-token', renewal })
  const { accessToken: token } = sessionOf(requireStatus('refresh', refreshed, 200))
  const event = await findEvent(send, token, now)
  const rsvp = `/api/events/${event}/rsvp`
  const body = { userId: user?._id, status: 'attending' }
  requireStatus('register', await send({ method: 'POST', path: rsvp, token, body }), 200, 201)
  requireStatus('withdraw', await send({ method: 'DELETE', path: `/rsvp/${event}`, token }), 200)
  return token
}

/**
 * One visit: the synthetic student signs in, registers for the standing event and withdraws, then asks every function
 * for its sample. Returns each step that failed, with its status.
 */
export const visit = async (
  send: SendVisit,
  { credentials, samples, now }: VisitOptions,
): Promise<readonly string[]> => {
  let token: string | undefined
  const failed: string[] = []
  try {
    token = await journey(send, credentials, now)
  } catch (error) {
    failed.push(error instanceof Error ? error.message : String(error))
  }
  const waiting = [...samples]
  const work = async (): Promise<void> => {
    for (let sample = waiting.shift(); sample !== undefined; sample = waiting.shift()) {
      const { domain, method, path } = sample
      const response = await send({ method, path, token, ...(method === 'GET' ? {} : { body: {} }) })
      if (!isAnswered(response)) failed.push(`${domain}: ${response.status}`)
    }
  }
  await Promise.all(Array.from({ length: atOnce }, work))
  if (token !== undefined) await send({ method: 'POST', path: '/logout', token })
  return failed
}
