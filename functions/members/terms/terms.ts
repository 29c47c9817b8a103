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

/** Start and end of a membership term (ISO 8601, UTC). */
export type Term = Pick<OrgMember, 'roleTermStart' | 'roleTermEnd'>

/** Roles that end with a term. The owner role ends by transfer, and the member role by leaving. */
export const coveredRoles = ({ roles }: Pick<OrgMember, 'roles'>): readonly string[] =>
  roles.filter((id) => id !== ownerRole && id !== memberRole)

type TermInput = Pick<Assignment, 'roleTermStart' | 'roleTermEnd'>

export type OrgContext = Context<OrgAccess>
type Field = keyof Term

const refuse = (field: Field, message: string): never =>
  fail(ValidationError, { field, details: [{ field, message }] })

const day = /^\d{4}-\d{2}-\d{2}$/
const moment = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(?::\d{2}(?:\.\d{1,9})?)?(?:Z|[+-]\d{2}:?\d{2})?$/

/** A day counts whole in the school's time zone: a term starts with its first moment or ends with its last. */
const boundOfDay = (field: Field, date: string, zone: string): string | undefined => {
  const next = dayAfter(date, { days: 1 })
  if (next === undefined || dayAfter(next, { days: -1 }) !== date) return undefined
  if (field === 'roleTermStart') return startOfDay(date, zone)
  return new Date(Date.parse(startOfDay(next, zone)) - 1).toISOString()
}

const readBound = (field: Field, value: string, zone: string): string => {
  const exact = moment.test(value) ? momentOf(value, zone) : undefined
  const at = day.test(value) ? boundOfDay(field, value, zone) : exact
  return at ?? refuse(field, 'Send a date, or a date and time in ISO 8601')
}

/** Absent fields stay; an empty value or null removes a field. */
const mergeTerm = ({ roleTermStart, roleTermEnd }: Term, input: TermInput, zone: string): Term => {
  const fieldOf = (field: Field, was: string | undefined) => {
    const one = input[field]
    const is = one === undefined ? was : one && readBound(field, one, zone)
    return is ? { [field]: is } : {}
  }
  return { ...fieldOf('roleTermStart', roleTermStart), ...fieldOf('roleTermEnd', roleTermEnd) }
}

/** An expired term, or one of an ended membership, is not continued. */
const currentTerm = (before: OrgMember | undefined, now: Date): Term => {
  const { roleTermStart, roleTermEnd } = before ?? {}
  if (before?.status !== 'active') return {}
  const isOver = roleTermEnd !== undefined && !(Date.parse(roleTermEnd) > now.getTime())
  return isOver ? {} : { roleTermStart, roleTermEnd }
}

const refuseImpossible = ({ roleTermStart: start, roleTermEnd: end }: Term, zone: string, now: Date) => {
  const moment = now.toISOString()
  if (start !== undefined && dayOf(start, zone) > dayOf(moment, zone))
    refuse('roleTermStart', 'A role starts when it is assigned. Assign it on that day.')
  if (end !== undefined && end <= moment) refuse('roleTermEnd', 'Send a time in the future')
  if (start !== undefined && end !== undefined && Date.parse(end) <= Date.parse(start))
    refuse('roleTermEnd', 'The term must end after it starts')
}

/** Members cannot extend their own term. */
const refuseOwnExtension = (
  userId: string,
  before: OrgMember | undefined,
  { roleTermEnd: end }: Term,
  { caller }: OrgContext,
): void => {
  const endBefore = before?.status === 'active' ? before.roleTermEnd : undefined
  const isBound = userId === caller.tenantUserId && !caller.org.isOwner && !caller.org.isAdmin
  if (isBound && endBefore !== undefined && !(end !== undefined && Date.parse(end) <= Date.parse(endBefore)))
    fail(OwnTermStays)
}

type TermRequest = { readonly userId: string; readonly roles: readonly string[]; readonly input: TermInput }

/**
 * The term of a member who gets `roles`. Fails with VALIDATION_ERROR when it is over, starts on a later day, or covers
 * no roles, and with ROLE_TERM_STAYS.
 */
const readTerm = (
  before: OrgMember | undefined,
  { userId, roles, input }: TermRequest,
  context: OrgContext,
): Term => {
  const { timezone: zone } = context.tenant
  if (coveredRoles({ roles: [...roles] }).length === 0) {
    if (input.roleTermEnd || input.roleTermStart)
      refuse(
        input.roleTermEnd ? 'roleTermEnd' : 'roleTermStart',
        'The owner and member roles cannot have a term',
      )
    return {}
  }
  const term = mergeTerm(currentTerm(before, context.now()), input, zone)
  if (input.roleTermEnd || input.roleTermStart) refuseImpossible(term, zone, context.now())
  refuseOwnExtension(userId, before, term, context)
  return term
}

/** A member's term after an assignment. */
export const termAfter = async (
  before: OrgMember | undefined,
  { input, ...assignment }: TermRequest,
  context: OrgContext,
): Promise<Term> => {
  const bounds = [input.roleTermStart, input.roleTermEnd, before?.roleTermStart, before?.roleTermEnd]
  if (bounds.every((one) => one === undefined)) return {}
  return readTerm(before, { input, ...assignment }, context)
}

type TaskScope = Pick<Context, 'now'> & { readonly table: Pick<Table, 'tenant'> }

/** The tasks before and at the end of a term are written and removed with the membership. */
export const termWrites = async (
  place: TaskScope,
  before: OrgMember | undefined,
  after: OrgMember | undefined,
): Promise<readonly Write[]> =>
  before?.roleTermEnd === after?.roleTermEnd ? [] : termChanges(place, before, after)
