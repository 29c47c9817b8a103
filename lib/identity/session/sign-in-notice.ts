import type { Tenant } from '../../context.ts'
import { mailDue, notificationDue } from '../../outbox.ts'
import type { Write } from '../../table/write.ts'
import { schoolOfIssuer } from '../school/saml-issuer.ts'

type World = { now(): Date; newId(): string }

/**
 * Tells all administrators of a school by mail that who may sign in there was changed: whoever took over one of their
 * accounts would do this first. Nobody can mute it. It belongs into the transaction of the change.
 */
export const signInChanged = (world: World, change: string, { ended }: { readonly ended: boolean }): Write =>
  notificationDue(world, {
    template: 'system',
    type: 'security',
    to: { kind: 'administrators' },
    priority: 'high',
    channels: ['in_app', 'email'],
    params: {
      title: 'Who can sign in at your school was changed',
      message: [
        change,
        ...(ended ? ['Everybody who came in by the identity provider has to sign in again.'] : []),
        'The audit log says who did it. If nobody of you did, turn the identity provider off and reset your passwords.',
      ].join(' '),
    },
  })

type MailWorld = { readonly tenant: Tenant; now(): Date; newId(): string }

/** Tells somebody that a way to sign in to their account is new or gone: it may not be they who changed it. */
export const wayMail = (
  world: MailWorld,
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
