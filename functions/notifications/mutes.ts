import { conflicted } from '../../lib/table/retry.ts'
import type { Table } from '../../lib/table/table.ts'
import {
  essentialKinds,
  type NotificationKind,
  type OrganizationKind,
  organizationKinds,
  type PersonalChannel,
} from './contract/kinds.ts'
import { findInbox, inbox, type Notification } from './repository.ts'
import { findTemplate } from './templates/templates.ts'

type Classified = Pick<Notification, 'type' | 'template' | 'origin' | 'metadata'>

/** The kind of a notification. Text that people wrote is never essential, whichever template they chose. */
export const kindOf = ({ type, template = 'custom', origin }: Classified): NotificationKind => {
  if (type === 'security') return 'account'
  if (origin) return origin.orgName === undefined ? 'news' : 'announcements'
  return findTemplate(template)?.kind ?? 'news'
}

const isOrganizationKind = (kind: NotificationKind): kind is OrganizationKind =>
  organizationKinds.some((one) => one === kind)

/** Ids of organizations, as mutes and unsubscribe links contain them. */
export const orgIdPattern = /^[\w-]{1,64}$/

/** The organization that a notification comes from, if people can mute its kind for one organization. */
export const mutableOrganizationOf = (row: Classified): string | undefined => {
  const orgId = row.metadata?.orgId
  return isOrganizationKind(kindOf(row)) && typeof orgId === 'string' && orgIdPattern.test(orgId)
    ? orgId
    : undefined
}

/** Entries of an inbox's `muted`. An entry ends one channel of a type, of a kind, or of an organization's kind. */
export const typeMute = (type: string, channel: PersonalChannel): string => `${type}:${channel}`
export const kindMute = (kind: NotificationKind, channel: PersonalChannel): string =>
  `kind.${kind}:${channel}`
export const organizationMute = (orgId: string, kind: OrganizationKind, channel: PersonalChannel): string =>
  `org.${orgId}.${kind}:${channel}`

const orgIdIn = (entry: string): string | undefined => /^org\.([\w-]+)\./.exec(entry)?.[1]

/** The organizations that somebody has muted. */
export const mutedOrganizationsIn = (muted: Iterable<string>): ReadonlySet<string> =>
  new Set([...muted].flatMap((entry) => orgIdIn(entry) ?? []))

/** Limit of organizations that one person mutes individually. */
export const maxMutedOrganizations = 100

/**
 * Whether a person has turned off a channel for a notification. Essential kinds always reach the inbox and the mailbox;
 * security also reaches the phone (rules/notifications 9, rules/notifications 24).
 */
export const isMuted = (
  muted: readonly string[] = [],
  row: Classified,
  channel: PersonalChannel,
): boolean => {
  const kind = kindOf(row)
  if (kind === 'account' || (essentialKinds.includes(kind) && channel !== 'push')) return false
  const orgId = mutableOrganizationOf(row)
  return (
    muted.includes(typeMute(row.type, channel)) ||
    muted.includes(kindMute(kind, channel)) ||
    (orgId !== undefined && muted.includes(organizationMute(orgId, kind as OrganizationKind, channel)))
  )
}

/** Changes a person's mutes, whatever their current state. `change` may fail with a refusal. */
export const changeMuted = async (
  table: Table,
  owner: string,
  change: (muted: Set<string>) => void,
): Promise<readonly string[]> => {
  return table.retryOnConflict(async () => {
    const before = (await findInbox(table, owner, true))?.muted
    const muted = new Set(before)
    change(muted)
    const next = [...muted].sort()
    const seen = before ? { equals: { muted: before } } : { without: ['muted' as const] }
    const written = await table.update(
      inbox,
      { owner },
      { set: { muted: next } },
      { orAbsent: true, ...seen },
    )
    return written.ok ? next : conflicted
  })
}

/** Removes the mutes of an organization that a person has left. Writes nothing if there are none. */
export const forgetOrganization = async (table: Table, owner: string, orgId: string): Promise<void> => {
  const box = await findInbox(table, owner, true)
  if (!mutedOrganizationsIn(box?.muted ?? []).has(orgId)) return
  await changeMuted(table, owner, (muted) => {
    for (const entry of muted) if (orgIdIn(entry) === orgId) muted.delete(entry)
  })
}
