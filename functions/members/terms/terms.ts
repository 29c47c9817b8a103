import type { Context } from '../../../lib/context.ts'
import { fail } from '../../../lib/contract/failure.ts'
import { ValidationError } from '../../../lib/contract/failures.ts'
import type { OrgAccess } from '../../../lib/contract/permissions.ts'
import { memberRole, type OrgMember, ownerRole } from '../../../lib/identity/org/organizations.ts'
import type { Table } from '../../../lib/table/table.ts'
import type { Write } from '../../../lib/table/write.ts'
import { dayAfter, dayOf, momentOf, startOfDay } from '../../../lib/zones.ts'
import { OwnTermStays } from '../contract/failures.ts'
import type { Assignment } from '../contract/shapes.ts'
import { termChanges } from './term-tasks.ts'

/** From when, and until when, somebody holds their roles (ISO 8601, UTC). */
export type Term = Pick<OrgMember, 'roleTermStart' | 'roleTermEnd'>

/** The roles that end with a term: whoever owns an organization hands it over, and whoever is a member leaves. */
export const coveredRoles = ({ roles }: Pick<OrgMember, 'roles'>): readonly string[] =>
  roles.filter((id) => id !== ownerRole && id !== memberRole)

type TermInput = Pick<Assignment, 'roleTermStart' | 'roleTermEnd'>

export type OrgContext = Context<OrgAccess>
type Field = keyof Term

const refuse = (field: Field, message: string): never =>
  fail(ValidationError, { field, details: [{ field, message }] })

const day = /^\d{4}-\d{2}-\d{2}$/
const moment = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(?::\d{2}(?:\.\d{1,9})?)?(?:Z|[+-]\d{2}:?\d{2})?$/

/** A day is meant whole, on the clocks of the school: a term begins with it, or ends with its last moment. */
const ofDay = (field: Field, date: string, zone: string): string | undefined => {
  const next = dayAfter(date, { days: 1 })
  if (next === undefined || dayAfter(next, { days: -1 }) !== date) return undefined
  if (field === 'roleTermStart') return startOfDay(date, zone)
  return new Date(Date.parse(startOfDay(next, zone)) - 1).toISOString()
}

const read = (field: Field, given: string, zone: string): string => {
  const meant = moment.test(given) ? momentOf(given, zone) : undefined
  const at = day.test(given) ? ofDay(field, given, zone) : meant
  return at ?? refuse(field, 'Expected a day, or a moment in ISO 8601')
}

/** What is not said stays; nothing, or null, takes it away. */
const mergeTerm = ({ roleTermStart, roleTermEnd }: Term, given: TermInput, zone: string): Term => {
  const fieldOf = (field: Field, was: string | undefined) => {
    const one = given[field]
    const is = one === undefined ? was : one && read(field, one, zone)
    return is ? { [field]: is } : {}
  }
  return { ...fieldOf('roleTermStart', roleTermStart), ...fieldOf('roleTermEnd', roleTermEnd) }
}

/** A term that is over, or of a membership that was, is not carried on. */
const currentTerm = (before: OrgMember | undefined, now: Date): Term => {
  const { roleTermStart, roleTermEnd } = before ?? {}
  if (before?.status !== 'active') return {}
  const isOver = roleTermEnd !== undefined && !(Date.parse(roleTermEnd) > now.getTime())
  return isOver ? {} : { roleTermStart, roleTermEnd }
}

const refuseImpossible = ({ roleTermStart: start, roleTermEnd: end }: Term, zone: string, now: Date) => {
  const moment = now.toISOString()
  if (start !== undefined && dayOf(start, zone) > dayOf(moment, zone))
    refuse('roleTermStart', 'A role begins when it is given: give it on that day')
  if (end !== undefined && end <= moment) refuse('roleTermEnd', 'Expected a moment in the future')
  if (start !== undefined && end !== undefined && Date.parse(end) <= Date.parse(start))
    refuse('roleTermEnd', 'A term ends after it starts')
}

/** Whoever was given a role until a day is not the one to say that it is for longer. */
const refuseOwnExtension = (
  userId: string,
  before: OrgMember | undefined,
  { roleTermEnd: end }: Term,
  { caller }: OrgContext,
): void => {
  const had = before?.status === 'active' ? before.roleTermEnd : undefined
  const isBound = userId === caller.tenantUserId && !caller.org.isOwner && !caller.org.isAdmin
  if (isBound && had !== undefined && !(end !== undefined && Date.parse(end) <= Date.parse(had)))
    fail(OwnTermStays)
}

type TermRequest = { readonly userId: string; readonly roles: readonly string[]; readonly given: TermInput }

/**
 * The term of somebody who has `roles` from now on. Fails with VALIDATION_ERROR for one that is over, begins on a later day
 * or has nothing that it could end, and with ROLE_TERM_STAYS.
 */
const readTerm = (
  before: OrgMember | undefined,
  { userId, roles, given }: TermRequest,
  context: OrgContext,
): Term => {
  const { timezone: zone } = context.tenant
  if (coveredRoles({ roles: [...roles] }).length === 0) {
    if (given.roleTermEnd || given.roleTermStart)
      refuse(
        given.roleTermEnd ? 'roleTermEnd' : 'roleTermStart',
        'Only other roles than owner and member have a term',
      )
    return {}
  }
  const term = mergeTerm(currentTerm(before, context.now()), given, zone)
  if (given.roleTermEnd || given.roleTermStart) refuseImpossible(term, zone, context.now())
  refuseOwnExtension(userId, before, term, context)
  return term
}

/** The term that a member has after an assignment. */
export const termAfter = async (
  before: OrgMember | undefined,
  { given, ...wanted }: TermRequest,
  context: OrgContext,
): Promise<Term> => {
  const bounds = [given.roleTermStart, given.roleTermEnd, before?.roleTermStart, before?.roleTermEnd]
  if (bounds.every((one) => one === undefined)) return {}
  return readTerm(before, { given, ...wanted }, context)
}

type TaskScope = Pick<Context, 'now'> & { readonly table: Pick<Table, 'tenant'> }

/** What is due at the end of a term, and before it, moves with the membership and goes with it. */
export const termWrites = async (
  place: TaskScope,
  before: OrgMember | undefined,
  after: OrgMember | undefined,
): Promise<readonly Write[]> =>
  before?.roleTermEnd === after?.roleTermEnd ? [] : termChanges(place, before, after)
