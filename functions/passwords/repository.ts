import { putAccess } from '../../lib/identity/membership.ts'
import type { Person } from '../../lib/identity/person.ts'
import {
  access,
  type Credential,
  credential,
  emailPointer,
  type Session,
  session,
  tenantUser,
} from '../../lib/identity/records.ts'
import { nextEpoch } from '../../lib/identity/sessions.ts'
import type { Table } from '../../lib/table/table.ts'
import { check, put, remove, update, type Write } from '../../lib/table/write.ts'

/** Whose address this is. */
export const findOwner = async (table: Table, email: string): Promise<string | undefined> =>
  (await table.get(emailPointer, { email }, { strong: true }))?.globalUserId

export const findUsername = async (
  table: Table,
  tenantUserId: string | undefined,
): Promise<string | undefined> =>
  tenantUserId === undefined ? undefined : (await table.get(tenantUser, { id: tenantUserId }))?.username

/** A password as it is stored: its hash, since when (ISO 8601). */
type Password = { readonly hash: string; readonly updatedAt: string }

/**
 * Another password, and the end of every session but `kept`. Rows that are there are removed; the next epoch ends those
 * too that a sign-in with the old password is about to write, since its epoch is the old one. The credential comes first.
 */
export const passwordReplaced = (
  { user, rights, sessions }: Person,
  password: Password,
  before?: Credential,
  kept?: Session,
): Write[] => {
  const next = nextEpoch(rights)
  const row = { ...password, globalUserId: user.id, epoch: next.epoch }
  const gone = sessions.filter(({ id }) => id !== kept?.id)
  return [
    put(credential, row, before ? { equals: { hash: before.hash } } : {}),
    putAccess(next),
    ...gone.map(({ globalUserId, id }) => remove(session, { globalUserId, id })),
    ...(kept
      ? [update(session, { globalUserId: user.id, id: kept.id }, { set: { epoch: next.epoch } })]
      : []),
  ]
}

/** A first password; sessions stay. The credential comes first. */
export const passwordSet = ({ user, rights: { epoch } }: Person, password: Password): Write[] => [
  put(credential, { ...password, globalUserId: user.id, epoch }, { absent: true }),
  check(access, { globalUserId: user.id }, { equals: { epoch } }),
]
