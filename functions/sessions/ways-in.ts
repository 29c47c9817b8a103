import { createHash } from 'node:crypto'
import type { Context } from '../../lib/context.ts'
import { dayMs } from '../../lib/contract/time.ts'
import { type Factors, findFactors } from '../../lib/identity/factor/factors.ts'
import { identityOf } from '../../lib/identity/person/caller.ts'
import type { Person } from '../../lib/identity/person/person.ts'
import { requireSelf } from '../../lib/identity/person/person.ts'
import type { ProviderLink } from '../../lib/identity/person/records.ts'
import { linkIdOf } from '../../lib/identity/school/provider-links.ts'
import { schoolOfIssuer } from '../../lib/identity/school/saml-issuer.ts'
import { type Registration, registrationsOf } from '../../lib/identity/session/push-devices.ts'
import { isLive } from '../../lib/identity/session/sessions.ts'
import type { Operation } from '../../lib/operation.ts'
import { listFeeds } from '../calendars/index.ts'
import type { contract } from './contract.ts'
import type { WayIn } from './ways-shapes.ts'

type Rows = (typeof contract)['rows']

/** A younger way in may be a thief's, even after a sign-in from a known device. */
const recentMs = 14 * dayMs

/** Every way into an account, with the data that a removal needs. */
export type WaysIn = {
  readonly ways: readonly WayIn[]
  readonly factors: Factors
  readonly links: readonly (ProviderLink & { readonly wayId: string })[]
  readonly registrations: readonly Registration[]
  readonly feeds: Awaited<ReturnType<typeof listFeeds>>
}

const idOf = (kind: WayIn['kind'], id = ''): string =>
  createHash('sha256').update(`${kind}\n${id}`).digest('base64url').slice(0, 22)

/** Ways in added at or after this moment (ISO 8601) are removed by default. */
const recentSince = ({ user }: Person, now: Date): string => {
  const fortnight = new Date(now.getTime() - recentMs).toISOString()
  const { knownSignInAt = fortnight } = user
  return knownSignInAt < fortnight ? knownSignInAt : fortnight
}

/** An account created by Google, Apple or a school's identity provider has that link from its first moment. */
const isOriginalLink = (
  { createdAt }: Person['user'],
  { kind, addedAt }: Pick<WayIn, 'kind' | 'addedAt'>,
): boolean => addedAt === createdAt && (kind === 'google' || kind === 'apple' || kind === 'saml')

type WayDraft = Pick<WayIn, 'kind' | 'addedAt'> & Partial<WayIn>

const waysOfFactors = ({ passkeys, app, recovery }: Factors): WayDraft[] => {
  const facts = ({ createdAt, addedFrom }: { createdAt: string; addedFrom?: string | undefined }) => ({
    addedAt: createdAt,
    device: addedFrom ?? null,
  })
  return [
    ...passkeys.map((one) => ({
      kind: 'passkey' as const,
      id: idOf('passkey', one.id),
      name: one.nickname ?? null,
      ...facts(one),
    })),
    ...(app ? [{ kind: 'totp' as const, id: idOf('totp'), ...facts(app) }] : []),
    ...(recovery
      ? [{ kind: 'recovery_codes' as const, id: idOf('recovery_codes'), ...facts(recovery) }]
      : []),
  ]
}

const waysOfLinks = (links: WaysIn['links']): WayDraft[] =>
  links.map(({ issuer, linkedAt, device = null, wayId }) => ({
    kind: issuer === 'google' || issuer === 'apple' ? issuer : ('saml' as const),
    id: wayId,
    school: schoolOfIssuer(issuer) ?? null,
    addedAt: linkedAt,
    device,
  }))

const waysOfPushDevices = (
  { rights, sessions }: Person,
  registrations: readonly Registration[],
): WayDraft[] =>
  registrations.flatMap(({ school, user: { pushSession } }) => {
    const own = sessions.find(({ id }) => id === pushSession)
    return own && isLive(own, rights)
      ? [
          {
            kind: 'push' as const,
            id: idOf('push', `${school} ${own.id}`),
            school,
            addedAt: own.createdAt,
            device: own.deviceInfo,
          },
        ]
      : []
  })

/**
 * Reads every way into an account. The person is read first, so that a write under this version of the rights misses no
 * way in that was added since.
 */
export const findWaysIn = async (
  { table, now }: Pick<Context, 'table' | 'now'>,
  person: Person,
): Promise<WaysIn> => {
  const { user, rights } = person
  const [factors, registrations, feeds] = await Promise.all([
    findFactors(table, user.id),
    registrationsOf(table, rights),
    listFeeds(table, user.id),
  ])
  const links = person.links.map((link) => ({ ...link, wayId: linkIdOf(link) }))
  const calendars = feeds
    .filter(({ epoch }) => epoch === rights.epoch)
    .map(({ id, school, createdAt: addedAt, device = null }) => {
      return { kind: 'calendar' as const, id: idOf('calendar', id), school, addedAt, device }
    })
  const since = recentSince(person, now())
  const all: WayDraft[] = [
    ...waysOfFactors(factors),
    ...waysOfLinks(links),
    ...waysOfPushDevices(person, registrations),
    ...calendars,
  ]
  const ways = all.map((way) => ({
    id: '',
    name: null,
    school: null,
    device: null,
    ...way,
    isRecent: way.addedAt > since && !isOriginalLink(user, way),
  }))
  return { ways, factors, links, registrations, feeds }
}

/** Ways in that end whenever the epoch is raised, whatever their age: they belong to a session, or carry the epoch. */
export const endsWithEpoch = ({ kind }: Pick<WayIn, 'kind'>): boolean =>
  kind === 'push' || kind === 'calendar'

export const listWaysIn: Operation<Rows['listWaysIn']> = async (_, context) => {
  const { person } = await requireSelf(context, identityOf(context.caller))
  return { ways: [...(await findWaysIn(context, person)).ways] }
}
