import * as z from 'zod/mini'
import { access, globalUser, Membership, providerLink } from '../../../lib/identity/person/records.ts'
import { schoolOfIssuer } from '../../../lib/identity/school/saml-issuer.ts'
import type { Table } from '../../../lib/table/table.ts'

const text = z.string()
const maybe = z.optional(text)

/**
 * What signs a person of the school in elsewhere: who it is, the membership here, the ways in by identity providers. No
 * password, session or platform role goes along, and nothing of other schools (docs/decisions/033).
 */
export const PortablePerson = z.strictObject({
  id: text,
  email: text,
  emailVerified: z.boolean(),
  name: text,
  picture: maybe,
  googleId: maybe,
  appleId: maybe,
  samlId: maybe,
  samlProvider: maybe,
  createdAt: text,
  updatedAt: text,
  membership: Membership,
  links: z.array(
    z.strictObject({ issuer: text, subject: text, linkedAt: text, trust: z.optional(z.number()) }),
  ),
})
export type PortablePerson = z.infer<typeof PortablePerson>

/** Reads a person as the school that the table is opened for may take them along; undefined for who left meanwhile. */
export const readPerson = async (table: Table, globalUserId: string): Promise<PortablePerson | undefined> => {
  const kinds = [globalUser, access, providerLink] as const
  const [[user], [rights], links] = await table.collect(kinds, { id: globalUserId }, { strong: true })
  const tenant = table.tenant ?? ''
  const membership = rights?.memberships[tenant]
  if (!user || membership?.status !== 'active') return undefined
  const { samlId, samlProvider, ...rest } = user
  return {
    ...rest,
    ...(samlProvider === tenant ? { samlId, samlProvider } : {}),
    membership,
    links: links
      .filter(({ issuer }) => (schoolOfIssuer(issuer) ?? tenant) === tenant)
      .map(({ globalUserId: _, ...link }) => link),
  }
}
