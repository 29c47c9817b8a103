import * as z from 'zod/mini'
import {
  type Access,
  access,
  Session,
  session,
  type TenantRecord,
} from '../../lib/identity/person/records.ts'
import { proofSchoolKey } from '../../lib/identity/school/provider-trust.ts'
import { unchanged } from '../../lib/table/condition.ts'
import { entity, key } from '../../lib/table/entity.ts'
import type { Table } from '../../lib/table/table.ts'
import { put, remove, type Write } from '../../lib/table/write.ts'

const text = z.string()

/** The sign-in of the session that made a link. The link follows the school's sign-in policy like that session. */
const opening = {
  proof: Session.shape.proof,
  came: Session.shape.came,
  authMethod: Session.shape.authMethod,
}

/**
 * A person's calendar link at a school, where they may be a guest. Only a hash of the secret is stored. A link from an
 * earlier epoch of its owner is invalid, and so is one whose session's `proof` has ended.
 */
export const CalendarFeed = z.object({
  id: text,
  globalUserId: text,
  school: text,
  hash: text,
  epoch: z.number(),
  createdAt: text,
  ...opening,
  /** The device that made it, under a name that people recognize. */
  device: z.optional(text),
  version: z.number(),
})
export type CalendarFeed = z.infer<typeof CalendarFeed>
export const calendarFeed = entity('CalendarFeed', CalendarFeed, {
  scope: 'global',
  pk: 'U#{globalUserId}#CALENDARS',
  sk: '{school}',
})

/** Maps a secret to its owner, epoch and creation time. */
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

/** Reads a person's link at a school, the person's epoch, and the session of the request. */
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

/** The limit of listed links, one for each school. */
const mostFeeds = 100

/** Lists a person's links at all schools, invalid ones included. */
export const listFeeds = async (table: Table, globalUserId: string): Promise<readonly CalendarFeed[]> =>
  (await table.list(calendarFeed, { keyParams: { globalUserId }, limit: mostFeeds, strong: true })).items

export const findRights = (table: Table, globalUserId: string): Promise<Access | undefined> =>
  table.get(access, { globalUserId }, { strong: true })

/**
 * Reads the rights behind a secret. If a school's identity provider opened the session that made it, reads that
 * school's row too.
 */
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

/** Writes a new secret and removes the one that was read, if any. */
export const feedWrites = (before: CalendarFeed | undefined, after: CalendarFeed): readonly Write[] => [
  put(calendarFeed, after, unchanged(before)),
  put(calendarPointer, pointerOf(after), { absent: true }),
  ...(before ? [pointerRemoval(before)] : []),
]

/** Writes for the table of the link's school. */
export const feedRemoval = (before: CalendarFeed): readonly Write[] => [
  remove(calendarFeed, before, unchanged(before)),
  pointerRemoval(before),
]
