import type { Context } from '../../context.ts'
import { type FailureKind, fail } from '../../contract/failure.ts'
import { OwnProviderRequired, WayNotAllowed } from '../../contract/failures.ts'
import { isAdminRole, isOperator } from '../person/caller.ts'
import type { Access, Session, TenantRecord } from '../person/records.ts'
import { strengthAt, trustOf } from './trust.ts'

/** Ways in that a school may allow or not; `saml` is its own identity provider and no other school's. */
export type DoorWay = NonNullable<TenantRecord['door']>['ways'][number]

type Opened = Pick<Session, 'authMethod'> & Partial<Pick<Session, 'proof' | 'came' | 'glass'>>
type School = Pick<TenantRecord, 'door' | 'trust' | 'tenantKey'> | undefined

/** The way of this school that a session began by; undefined for the identity provider of another one. */
const wayOf = (school: Pick<TenantRecord, 'trust' | 'tenantKey'>, opened: Opened): DoorWay | undefined => {
  const { authMethod: method, proof, came = proof } = opened
  if (came !== undefined)
    return came.school === school.tenantKey && came.trust >= trustOf(school) ? 'saml' : undefined
  return method === 'saml' || method === 'email' || method === 'impersonation' ? undefined : method
}

/** Whether a school takes the way that a session began by. */
export const isWayAllowed = (school: School, opened: Opened): boolean => {
  if (!school?.door) return true
  const way = wayOf(school, opened)
  return way !== undefined && school.door.ways.includes(way)
}

/** Whether somebody may come in by every way, which all administrators are told of: for as long as they are one of these. */
const mayBreakGlass = (school: School, rights: Access): boolean =>
  school?.door?.breakGlass.includes(rights.globalUserId) === true &&
  strengthAt(rights, {}, school.tenantKey).authority.some(isAdminRole)

/** Whether this session comes in by nothing but the right to come in by every way. */
export const breaksGlass = (school: School, rights: Access, opened: Opened): boolean =>
  !isWayAllowed(school, opened) && mayBreakGlass(school, rights)

/**
 * Whether a session counts at a school for its members (rules/auth 35). Whoever runs the platform passes: these rights are
 * not the school's. Somebody who may break the glass passes in a session of which the administrators have been told.
 */
export const passesDoor = (school: School, rights: Access, opened: Opened): boolean => {
  if (school === undefined || isWayAllowed(school, opened)) return true
  if (isOperator(rights, opened, school.tenantKey)) return true
  return opened.glass === school.tenantKey && mayBreakGlass(school, rights)
}

const refusalOf = ({ ways }: NonNullable<TenantRecord['door']>): FailureKind =>
  ways.every((way) => way === 'saml') ? OwnProviderRequired : WayNotAllowed

/** Says what to do, and which ways there are. */
export const failAtDoor = (school: School): never => {
  const door = school?.door
  if (!door) throw new Error('the door is open')
  return fail(refusalOf(door), { details: { ways: door.ways } })
}

/**
 * Refuses whoever comes in by a way that the school does not take, before anything of theirs is changed. Who comes in by
 * every way has a second factor: what opens everything is no password alone (rules/auth 36).
 */
export const refuseAtDoor = ({ school }: Pick<Context, 'school'>, rights: Access, opened: Opened): void => {
  const breaks = mayBreakGlass(school, rights) && (rights.factors?.length ?? 0) > 0
  if (!passesDoor(school, rights, opened) && !breaks) failAtDoor(school)
}
