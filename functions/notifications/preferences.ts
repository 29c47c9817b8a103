import { fail } from '../../lib/contract/failure.ts'
import type { Input, Operation } from '../../lib/operation.ts'
import { EssentialNotMutable, SecurityNotMutable, TooManyMutedOrganizations } from './contract/failures.ts'
import {
  essentialKinds,
  type NotificationKind,
  notificationKinds,
  notificationTypes,
  organizationKinds,
  type PersonalChannel,
  personalChannels,
} from './contract/kinds.ts'
import type { ChannelPreference, PreferenceView } from './contract/shapes.ts'
import type { contract } from './contract.ts'
import {
  changeMuted,
  kindMute,
  maxMutedOrganizations,
  mutedOrganizationsIn,
  organizationMute,
  typeMute,
} from './mutes.ts'
import { findInbox, type Inbox } from './repository.ts'

type Rows = (typeof contract)['rows']
type PreferenceChange = Input<Rows['setNotificationPreferences']>

const channelPreference = (isOn: (channel: PersonalChannel) => boolean): ChannelPreference =>
  Object.fromEntries(personalChannels.map((channel) => [channel, isOn(channel)])) as ChannelPreference

/** A person's channels: by type, by kind, and by kind for each organization with a mute. */
export const preferencesOf = (box: Pick<Inbox, 'muted'> | undefined): PreferenceView => {
  const muted = new Set(box?.muted)
  const orgIds = [...mutedOrganizationsIn(muted)]
  const isOnForOrganization = (orgId: string, channel: PersonalChannel) =>
    organizationKinds.some((kind) => !muted.has(organizationMute(orgId, kind, channel)))
  const kindPreference = (kind: NotificationKind) => ({
    ...channelPreference((channel) => essentialKinds.includes(kind) || !muted.has(kindMute(kind, channel))),
    essential: essentialKinds.includes(kind),
  })
  const organizationPreference = (orgId: string) =>
    Object.fromEntries(
      organizationKinds.map((kind) => [
        kind,
        channelPreference((channel) => !muted.has(organizationMute(orgId, kind, channel))),
      ]),
    )
  return {
    preferences: Object.fromEntries([
      ...notificationTypes.map((type) => [
        type,
        channelPreference((channel) => !muted.has(typeMute(type, channel))),
      ]),
      ...orgIds.map((orgId) => [
        `org:${orgId}`,
        channelPreference((channel) => isOnForOrganization(orgId, channel)),
      ]),
    ]),
    kinds: Object.fromEntries(notificationKinds.map((kind) => [kind, kindPreference(kind)])),
    organizations: Object.fromEntries(orgIds.map((orgId) => [orgId, organizationPreference(orgId)])),
  } as PreferenceView
}

type Wish = Partial<Record<PersonalChannel, boolean | undefined>>
type NamedWish = { readonly entry: string; readonly isOn: boolean }

const wishesOf = (wish: Wish | undefined, entryOf: (channel: PersonalChannel) => string): NamedWish[] =>
  personalChannels.flatMap((channel) => {
    const isOn = wish?.[channel]
    return isOn === undefined ? [] : [{ entry: entryOf(channel), isOn }]
  })

/** The named preferences as entries. `org:<orgId>` names every kind of an organization. */
const namedWishes = ({ preferences = {}, kinds = {}, organizations = {} }: PreferenceChange): NamedWish[] => {
  const types = notificationTypes.flatMap((type) =>
    wishesOf(preferences[type], (channel) => typeMute(type, channel)),
  )
  const whole = Object.entries(preferences).flatMap(([name, wish]) =>
    name.startsWith('org:')
      ? organizationKinds.flatMap((kind) =>
          wishesOf(wish, (channel) => organizationMute(name.slice('org:'.length), kind, channel)),
        )
      : [],
  )
  const ofKinds = notificationKinds
    .filter((kind) => !essentialKinds.includes(kind))
    .flatMap((kind) => wishesOf(kinds[kind], (channel) => kindMute(kind, channel)))
  const ofOrganizations = Object.entries(organizations).flatMap(([orgId, requested]) =>
    organizationKinds.flatMap((kind) =>
      wishesOf(requested[kind], (channel) => organizationMute(orgId, kind, channel)),
    ),
  )
  return [...types, ...whole, ...ofKinds, ...ofOrganizations]
}

export const getNotificationPreferences: Operation<Rows['getNotificationPreferences']> = async (
  _,
  { table, caller },
) => preferencesOf(await findInbox(table, caller.tenantUserId))

/** Applies the named preferences. The others stay. */
export const setNotificationPreferences: Operation<Rows['setNotificationPreferences']> = async (
  change,
  { table, caller },
) => {
  if (Object.values(change.preferences?.security ?? {}).includes(false)) fail(SecurityNotMutable)
  const essential = essentialKinds.flatMap((kind) => Object.values(change.kinds?.[kind] ?? {}))
  if (essential.includes(false)) fail(EssentialNotMutable)
  const wishes = namedWishes(change)
  const muted = await changeMuted(table, caller.tenantUserId, (entries) => {
    for (const { entry, isOn } of wishes) {
      if (isOn) entries.delete(entry)
      else entries.add(entry)
    }
    if (mutedOrganizationsIn(entries).size > maxMutedOrganizations) fail(TooManyMutedOrganizations)
  })
  return preferencesOf({ muted: [...muted] })
}
