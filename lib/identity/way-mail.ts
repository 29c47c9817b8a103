import type { Tenant } from '../context.ts'
import { mailDue } from '../outbox.ts'
import type { Write } from '../table/write.ts'
import { schoolOfIssuer } from './saml-issuer.ts'

type World = { readonly tenant: Tenant; now(): Date; newId(): string }

/** Tells somebody that a way to sign in to their account is new or gone: it may not be they who changed it. */
export const wayMail = (
  world: World,
  change: 'linked' | 'unlinked',
  issuer: string,
  globalUserId: string,
): Write => {
  const school = schoolOfIssuer(issuer)
  return mailDue(world, {
    template: `way_${change}`,
    to: `user:${globalUserId}`,
    params: { way: school === undefined ? issuer : 'school', ...(school === undefined ? {} : { school }) },
  })
}
