/** Where anybody can have an address. Names with a country of their own (`yahoo.fr`) are told by their first label. */
const exact = `126.com 163.com aim.com aol.com bk.ru btinternet.com charter.net comcast.net cox.net cs.com
  disroot.org duck.com earthlink.net fastmail.com fastmail.fm freenet.de gmail.com googlemail.com hey.com hushmail.com
  icloud.com inbox.lv inbox.ru interia.pl laposte.net libero.it list.ru mac.com mail.com mail.ee mail.ru
  mailbox.org mailfence.com mailinator.com me.com msn.com naver.com netscape.net o2.pl onet.pl orange.fr passport.com
  pm.me posteo.de proton.me protonmail.ch protonmail.com qq.com rambler.ru rediffmail.com riseup.net rocketmail.com
  runbox.com sapo.pt sbcglobal.net seznam.cz sina.com startmail.com sympatico.ca t-online.de tuta.com tutanota.com
  tutanota.de ukr.net verizon.net virgilio.it wanadoo.fr web.de wp.pl yandex.com ya.ru yeah.net ymail.com zoho.com
  10minutemail.com dispostable.com guerrillamail.com maildrop.cc sharklasers.com temp-mail.org trashmail.com
  yopmail.com`.split(/\s+/)

const known = new Set(exact)

/** Providers with a domain in many countries. */
const everywhere = /^(?:gmx|hotmail|live|outlook|yahoo|yandex)\.(?:[a-z]{2,3}|com?\.[a-z]{2})$/

/** Whether a mail domain, in lower case, is one of a public provider's, or lies below one. */
export const isPublicMailDomain = (domain: string): boolean => {
  const labels = domain.split('.')
  return labels.some((_, at) => {
    const above = labels.slice(at).join('.')
    return known.has(above) || everywhere.test(above)
  })
}
