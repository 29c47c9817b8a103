import { fail } from '../../../lib/contract/failure.ts'
import { pageOf } from '../../../lib/contract/paging.ts'
import { findPerson, type Person } from '../../../lib/identity/person/person.ts'
import { isLinkLive, samlIssuer } from '../../../lib/identity/school/saml-issuer.ts'
import type { Operation } from '../../../lib/operation.ts'
import { listNumbered } from '../../../lib/table/lists/numbered.ts'
import { ConfigurationMissing } from '../contract/failures.ts'
import type { previewOutcomes, refusalReasons } from '../contract/identity-rows.ts'
import { type IdentityAttribute, identityAttributes } from '../contract/shapes.ts'
import type { contract } from '../contract.ts'
import { findTerms, type SamlConfig, type SamlIdentifiers, samlIdentifiers } from '../repository.ts'
import { prefixes } from '../sign-in/attributes.ts'
import { subjectHashes } from '../sign-in/identifiers.ts'
import { identityWarnings } from '../sign-in/identity.ts'

type Rows = (typeof contract)['rows']

type Outcome = {
  readonly outcome: (typeof previewOutcomes)[number]
  readonly reason?: (typeof refusalReasons)[number]
}

type Simulation = {
  readonly config: SamlConfig
  readonly target: IdentityAttribute | undefined
  readonly without: ReadonlySet<string>
  readonly issuer: string
  readonly trust: number
  readonly emailDomains: readonly string[]
  isSubject(subject: string, hash: string | undefined): boolean
}

type Released = SamlIdentifiers['released']

/** The attribute that identifies a person where none is configured, as in `subjectOf`. */
const automaticAttribute = (released: Released, { wantNameId }: SamlConfig): IdentityAttribute => {
  if (wantNameId && released.nameId?.hash !== undefined) return 'nameId'
  return released.studentId?.problem === 'missing' ? 'email' : 'studentId'
}

const releasedIn = ({ released }: SamlIdentifiers, without: ReadonlySet<string>): Released =>
  Object.fromEntries(
    identityAttributes.map((attribute) => [
      attribute,
      without.has(attribute) ? { problem: 'missing' as const } : released[attribute],
    ]),
  )

const outcomeOf = (simulation: Simulation, row: SamlIdentifiers, person: Person): Outcome => {
  const { config, target, without, issuer, trust, emailDomains, isSubject } = simulation
  const released = releasedIn(row, without)
  const next = released[target ?? automaticAttribute(released, config)]
  if (next?.hash === undefined) return { outcome: 'refused', reason: next?.problem ?? 'missing' }
  const link = person.links.find((each) => each.issuer === issuer && isLinkLive(each, trust))
  if (!link) return { outcome: 'refused', reason: 'not_linked' }
  if (isSubject(link.subject, next.hash)) return { outcome: 'stays' }
  const { email } = person.user
  // A changed attribute carries over people whom both attributes name. A changed release alone does not.
  const isChanged = target !== config.identityAttribute
  const before = released[config.identityAttribute ?? automaticAttribute(row.released, config)]
  const isAddress = link.subject.startsWith(prefixes.email) || link.subject.toLowerCase() === email
  if (isChanged && !isAddress && isSubject(link.subject, before?.hash)) return { outcome: 'moves' }
  const holdsAddress = isSubject(prefixes.email + email, released.email?.hash)
  const isProven = emailDomains.includes(email.slice(email.lastIndexOf('@') + 1))
  if (holdsAddress || !isProven) return { outcome: 'refused', reason: 'needs_migration' }
  return { outcome: 'becomes_new' }
}

/** One page of the people who signed in within 90 days, with the outcome of the change for each (rules/saml 48). */
export const previewSamlIdentity: Operation<Rows['previewSamlIdentity']> = async (
  { identityAttribute, without, ...query },
  context,
) => {
  const { table, tenant } = context
  const [{ config, ...terms }, hashes] = await Promise.all([findTerms(table), subjectHashes(context)])
  if (!config) return fail(ConfigurationMissing)
  const chosen = identityAttribute ?? config.identityAttribute
  const target = chosen === 'none' ? undefined : chosen
  const simulation: Simulation = {
    config,
    target,
    without: new Set((without ?? '').split(',').map((name) => name.trim())),
    issuer: samlIssuer(tenant.key, config.idpEntityId),
    ...terms,
    isSubject: (subject, hash) => hash !== undefined && hashes.some((hashOf) => hashOf(subject) === hash),
  }
  const { items, cursor } = await listNumbered(table, samlIdentifiers, { keyParams: {} }, pageOf(query))
  const persons = await Promise.all(items.map(({ globalUserId }) => findPerson(table, globalUserId)))
  const people = items.flatMap((row, at) => {
    const person = persons[at]
    const membership = person?.rights.memberships[tenant.key]
    if (!person || membership?.status !== 'active' || !membership.tenantUserId) return []
    const { outcome, reason } = outcomeOf(simulation, row, person)
    const shown = { id: membership.tenantUserId, name: person.user.name, signedInAt: row.at, outcome }
    return [{ ...shown, ...(reason === undefined ? {} : { reason }) }]
  })
  const count = (wantedOutcome: Outcome['outcome']): number =>
    people.filter(({ outcome }) => outcome === wantedOutcome).length
  return {
    identityAttribute: target ?? null,
    warnings: identityWarnings({ ...config, identityAttribute: target }),
    counts: {
      stays: count('stays'),
      moves: count('moves'),
      becomesNew: count('becomes_new'),
      refused: count('refused'),
    },
    people,
    ...(cursor === undefined ? {} : { cursor }),
  }
}
