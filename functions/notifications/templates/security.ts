import { momentText } from '../../../lib/contract/time-and-place.ts'
import { readStoredTexts, translateText } from '../../../lib/prepared-text.ts'
import type { Template } from './event.ts'

/** Templates for a school's administrators about its sign-in and their role. Those of type `security` cannot be muted. */
export const securityTemplates = {
  /** Params: `changes`, as `storedTexts` writes them, and `ended` where sessions end. */
  sign_in_changed: {
    type: 'security',
    kind: 'account',
    priority: 'high',
    channels: ['in_app', 'email'],
    // Networks in it are no web addresses.
    written: true,
    title: (_, t) => t('Sign-in settings of your school changed'),
    message: ({ changes, ended }, t) =>
      [
        ...readStoredTexts(changes).map((change) => translateText(change, t)),
        ...(ended ? [t('Everyone who signed in with the identity provider must sign in again.')] : []),
        t(
          'The audit log shows who did it. If it was none of you, reset your passwords. If the school has an identity provider, turn it off until you know what happened.',
        ),
      ].join(' '),
  },
  /** Params: `personName`. */
  break_glass_used: {
    type: 'security',
    kind: 'account',
    priority: 'high',
    channels: ['in_app', 'email'],
    title: (_, t) => t('A break-glass account signed in'),
    message: ({ personName }, t) =>
      t(
        '{person} signed in with a method that your school does not accept from others. If none of you knows why, remove the account from the break-glass accounts, and reset its password.',
        { person: personName ?? t('Somebody') },
      ),
  },
  break_glass_lost: {
    type: 'security',
    kind: 'account',
    priority: 'high',
    channels: ['in_app', 'email'],
    title: (_, t) => t('Your school no longer has a break-glass account'),
    message: (_, t) =>
      t(
        'Your school no longer has a break-glass account that can use every sign-in method. The last one lost its second factor or its administrator role, was suspended, or was deleted. If your identity provider fails now, no administrator can sign in. Name an administrator with a second factor under Admin, Sign-in rules.',
      ),
  },
  /** Params: the certificate's `subject`, and its end as `moment`. */
  sign_in_certificate_expiring: {
    type: 'system',
    kind: 'news',
    priority: 'high',
    channels: ['in_app', 'email'],
    title: (_, t) => t('The sign-in certificate expires soon'),
    message: (params, t) =>
      t(
        'On {time} the certificate of the identity provider ({subject}) expires. From then on nobody can sign in with it. Add the next certificate before that.',
        { time: momentText(params, t), subject: params.subject ?? '' },
      ),
  },
  administrator_added: {
    type: 'security',
    kind: 'account',
    priority: 'high',
    channels: ['in_app', 'email'],
    title: (_, t) => t('You are now an administrator of your school'),
    message: (_, t) =>
      t(
        'An administrator gave you this role. The admin console has the people, clubs, events and settings of your school. If you did not expect this, ask another administrator.',
      ),
  },
  administrator_removed: {
    type: 'security',
    kind: 'account',
    priority: 'high',
    channels: ['in_app', 'email'],
    title: (_, t) => t('You are no longer an administrator of your school'),
    message: (_, t) =>
      t(
        'An administrator removed this role. Your account, your clubs and your registrations stay. If you did not expect this, ask the administrators of your school.',
      ),
  },
} as const satisfies Readonly<Record<string, Template>>
