import { createHash } from 'node:crypto'
import { put, remove, type Write } from '../../table/write.ts'
import { type GlobalUser, type ProviderLink, providerLink, providerPointer } from '../person/records.ts'

type NamedLink = Pick<ProviderLink, 'issuer' | 'subject' | 'trust'> & Partial<Pick<ProviderLink, 'device'>>

/** Names a link without telling what the provider calls the person. */
export const wayIdOf = ({ issuer, subject }: Pick<ProviderLink, 'issuer' | 'subject'>): string =>
  createHash('sha256').update(`${issuer}\n${subject}`).digest('base64url').slice(0, 22)

type Mark = 'googleId' | 'appleId' | 'samlId' | 'samlProvider'

const marksOf = ({ issuer }: Pick<ProviderLink, 'issuer'>): readonly [Mark, ...Mark[]] => {
  if (issuer === 'google') return ['googleId']
  return issuer === 'apple' ? ['appleId'] : ['samlId', 'samlProvider']
}

/** The marks that some links have left on the user. */
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
 * The rows of a link. Where `dead` stands, who has it so far loses it, unless it was made live again meanwhile.
 */
export const linkRows = (
  { issuer, subject, trust, device }: NamedLink,
  globalUserId: string,
  now: Date,
  dead: ProviderLink | undefined,
): Write[] => [
  put(
    providerPointer,
    { issuer, subject, globalUserId },
    dead ? { equals: { globalUserId: dead.globalUserId } } : { absent: true },
  ),
  put(providerLink, {
    issuer,
    subject,
    globalUserId,
    linkedAt: now.toISOString(),
    ...(trust === undefined ? {} : { trust }),
    ...(device === undefined ? {} : { device }),
  }),
  ...(dead && dead.globalUserId !== globalUserId
    ? [
        remove(
          providerLink,
          { issuer, subject, globalUserId: dead.globalUserId },
          dead.trust === undefined ? { without: ['trust'] } : { equals: { trust: dead.trust } },
        ),
      ]
    : []),
]
