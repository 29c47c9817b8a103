import { createHash } from 'node:crypto'
import { put, remove, type Write } from '../../table/write.ts'
import {
  type Access,
  type GlobalUser,
  type ProviderLink,
  providerLink,
  providerPointer,
} from '../person/records.ts'
import { accessWrite } from '../person/roles.ts'
import { isLinkLive } from './saml-issuer.ts'

type NamedLink = Pick<ProviderLink, 'issuer' | 'subject' | 'trust'> & Partial<Pick<ProviderLink, 'device'>>

/** An id for a link that does not reveal the provider's subject. */
export const linkIdOf = ({ issuer, subject }: Pick<ProviderLink, 'issuer' | 'subject'>): string =>
  createHash('sha256').update(`${issuer}\n${subject}`).digest('base64url').slice(0, 22)

type Mark = 'googleId' | 'appleId' | 'samlId' | 'samlProvider'

const marksOf = ({ issuer }: Pick<ProviderLink, 'issuer'>): readonly [Mark, ...Mark[]] => {
  if (issuer === 'google') return ['googleId']
  return issuer === 'apple' ? ['appleId'] : ['samlId', 'samlProvider']
}

/** The marks of these links on the user. */
export const linkMarks = (
  user: Pick<GlobalUser, Mark>,
  links: readonly Pick<ProviderLink, 'issuer' | 'subject'>[],
): readonly Mark[] => [
  ...new Set(
    links.flatMap((link) => {
      const [mark, ...more] = marksOf(link)
      return user[mark] === link.subject ? [mark, ...more] : []
    }),
  ),
]

/**
 * The person's live link to the same issuer under another subject than `link`. An issuer gives each person one
 * subject, so a second subject is another person until the first link is removed (rules/identity 60).
 */
export const otherLink = (
  links: readonly ProviderLink[],
  { issuer, subject, trust = 0 }: NamedLink,
): ProviderLink | undefined =>
  links.find((each) => each.subject !== subject && each.issuer === issuer && isLinkLive(each, trust))

/**
 * Belongs in every transaction that gives an existing person a link. `otherLink` checks links that were read with the
 * rights. So of two links made at once, the second meets another version and is checked again.
 */
export const linksUnchangedWrite = (rights: Access): Write => accessWrite(rights)

/** Removes a link, if its person still has it. */
export const removeLink = (link: ProviderLink): Write[] => [
  remove(providerPointer, link, { equals: { globalUserId: link.globalUserId } }),
  remove(providerLink, link, { exists: true }),
]

/** The rows of a link. With `dead`, the current owner loses the link, unless it has become live again meanwhile. */
export const linkRows = (
  { issuer, subject, trust, device }: NamedLink,
  globalUserId: string,
  now: Date,
  replaced: ProviderLink | undefined,
): Write[] => [
  put(
    providerPointer,
    { issuer, subject, globalUserId },
    replaced ? { equals: { globalUserId: replaced.globalUserId } } : { absent: true },
  ),
  put(providerLink, {
    issuer,
    subject,
    globalUserId,
    linkedAt: now.toISOString(),
    ...(trust === undefined ? {} : { trust }),
    ...(device === undefined ? {} : { device }),
  }),
  ...(replaced && replaced.globalUserId !== globalUserId
    ? [
        remove(
          providerLink,
          { issuer, subject, globalUserId: replaced.globalUserId },
          replaced.trust === undefined ? { without: ['trust'] } : { equals: { trust: replaced.trust } },
        ),
      ]
    : []),
]
