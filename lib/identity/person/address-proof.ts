import { remove, update, type Write } from '../../table/write.ts'
import { linkMarks } from '../school/provider-links.ts'
import { isOpenedByIssuer } from '../school/saml-issuer.ts'
import type { Person } from './person.ts'
import {
  type GlobalUser,
  globalUser,
  type ProviderLink,
  providerLink,
  providerPointer,
  type Session,
} from './records.ts'

/**
 * Provider links that an account received before its address was proven. An attacker who created the account may own
 * them, so the proof removes them.
 */
export const removeUnprovenLinks = ({ user, links }: Person, own?: Session): Write[] =>
  user.emailVerified
    ? []
    : links
        .filter(({ issuer }) => !own || !isOpenedByIssuer(own, issuer))
        .flatMap((link) => [remove(providerPointer, link), remove(providerLink, link)])

const marks = ['googleId', 'appleId', 'samlId', 'samlProvider'] as const

/** The marks of those links on the user. */
export const unprovenMarks = ({ user }: Person, kept: Partial<GlobalUser> = {}): (typeof marks)[number][] =>
  user.emailVerified ? [] : marks.filter((mark) => kept[mark] === undefined)

const marksOf = ({ user }: Person, own: Session | undefined): Partial<GlobalUser> => {
  if (own?.authMethod === 'saml') return { samlId: user.samlId, samlProvider: user.samlProvider }
  if (own?.authMethod === 'google') return { googleId: user.googleId }
  return own?.authMethod === 'apple' ? { appleId: user.appleId } : {}
}

/**
 * The address that a code was sent to belongs to the person, as long as it is still theirs. The proof removes provider
 * links from before it, except the one of `own`: the session in which the address's owner typed the code. `alsoGone`
 * are links that the caller removes: their marks on the user are removed too.
 */
export const proveAddressWrites = (
  person: Person,
  at: string,
  own?: Session,
  alsoGone: readonly ProviderLink[] = [],
): Write[] => [
  update(
    globalUser,
    { id: person.user.id },
    {
      set: { emailVerified: true, updatedAt: at },
      remove: [
        ...new Set([...unprovenMarks(person, marksOf(person, own)), ...linkMarks(person.user, alsoGone)]),
      ],
    },
    { equals: { email: person.user.email, emailVerified: person.user.emailVerified } },
  ),
  ...removeUnprovenLinks(person, own),
]
