import { put, type Write } from '../../table/write.ts'
import { type Access, access } from './records.ts'

/** Stores rights under the version they were read at; version 0 is a person who does not exist yet. */
export const putAccess = (rights: Access): Write =>
  put(
    access,
    { ...rights, version: rights.version + 1 },
    rights.version === 0 ? { absent: true } : { equals: { version: rights.version } },
  )

/**
 * What a session that a school's provider opened may end: the links of the school. `isLinkAlive` judges them, whatever
 * ended them; `createdAt` is a moment (ISO 8601).
 */
export const schoolEnded = (rights: Access, school: string, now: Date): Access => {
  const membership = rights.memberships[school]
  if (!membership) return rights
  const ended = { ...membership, endedAt: now.toISOString() }
  return { ...rights, memberships: { ...rights.memberships, [school]: ended } }
}

type Link = { readonly epoch: number; readonly createdAt: string }

/** Whether a link that a person made at a school still counts. */
export const isLinkAlive = (
  { epoch, createdAt }: Link,
  rights: Access | undefined,
  school: string,
): boolean => epoch === rights?.epoch && createdAt >= (rights.memberships[school]?.endedAt ?? '')
