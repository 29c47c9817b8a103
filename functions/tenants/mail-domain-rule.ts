import { type FailureKind, invalid } from '../../lib/contract/failure.ts'

export const MailDomainInvalid = invalid('This is not a valid mail domain.', 'EMAIL_DOMAIN_INVALID')
export const PublicMailDomain = invalid(
  "This is a public mail domain, where anyone can have an address. Use the school's own domain.",
  'EMAIL_DOMAIN_PUBLIC',
)

/**
 * Mail domains at which anybody can have an address. Domains with many country names (`yahoo.fr`) are recognized by
 * their first label.
 */
const publicDomainNames =
  `126.com 163.com aim.com aol.com bk.ru btinternet.com charter.net comcast.net cox.net cs.com
  disroot.org duck.com earthlink.net fastmail.com fastmail.fm freenet.de gmail.com googlemail.com hey.com hushmail.com
  icloud.com inbox.lv inbox.ru interia.pl laposte.net libero.it list.ru mac.com mail.com mail.ee mail.ru
  mailbox.org mailfence.com mailinator.com me.com msn.com naver.com netscape.net o2.pl onet.pl orange.fr passport.com
  pm.me posteo.de proton.me protonmail.ch protonmail.com qq.com rambler.ru rediffmail.com riseup.net rocketmail.com
  runbox.com sapo.pt sbcglobal.net seznam.cz sina.com startmail.com sympatico.ca t-online.de tuta.com tutanota.com
  tutanota.de ukr.net verizon.net virgilio.it wanadoo.fr web.de wp.pl yandex.com ya.ru yeah.net ymail.com zoho.com
  10minutemail.com dispostable.com guerrillamail.com maildrop.cc sharklasers.com temp-mail.org trashmail.com
  yopmail.com`.split(/\s+/)

const publicDomains = new Set(publicDomainNames)

/** Providers with a domain in many countries. */
const multiCountryDomains = /^(?:gmx|hotmail|live|outlook|yahoo|yandex)\.(?:[a-z]{2,3}|com?\.[a-z]{2})$/

/** Whether a mail domain, in lower case, is a public provider's or a subdomain of one. */
export const isPublicMailDomain = (domain: string): boolean => {
  const labels = domain.split('.')
  return labels.some((_, at) => {
    const above = labels.slice(at).join('.')
    return publicDomains.has(above) || multiCountryDomains.test(above)
  })
}

const wellFormed = /^(?=.{4,253}$)(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z][a-z0-9-]{0,61}[a-z0-9]$/

/** The failure of a mail domain, in lower case, that a school cannot own. */
export const domainFailure = (domain: string): FailureKind | undefined =>
  !wellFormed.test(domain) ? MailDomainInvalid : isPublicMailDomain(domain) ? PublicMailDomain : undefined
