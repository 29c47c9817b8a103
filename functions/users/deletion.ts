import type { Context } from '../../lib/context.ts'
import { fail } from '../../lib/contract/failure.ts'
import { ConcurrentChange, NotAMember } from '../../lib/contract/failures.ts'
import { liveCodes } from '../../lib/identity/credential/codes.ts'
import { findCredential, passwordMatches } from '../../lib/identity/credential/password.ts'
import { spend } from '../../lib/identity/limit/limits.ts'
import { identityOf } from '../../lib/identity/person/caller.ts'
import { findPerson, type Person } from '../../lib/identity/person/person.ts'
import { leaveAll } from '../members/index.ts'
import { deletionLimits } from './contract.ts'
import { departureSteps, type Leaver, leavesForGood } from './departure.ts'
import { LastPlatformAdmin, RecentLoginRequired, UserNotFound } from './failures.ts'
import { removePicture } from './picture.ts'
import { readLeaver } from './repository.ts'

/** A session this young stands for the password. */
const recentSeconds = 15 * 60

const signedInRecently = ({ sessions }: Person, { caller, now }: Context<'member'>): boolean => {
  const current = sessions.find(({ id }) => id === caller.sid)
  return current !== undefined && now().getTime() - Date.parse(current.createdAt) <= recentSeconds * 1000
}

/** A stolen cookie alone must not be enough to destroy an account. */
const requireProof = async (person: Person, password: string | undefined, context: Context<'member'>) => {
  if (signedInRecently(person, context)) return
  if (password === undefined) fail(RecentLoginRequired)
  const [stored] = await Promise.all([
    findCredential(context.table, person.user.id),
    spend(context, 'delete-account', deletionLimits.account, person.user.id),
  ])
  if (!(await passwordMatches(password, stored?.hash))) fail(RecentLoginRequired)
}

/** Who leaves, as the person and the record at this school are now. */
const leaverOf = async (
  globalUserId: string,
  { table, tenant, caller }: Context<'member'>,
): Promise<Leaver> => {
  const [person, here] = await Promise.all([
    findPerson(table, globalUserId),
    readLeaver(table, caller.tenantUserId, globalUserId),
  ])
  if (!person) return fail(UserNotFound)
  const membership = person.rights.memberships[tenant.key]
  if (membership?.status !== 'active' || membership.tenantUserId !== caller.tenantUserId) fail(NotAMember)
  const codes = await Promise.all([
    liveCodes(table, 'password_reset', person.user.email),
    liveCodes(table, 'email', globalUserId),
  ])
  return { person, codes: codes.flat(), ...here }
}

/** Goes first: a file that cannot be removed now must not be left behind by an account that is gone. */
const forgetPicture = async ({ member }: Leaver, { gateways, tenant }: Context<'member'>): Promise<void> => {
  if (!member) return
  const { id: userId, picture } = member
  await removePicture(gateways.media, { tenantKey: tenant.key, userId, picture })
}

const attempts = 5

/** Tries again with what is true by then when the person changed meanwhile. */
const depart = async (globalUserId: string, password: string | undefined, context: Context<'member'>) => {
  for (let attempt = 0; attempt < attempts; attempt += 1) {
    const leaver = await leaverOf(globalUserId, context)
    if (attempt === 0) {
      await requireProof(leaver.person, password, context)
      if (leaver.lastAdmin && leavesForGood(leaver, context)) fail(LastPlatformAdmin)
      await forgetPicture(leaver, context)
    }
    if (leaver.member && leaver.member.clubAssociations.length > 0) {
      await leaveAll(context, leaver.member)
      continue
    }
    const steps = departureSteps(leaver, context)
    const written = await context.table.write(steps.map(({ write }) => write))
    if (written.ok) return leaver
    if (written.failed.every((at) => steps[at]?.keepsAdmin)) fail(LastPlatformAdmin)
  }
  return fail(ConcurrentChange)
}

/** Takes the caller out of this school, and off the platform with the last one (rules/users 13, rules/users 14). */
export const removeAccount = async (
  password: string | undefined,
  context: Context<'member'>,
): Promise<void> => {
  await depart(identityOf(context.caller), password, context)
}
