import { readCertificates } from '../../../functions/saml/certificates.ts'
import { answerOf, facts, idp, type Request } from '../idp.ts'
import type { Mutant } from './mutant.ts'

/** The moment and the request that single answers are judged at, without a platform around them. */
export const now = new Date('2026-03-02T12:00:00.000Z')
export const provider = idp()
export const request: Request = {
  entityId: 'http://school.localhost/auth/saml/metadata',
  callback: 'http://school.localhost/auth/saml/callback',
  requestId: '_request',
}

/** What the school of a mutant demands. */
export const demands = ({ config = {} }: Partial<Mutant> = {}, pem = provider.certificate) => ({
  certificates: readCertificates([pem]) ?? [],
  wantAssertionsSigned: true,
  wantMessageSigned: false,
  wantAssertionsEncrypted: false,
  key: async () => undefined,
  ...config,
})

export const expected = {
  issuer: provider.entityId,
  audience: request.entityId,
  recipient: request.callback,
  request: '_request',
  now,
}

/** The answer to the request, genuine or changed as a mutant wants it. */
export const written = (mutant?: Mutant): string => {
  const genuine = facts(provider, request, now)
  const { facts: changed = {}, seal, edit = (xml: string) => xml } = mutant?.change(now, genuine) ?? {}
  return edit(answerOf(provider, { ...genuine, ...changed }, seal))
}
