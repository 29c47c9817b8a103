import { type FailureKind, fail } from '../../lib/contract/failure.ts'
import { type OrgNaming, orgNameKey, orgNaming } from '../../lib/identity/org/name.ts'
import { type Organization, orgName } from '../../lib/identity/org/records.ts'
import { orgWords } from '../../lib/identity/person/names.ts'
import type { Operation } from '../../lib/operation.ts'
import { isProfane } from '../../lib/profanity.ts'
import { wordWrites } from '../../lib/search/rows.ts'
import type { Refusal } from '../../lib/table/condition.ts'
import { key } from '../../lib/table/entity.ts'
import type { Table } from '../../lib/table/table.ts'
import { put, remove, type Write } from '../../lib/table/write.ts'
import { DescriptionProfane, NameExists, NameProfane, NameRequired } from './contract/failures.ts'
import type { contract } from './contract.ts'

type Rows = (typeof contract)['rows']

/** Whether the name, or one that looks the same, is taken. */
const isNameTaken = async (table: Table, named: OrgNaming) => {
  const keys = [named.nameKey, named.look].map((nameKey) => key(orgName, { nameKey }))
  return (await table.batchGet(keys)).some((guard) => guard)
}

const guarded = (nameKey: string, orgId: string, taken: Refusal): Write =>
  put(orgName, { nameKey, orgId }, { absent: taken })
const freed = (nameKey: string, orgId: string): Write => remove(orgName, { nameKey }, { equals: { orgId } })

/** Guards a name and its lookalike form, except those that `before` already holds. */
export const nameClaims = (after: Organization, taken: Refusal, before?: Organization): readonly Write[] => {
  const { orgId, nameKey, look } = after
  const held = [before?.nameKey, before?.look]
  return [nameKey, look].filter((key) => !held.includes(key)).map((key) => guarded(key, orgId, taken))
}

/** Index rows for the words of a new organization's name. */
export const nameWrites = (card: Organization): readonly Write[] => wordWrites(orgWords, card)

/** Releases the guards of a name, except those that `after` still needs. */
export const releaseNames = (before: Organization, after?: Organization): readonly Write[] =>
  [before.nameKey, before.look]
    .filter((key) => key !== after?.nameKey && key !== after?.look)
    .map((key) => freed(key, before.orgId))

/** Writes that rename an organization; none when the name stays. A claim fails with `taken`. */
export const renameWrites = (before: Organization, after: Organization, taken: Refusal): readonly Write[] =>
  before.org_name === after.org_name
    ? []
    : [
        ...nameClaims(after, taken, before),
        ...releaseNames(before, after),
        ...wordWrites(orgWords, after, { before }),
      ]

/** Fails when an organization cannot have this name. */
export const checkOrganizationName: Operation<Rows['checkOrganizationName']> = async (
  { orgName: name = '' },
  { table },
) => {
  if (orgNameKey(name) === '') fail(NameRequired)
  await refuseBadLanguage(name)
  return (await isNameTaken(table, orgNaming(name))) ? fail(NameExists) : { valid: true as const }
}

const refuse = async (text: string | undefined, kind: FailureKind, field: string): Promise<void> => {
  if (text !== undefined && (await isProfane(text))) fail(kind, { field })
}

/** Fails when a name or description contains profanity. */
export const refuseBadLanguage = async (name?: string, description?: string): Promise<void> => {
  await refuse(name, NameProfane, 'org_name')
  await refuse(description, DescriptionProfane, 'org_description')
}
