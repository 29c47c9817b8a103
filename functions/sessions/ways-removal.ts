import { audit } from '../../lib/identity/audit/audit.ts'
import { passkey, recoveryCodes, totp } from '../../lib/identity/factor/records.ts'
import type { Person } from '../../lib/identity/person/person.ts'
import {
  type Access,
  type ProviderLink,
  providerLink,
  providerPointer,
} from '../../lib/identity/person/records.ts'
import { remove, type Write } from '../../lib/table/write.ts'
import { endsWithEpoch, type WaysIn } from './ways-in.ts'
import type { WayIn } from './ways-shapes.ts'

/** Effect of a recovery on the ways into an account. It belongs in the transaction that raises the epoch. */
export type WayRemoval = {
  /** The rights with the remaining factors, under the version they were read at. */
  readonly rights: Access
  readonly writes: readonly Write[]
  /** Writes for the links. A proof of the address that removes all links replaces them. */
  readonly linkWrites: readonly Write[]
  readonly links: readonly ProviderLink[]
  readonly removed: readonly WayIn[]
  readonly kept: readonly WayIn[]
}

/** Without a remaining factor, recovery codes open nothing. */
const withRecoveryCodes = (ways: readonly WayIn[], chosen: ReadonlySet<string>): ReadonlySet<string> => {
  const isFactor = ({ kind }: WayIn): boolean => kind === 'passkey' || kind === 'totp'
  const isLeft = ways.some((way) => isFactor(way) && !chosen.has(way.id))
  const codes = ways.filter(({ kind }) => kind === 'recovery_codes' && !isLeft)
  return new Set([...chosen, ...codes.map(({ id }) => id)])
}

/** A link is removed with its pointer, unless the pointer belongs to another person by now. */
export const removeLinkWrites = (link: ProviderLink): Write[] => [
  remove(providerPointer, link, { equals: { globalUserId: link.globalUserId } }),
  remove(providerLink, link),
]

/**
 * Plans the removal of some ways in. Push devices and calendar addresses are listed as removed, because they end with
 * the epoch.
 */
export const planRemoval = (
  { user, rights }: Person,
  { ways, factors, links }: WaysIn,
  isChosen: (way: WayIn) => boolean,
): WayRemoval => {
  const chosen = withRecoveryCodes(ways, new Set(ways.filter(isChosen).map(({ id }) => id)))
  const isGone = (way: WayIn): boolean => chosen.has(way.id) || endsWithEpoch(way)
  const kinds = (kind: WayIn['kind']) => ways.filter((way) => way.kind === kind)
  const goneAt = (kind: WayIn['kind']) => kinds(kind).map(({ id }) => chosen.has(id))
  const passkeysGone = goneAt('passkey')
  const passkeys = factors.passkeys.filter((_, at) => passkeysGone[at])
  const appGone = goneAt('totp').includes(true)
  const codesGone = goneAt('recovery_codes').includes(true)
  const { id: globalUserId } = user
  const linksGone = links.filter(({ wayId }) => chosen.has(wayId))
  const left = [
    ...(passkeys.length < factors.passkeys.length ? (['passkey'] as const) : []),
    ...(factors.app && !appGone ? (['totp'] as const) : []),
  ]
  const changesFactors = passkeys.length > 0 || appGone
  return {
    rights: changesFactors ? { ...rights, factors: left } : rights,
    writes: [
      ...passkeys.map((one) => remove(passkey, one)),
      ...(appGone ? [remove(totp, { globalUserId })] : []),
      ...(codesGone ? [remove(recoveryCodes, { globalUserId })] : []),
    ],
    linkWrites: linksGone.flatMap(removeLinkWrites),
    links: linksGone,
    removed: ways.filter(isGone),
    kept: ways.filter((way) => !isGone(way)),
  }
}

/** A way in for a mail: its kind, since when and from where. It contains no text that people wrote. */
const wayParam = ({ kind, school, addedAt, device }: WayIn): string =>
  JSON.stringify({ kind, school, addedAt, device })

/** Most ways in that one mail names. */
const maxNamedWays = 20

/** Parameters of the removal mail: one value for each way in, because a long value is cut. */
export const removalMailParams = ({
  removed,
  kept,
}: Pick<WayRemoval, 'removed' | 'kept'>): Readonly<Record<string, string>> => {
  const each = (name: string, ways: readonly WayIn[]) =>
    ways.slice(0, maxNamedWays).map((way, at) => [`${name}${at}`, wayParam(way)] as const)
  return Object.fromEntries([...each('removed', removed), ...each('kept', kept)])
}

type RemovalCause = 'reset' | 'sign_out' | 'recovery' | 'administrator'

/** An audit row for a removal; none where only ways that end with the epoch were removed. */
export const auditRemoval = (
  context: Parameters<typeof audit>[0],
  actor: Parameters<typeof audit>[1]['actor'],
  { user }: Pick<Person, 'user'>,
  { removed }: Pick<WayRemoval, 'removed'>,
  by: RemovalCause,
): Write[] => {
  const kinds = removed.filter((way) => !endsWithEpoch(way)).map(({ kind }) => kind)
  if (kinds.length === 0) return []
  const detail = { by, removed: kinds.join(', ') }
  return [
    audit(context, { action: 'ways.removed', actor, targetType: 'globalUser', targetId: user.id, detail }),
  ]
}

/**
 * Keeps the oldest way in where a removal would leave none and no password works. So people do not lock themselves out.
 */
export const withOneWayLeft = (
  ways: readonly WayIn[],
  hasPassword: boolean,
  isChosen: (way: WayIn) => boolean,
): ((way: WayIn) => boolean) => {
  const entries = ways.filter(({ kind }) => ['google', 'apple', 'saml', 'passkey'].includes(kind))
  if (hasPassword || !entries.every(isChosen)) return isChosen
  const oldest = [...entries].sort((one, other) => (one.addedAt < other.addedAt ? -1 : 1))[0]
  return (way) => way.id !== oldest?.id && isChosen(way)
}
