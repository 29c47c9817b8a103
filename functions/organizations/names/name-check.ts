import type { Context } from '../../../lib/context.ts'
import { type FailureKind, fail } from '../../../lib/contract/failure.ts'
import { orgNameKey, orgNaming } from '../../../lib/identity/org/name.ts'
import { isProfane } from '../../../lib/profanity.ts'
import { DescriptionProfane, NameExists, NameProfane, NameRequired } from '../contract/failures.ts'
import { isNameTaken } from './name-guards.ts'

/** Fails where an organization could not have this name. */
export const checkName = async (name: string, { table }: Context) => {
  if (orgNameKey(name) === '') fail(NameRequired)
  await refuseBadLanguage(name)
  return (await isNameTaken(table, orgNaming(name))) ? fail(NameExists) : { valid: true as const }
}

const refuse = async (text: string | undefined, kind: FailureKind, field: string): Promise<void> => {
  if (text !== undefined && (await isProfane(text))) fail(kind, { field })
}

/** Fails when a name or a description uses bad language. */
export const refuseBadLanguage = async (name?: string, description?: string): Promise<void> => {
  await refuse(name, NameProfane, 'org_name')
  await refuse(description, DescriptionProfane, 'org_description')
}
