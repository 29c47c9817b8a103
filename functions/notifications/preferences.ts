import type { Context } from '../../lib/context.ts'
import { fail } from '../../lib/contract/failure.ts'
import type { Input } from '../../lib/operation.ts'
import { lost } from '../../lib/table/retry.ts'
import type { Table } from '../../lib/table/table.ts'
import { SecurityNotMutable } from './contract/failures.ts'
import { notificationTypes, personalChannels } from './contract/kinds.ts'
import type { Preferences } from './contract/views.ts'
import type { contract } from './contract.ts'
import { findInbox, type Inbox, inbox } from './repository.ts'

type Wishes = Input<(typeof contract)['rows']['setNotificationPreferences']>['preferences']

export const preferencesOf = (box: Pick<Inbox, 'muted'> | undefined): Preferences => {
  const muted = new Set(box?.muted)
  const wanted = (type: string) =>
    Object.fromEntries(personalChannels.map((channel) => [channel, !muted.has(`${type}:${channel}`)]))
  return Object.fromEntries(notificationTypes.map((type) => [type, wanted(type)])) as Preferences
}

/** Changes what a person has muted, from whatever it is at that moment. */
const changeMuted = async (
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
    return written.ok ? next : lost
  })
}

/** Takes over what is named; the rest stays as it is. */
export const setPreferences = async (
  wishes: Wishes,
  { table, caller }: Context<'member'>,
): Promise<Preferences> => {
  if (Object.values(wishes.security ?? {}).includes(false)) fail(SecurityNotMutable)
  const named = notificationTypes.flatMap((type) =>
    personalChannels.flatMap((channel) => {
      const wish = wishes[type]?.[channel]
      return wish === undefined ? [] : [{ name: `${type}:${channel}`, wish }]
    }),
  )
  const muted = await changeMuted(table, caller.tenantUserId, (set) => {
    for (const { name, wish } of named) {
      if (wish) set.delete(name)
      else set.add(name)
    }
  })
  return preferencesOf({ muted: [...muted] })
}

/** Ends the mails of one kind to one person. */
export const muteMails = async (table: Table, owner: string, kind: string): Promise<void> => {
  await changeMuted(table, owner, (set) => set.add(`${kind}:email`))
}
