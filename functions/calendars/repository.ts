import * as z from 'zod/mini'
import {
  type Access,
  access,
  Session,
  session,
  type TenantRecord,
} from '../../lib/identity/person/records.ts'
import { proofSchoolKey } from '../../lib/identity/school/trust.ts'
import { entity, key } from '../../lib/table/entity.ts'
import type { Table } from '../../lib/table/table.ts'
import { put, remove, type Write } from '../../lib/table/write.ts'

const text = z.string()

/** What opened the session that made a link: the link follows the school's sign-in policy as that session does. */
const opening = {
  proof: Session.shape.proof,
  came: Session.shape.came,
  authMethod: Session.shape.authMethod,
}

/**
 * That somebody has a calendar under a secret address at a school, where they may be a guest. Only a hash of the secret is
 * kept. One of an earlier epoch than its owner's opens nothing, nor one that a session made of which the `proof` is over.
 */
export const CalendarFeed = z.object({
  id: text,
  globalUserId: text,
  school: text,
  hash: text,
  epoch: z.number(),
  createdAt: text,
  ...opening,
  /** The device it was made on, by a name that a person recognises. */
  device: z.optional(text),
  version: z.number(),
})
export type CalendarFeed = z.infer<typeof CalendarFeed>
export const calendarFeed = entity('CalendarFeed', CalendarFeed, {
  scope: 'global',
  pk: 'U#{globalUserId}#CALENDARS',
  sk: '{school}',
})

/** Leads from the secret to its owner, and to the time that the secret is of. */
export const CalendarPointer = z.object({
  hash: text,
  globalUserId: text,
  epoch: z.number(),
  createdAt: text,
  ...opening,
})
export type CalendarPointer = z.infer<typeof CalendarPointer>
export const calendarPointer = entity('CalendarPointer', CalendarPointer, {
  expected: true,
  scope: 'tenant',
  pk: 'CALENDAR#{hash}',
  sk: 'PTR',
})

/** The link of a person at a school, the person's epoch, and the session of the request. */
export const findFeed = async (table: Table, globalUserId: string, school: string, sid: string) => {
  const [feed, rights, own] = await table.batchGet(
    [
      key(calendarFeed, { globalUserId, school }),
      key(access, { globalUserId }),
      key(session, { globalUserId, id: sid }),
    ],
    { strong: true },
  )
  return { feed, epoch: rights?.epoch, own }
}

/** Schools at which somebody has made such a link; more are not listed. */
const mostFeeds = 100

/** Links of a person at whichever school, those that opened nothing any more included. */
export const listFeeds = async (table: Table, globalUserId: string): Promise<readonly CalendarFeed[]> =>
  (await table.list(calendarFeed, { keyParams: { globalUserId }, limit: mostFeeds, strong: true })).items

export const findRights = (table: Table, globalUserId: string): Promise<Access | undefined> =>
  table.get(access, { globalUserId }, { strong: true })

/** The rights behind a secret, and where a school's provider opened the session that made it, the row of that school. */
export const findPointerOwner = async (
  table: Table,
  { globalUserId, proof }: CalendarPointer,
): Promise<{ readonly rights: Access | undefined; readonly school: TenantRecord | undefined }> => {
  const person = key(access, { globalUserId })
  if (!proof)
    return { rights: await table.get(access, { globalUserId }, { strong: true }), school: undefined }
  const [rights, school] = await table.batchGet([person, proofSchoolKey(proof.school)], { strong: true })
  return { rights, school }
}

export const findPointer = (table: Table, hash: string): Promise<CalendarPointer | undefined> =>
  table.get(calendarPointer, { hash }, { strong: true })

const pointerOf = ({ id: _, school: __, version: ___, ...pointer }: CalendarFeed): CalendarPointer => pointer

const pointerRemoval = ({ hash }: CalendarFeed): Write => remove(calendarPointer, { hash })

/** A new secret in the place of the one that was read, if any. */
export const feedWrites = (before: CalendarFeed | undefined, after: CalendarFeed): readonly Write[] => [
  put(calendarFeed, after, before ? { equals: { version: before.version } } : { absent: true }),
  put(calendarPointer, pointerOf(after), { absent: true }),
  ...(before ? [pointerRemoval(before)] : []),
]

/** For the table of its school. */
export const feedRemoval = (before: CalendarFeed): readonly Write[] => [
  remove(calendarFeed, before, { equals: { version: before.version } }),
  pointerRemoval(before),
]
