import type { Context } from '../../lib/context.ts'
import { fail } from '../../lib/contract/failure.ts'
import { orgNaming } from '../../lib/identity/org-name.ts'
import { orgNameKey } from '../../lib/identity/org-name-key.ts'
import { NameExists, NameRequired } from './failures.ts'
import { isNameTaken } from './name-guards.ts'
import { refuseBadLanguage } from './naming.ts'

/** Fails where an organization could not have this name. */
export const checkName = async (name: string, { table }: Context) => {
  if (orgNameKey(name) === '') fail(NameRequired)
  await refuseBadLanguage(name)
  return (await isNameTaken(table, orgNaming(name))) ? fail(NameExists) : { valid: true as const }
}
