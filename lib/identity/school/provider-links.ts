import { put, remove, type Write } from '../../table/write.ts'
import { type ProviderLink, providerLink, providerPointer } from '../person/records.ts'

type NamedLink = Pick<ProviderLink, 'issuer' | 'subject' | 'trust'> & Partial<Pick<ProviderLink, 'device'>>

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
