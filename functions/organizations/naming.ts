import { type FailureKind, fail } from '../../lib/contract/failure.ts'
import { isProfane } from '../../lib/profanity.ts'
import { DescriptionProfane, NameProfane } from './failures.ts'

/** A name as people wrote it, with single blanks. */
export const cleanName = (name: string): string => name.normalize('NFC').trim().replace(/\s+/g, ' ')

/** A name as it is compared: two that differ in case, width or blanks are one. */
export const orgNameKey = (name: string): string =>
  name.normalize('NFKC').trim().replace(/\s+/g, ' ').toLowerCase()

const mostWords = 12

/** The words by whose beginnings a name is found. A name without letters and digits is found as a whole. */
export const wordsOf = (nameKey: string): readonly string[] => {
  const words = [...new Set(nameKey.split(/[^\p{L}\p{N}]+/u).filter((word) => word !== ''))]
  return words.length > 0 ? words.slice(0, mostWords) : [nameKey]
}

const refuse = async (text: string | undefined, kind: FailureKind, field: string): Promise<void> => {
  if (text !== undefined && (await isProfane(text))) fail(kind, { field })
}

/** Fails when a name or a description uses bad language. */
export const refuseBadLanguage = async (name?: string, description?: string): Promise<void> => {
  await refuse(name, NameProfane, 'org_name')
  await refuse(description, DescriptionProfane, 'org_description')
}
