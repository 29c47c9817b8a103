import type { Limit } from '../../../lib/contract/limit.ts'
import type { Route } from '../../../lib/contract/match.ts'
import type { OrgDemand } from '../../../lib/contract/permissions.ts'
import type { DescribedRow, Row } from '../../../lib/contract/row.ts'
import { failureResponses } from './failure-responses.ts'
import type { Json, JsonSchemas } from './json-schemas.ts'
import { parametersOf, requestBodyOf, securityOf } from './request-parts.ts'
import { successResponse } from './success-response.ts'

const standing: Readonly<Record<Exclude<Row['access'], object>, string>> = {
  anyone: 'Anybody may call.',
  optional: 'Anybody may call; who is signed in is recognised.',
  caller: 'Everybody who is signed in may call, guests of this school included.',
  member: 'Members of this school may call.',
  admin: 'Administrators of this school and of the platform may call.',
  platformAdmin: 'Platform administrators may call.',
}

const inOrganization = (demand: OrgDemand): string => {
  if (demand === 'visitor') return 'Members of this school may call.'
  if (demand === 'owner') return 'The owner of the organization may call, nobody else.'
  if (demand === 'ownerOrAdmin')
    return 'The owner of the organization may call, and administrators of this school.'
  if (demand === 'member')
    return 'Active members of the organization may call, and administrators of this school.'
  const wanted = [demand].flat().join(' or ')
  return `Members of the organization who hold ${wanted} may call, its owner, and administrators of this school.`
}

const callersOf = ({ access }: Row): string =>
  typeof access === 'object' ? inOrganization(access.org) : standing[access]

const places = {
  tenant: '',
  platform: 'Answers on the platform host only.',
  both: 'Answers on the addresses of schools and on the platform host.',
} as const

const proofs = {
  own: "Wants a session that the person's own proof opened: password, Google, Apple, or a code by mail.",
  here: "Refuses a session that another school's identity provider opened.",
} as const

const lasting = (seconds: number): string => {
  if (seconds % 3600 === 0) return seconds === 3600 ? 'hour' : `${seconds / 3600} hours`
  if (seconds % 60 === 0) return seconds === 60 ? 'minute' : `${seconds / 60} minutes`
  return `${seconds} seconds`
}

const limitLine = ([subject, { max, seconds, count }]: readonly [string, Limit]): string =>
  `- ${max} ${count ?? 'requests'} per ${lasting(seconds)} and ${subject}`

const descriptionOf = (row: Row): string =>
  [
    [callersOf(row), places[row.host ?? 'tenant']].filter((line) => line !== '').join(' '),
    ...(row.proof === undefined ? [] : [proofs[row.proof]]),
    ...(row.duringMaintenance ? ['Answers also while the school is closed.'] : []),
    ...(row.siblings ? ['Pages of sibling schools may read the answer with credentials.'] : []),
    ...(row.limits ? [`Limits:\n${Object.entries(row.limits).map(limitLine).join('\n')}`] : []),
  ].join('\n\n')

/** `operationId` of one path of an operation: its own name, and for an alias a name of its own. */
const idOf = ({ operation, row, path }: Route): string => {
  const at = (row.aliases ?? []).indexOf(path)
  if (at < 0) return operation
  return `${operation}Alias${at === 0 ? '' : at + 1}`
}

/** One operation of the document. `names` are the parameters of its path as the document spells them. */
export const operationOf = (
  route: Route<DescribedRow>,
  names: readonly string[],
  schemas: JsonSchemas,
): Json => {
  const { row, domain, path } = route
  const parameters = parametersOf(row, path, names, schemas)
  const requestBody = requestBodyOf(row, schemas)
  return {
    tags: [domain],
    operationId: idOf(route),
    summary: row.summary,
    description: descriptionOf(row),
    security: securityOf(row),
    ...(parameters.length > 0 ? { parameters } : {}),
    ...(requestBody ? { requestBody } : {}),
    responses: { [String(row.reply.status)]: successResponse(row, schemas), ...failureResponses(row) },
  }
}
