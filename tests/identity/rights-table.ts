import { contracts, routes } from '../../functions/routes.ts'
import { Failure } from '../../lib/contract/failure.ts'
import { routesOf } from '../../lib/contract/route-match.ts'
import { type Row, requiresOwnProof, requiresRecentFactor } from '../../lib/contract/row.ts'
import { admit, refuseWrongHost } from '../../lib/http/access/access.ts'
import { orgMember, orgRightsOf, orgRoles } from '../../lib/identity/org/organizations.ts'
import { approvalRolesOf, type Caller } from '../../lib/identity/person/caller.ts'
import { tenantUser } from '../../lib/identity/person/records.ts'
import { schoolAt } from '../../lib/identity/school/schools.ts'
import { probe } from '../security/probe.ts'
import { approvalRole, type Cast, everyRole, orgId, type Proof, proofs, type Role } from './rights-cast.ts'

const accessName = ({ access }: Row): string => {
  if (typeof access !== 'object') return access
  const { org } = access
  return typeof org === 'string' && ['visitor', 'member', 'owner', 'ownerOrAdmin'].includes(org)
    ? `organization: ${org}`
    : 'organization: permission'
}

/** Rows of one class are open to the same people. */
export const classOf = (row: Row): string =>
  [
    accessName(row),
    ...(requiresOwnProof(row) ? ['own proof'] : []),
    ...(requiresRecentFactor(row) ? ['second factor'] : []),
    ...(row.proof === 'here' ? ['not by another school'] : []),
    ...(row.inPerson && !requiresOwnProof(row) ? ['in person'] : []),
    ...(row.host === undefined || row.host === 'tenant' ? [] : [`host: ${row.host}`]),
  ].join(', ')

/** Whoever calls these, no session is needed for it. */
export const isOpen = ({ access }: Row): boolean => access === 'anyone' || access === 'optional'

/** One row for each class that asks who calls. */
export const classes: ReadonlyMap<string, Row> = (() => {
  const found = new Map<string, Row>()
  for (const { row, path } of routesOf(routes)) {
    if (path !== row.path || isOpen(row)) continue
    found.set(classOf(row), row)
  }
  return new Map([...found].sort(([one], [other]) => (one < other ? -1 : 1)))
})()

/** What is no row's business: a decision that waits for a role of approval. */
export const approving = 'decision of an approver'

export const places = ['home', 'sister', 'www'] as const
export type Place = (typeof places)[number]

/** Who calls, as the pipeline sees them, or why it does not. */
type Seen = { readonly caller: Caller; readonly approver: boolean } | { readonly refused: string } | undefined

const seenAt = async ({ w }: Cast, token: string | undefined, school: string): Promise<Seen> => {
  if (token === undefined) return undefined
  const { send, calls } = probe(w.runtime, { access: 'caller', host: 'both' }, `${school}.localhost`)
  const { body } = await send({ headers: { authorization: `Bearer ${token}` } })
  const [caller] = calls
  if (!caller) return { refused: body.code }
  const table = w.table(school)
  const id = caller.tenantUserId
  const [roles, member, user] = await Promise.all([
    table.get(orgRoles, { orgId }),
    id === null ? undefined : table.get(orgMember, { orgId, userId: id }),
    id === null ? undefined : table.get(tenantUser, { id }),
  ])
  const org = roles ? { org: orgRightsOf(caller, roles, member) } : {}
  return { caller: { ...caller, ...org }, approver: approvalRolesOf(caller, user).includes(approvalRole) }
}

const isAdmitted = (row: Row, caller: Caller, school: string, { w }: Cast): boolean => {
  try {
    refuseWrongHost(row, schoolAt(w.runtime.settings, school))
    admit(row, undefined, caller, w.runtime.settings)
    return true
  } catch (error) {
    if (error instanceof Failure) return false
    throw error
  }
}

/** By place, proof and class: the letters of the roles that get through, `·` for who does not, `-` where nobody can be. */
export type Matrix = ReadonlyMap<string, string>
export const cellOf = (place: Place, proof: Proof, name: string): string => `${place} | ${proof} | ${name}`

export const matrixOf = async (cast: Cast): Promise<Matrix> => {
  const { w, token } = cast
  const keys: Readonly<Record<Place, string>> = { home: w.home, sister: w.sister, www: 'www' }
  const matrix = new Map<string, string>()
  for (const proof of proofs) {
    const seen = {} as Record<Place, Map<Role, Seen>>
    for (const place of places) seen[place] = new Map()
    for (const role of everyRole) {
      const held = await token(role, proof)
      await Promise.all(
        places.map(async (place) => seen[place].set(role, await seenAt(cast, held, keys[place]))),
      )
    }
    const letters = (
      place: Place,
      passes: (found: { caller: Caller; approver: boolean }) => boolean,
    ): string =>
      everyRole
        .map((role) => {
          const found = seen[place].get(role)
          if (!found) return '-'
          return 'caller' in found && passes(found) ? role : '·'
        })
        .join('')
    for (const place of places) {
      for (const [name, row] of classes) {
        const passes = ({ caller }: { caller: Caller }) => isAdmitted(row, caller, keys[place], cast)
        matrix.set(cellOf(place, proof, name), letters(place, passes))
      }
      const decides = ({ caller, approver }: { caller: Caller; approver: boolean }) =>
        approver && isAdmitted(contracts.approvals.rows.approveEvent, caller, keys[place], cast)
      matrix.set(cellOf(place, proof, approving), letters(place, decides))
    }
  }
  return matrix
}

const columns = [
  ['own proof', 'password'],
  ["home's provider", 'home'],
  ["sister's provider", 'sister'],
  ['acting for somebody', 'impersonation'],
  ['legacy token', 'legacy'],
] as const satisfies readonly (readonly [string, Proof])[]

const headings: Readonly<Record<Place, string>> = {
  home: 'At home',
  sister: 'At the sister school',
  www: 'On the platform host',
}

/** The part of `docs/rights.md` that follows from the matrix. */
export const rendered = (matrix: Matrix): string =>
  places
    .map((place) => {
      const line = (name: string) =>
        `| ${name} | ${columns.map(([, proof]) => `\`${matrix.get(cellOf(place, proof, name))}\``).join(' | ')} |`
      return [
        `### ${headings[place]}`,
        '',
        `| class | ${columns.map(([name]) => name).join(' | ')} |`,
        `|---|${columns.map(() => '---|').join('')}`,
        ...[...classes]
          .filter(([, row]) => place !== 'www' || (row.host ?? 'tenant') !== 'tenant')
          .map(([name]) => line(name)),
        ...(place === 'www' ? [] : [line(approving)]),
      ].join('\n')
    })
    .join('\n\n')
