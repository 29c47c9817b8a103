import { type FailureKind, fail } from '../../lib/contract/failure.ts'
import { isProfane } from '../../lib/profanity.ts'
import { DescriptionProfane, NameProfane } from './failures.ts'

const refuse = async (text: string | undefined, kind: FailureKind, field: string): Promise<void> => {
  if (text !== undefined && (await isProfane(text))) fail(kind, { field })
}

/** Fails when a name or a description uses bad language. */
export const refuseBadLanguage = async (name?: string, description?: string): Promise<void> => {
  await refuse(name, NameProfane, 'org_name')
  await refuse(description, DescriptionProfane, 'org_description')
}
