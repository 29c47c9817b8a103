import { fail } from '../../lib/contract/failure.ts'
import { BadCursor, SessionRevoked } from '../../lib/contract/failures.ts'
import type { Caller } from '../../lib/identity/person/caller.ts'
import { identityOf } from '../../lib/identity/person/caller.ts'
import type { Access } from '../../lib/identity/person/records.ts'
import { access, tenantUser } from '../../lib/identity/person/records.ts'
import { platformKey } from '../../lib/identity/school/schools.ts'
import type { SignInRecord } from '../../lib/identity/session/sign-in-history.ts'
import { listOwnSignIns, listSchoolSignIns } from '../../lib/identity/session/sign-in-history.ts'
import type { Operation } from '../../lib/operation.ts'
import type { contract } from './contract.ts'
import { MemberNotFound } from './contract.ts'

type Rows = (typeof contract)['rows']

const viewOf = ({ factor, reason, ...row }: SignInRecord) => {
  const { at, lastAt, method, outcome, count, deviceInfo, clientType, network } = row
  const device = { deviceInfo, clientType, network }
  return { at, lastAt, method, factor: factor ?? null, outcome, reason: reason ?? null, count, ...device }
}

const limitOf = (limit: string | undefined): number => Math.min(100, Math.max(1, Number(limit ?? '50')))

/** Cursor of the caller's own history: the key of the last row. */
const positionIn = (cursor: string | undefined): string | undefined => {
  if (cursor === undefined) return undefined
  const key = Buffer.from(cursor, 'base64url').toString()
  return /^\d{4}-\d{2}-\d{2}T[\d:.]{12}Z#[\w.-]{1,200}$/.test(key) ? key : fail(BadCursor)
}

/** Lists whose rows the session may see: all of the person's, or those of the school whose provider opened it. */
const listsFor = ({ proof }: Caller, { memberships }: Access): readonly string[] =>
  proof === undefined ? [...Object.keys(memberships), platformKey] : [proof.school]

export const listSignIns: Operation<Rows['listSignIns']> = async ({ limit, cursor }, context) => {
  const { caller, table } = context
  const before = positionIn(cursor)
  const globalUserId = identityOf(caller)
  const rights = (await table.get(access, { globalUserId })) ?? fail(SessionRevoked)
  const pageQuery = { limit: limitOf(limit), before }
  const { items, next } = await listOwnSignIns(table, globalUserId, listsFor(caller, rights), pageQuery)
  return {
    signIns: items.map((row) => ({ school: row.tenantKey, ...viewOf(row) })),
    nextCursor: next === undefined ? null : Buffer.from(next).toString('base64url'),
  }
}

export const listMemberSignIns: Operation<Rows['listMemberSignIns']> = async (
  { userId, limit, cursor },
  { table, tenant },
) => {
  const { globalUserId } = (await table.get(tenantUser, { id: userId })) ?? fail(MemberNotFound)
  const pageQuery = { limit: limitOf(limit), cursor }
  const page = await listSchoolSignIns(table, globalUserId, tenant.key, pageQuery)
  return { signIns: page.items.map(viewOf), nextCursor: page.cursor ?? null }
}
