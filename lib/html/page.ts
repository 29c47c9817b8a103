import type { Device, Tenant } from '../context.ts'
import { readerLocale, type Translate } from '../contract/text/locale.ts'
import type { Caller } from '../identity/person/caller.ts'
import type { TenantRecord } from '../identity/person/records.ts'
import { contentPolicy, escapeHtml, htmlDocument, refreshTo, schoolSign, styleAddress } from './document.ts'
import { frameTexts } from './texts.ts'

/** The school and the reader of an HTML page outside the pages domain. */
export type PageFrame = {
  readonly t: Translate
  /** Undefined on the platform host, and where no school is known. */
  readonly school: TenantRecord | undefined
  readonly platform: boolean
  readonly hasSession: boolean
}

/** What a frame is made of. Nothing here is read from the table. */
type FrameContext = {
  readonly tenant?: Pick<Tenant, 'platform'> | undefined
  readonly school: TenantRecord | undefined
  readonly device: Pick<Device, 'browser' | 'refreshToken'>
}

export const frameOf = async ({ tenant, school, device }: FrameContext): Promise<PageFrame> => ({
  t: await frameTexts(readerLocale(device.browser?.languages, school)),
  school,
  platform: tenant?.platform ?? false,
  hasSession: device.refreshToken !== undefined,
})

export type Link = { readonly href: string; readonly label: string }

type HtmlPage = {
  readonly title: string
  /** HTML with escaped texts. */
  readonly body?: string
  /** The page continues at once, by its link or by its form. It has no navigation. */
  readonly onward?: 'link' | 'form'
  /** Where a person goes next; by default to the front page. */
  readonly link?: Link
  /** Rules of the content policy instead of the one about forms. */
  readonly rules?: readonly string[]
  /** The query of the page's address, where a `GET` shows the same page, so that its language can be switched. */
  readonly query?: string | undefined
  /** The page is shown in this impersonation, with times of this zone. */
  readonly acting?: { readonly impersonation: Caller['impersonation']; readonly timezone: string }
  /** The page has its style inside, because its address serves no style sheet. */
  readonly isInline?: boolean
}

const linkHtml = ({ href, label }: Link): string =>
  `<a href="${escapeHtml(href)}"><span>${escapeHtml(label)}</span></a>`

/** Links that need no knowledge of the reader. A closed school offers only the sign-in. */
const navigation = ({ t, school, hasSession }: PageFrame): string => {
  if (!school) return ''
  const isOpen = school.status === 'active' || school.status === 'hidden'
  const places = isOpen
    ? [
        { href: '/', label: t('Events') },
        { href: '/clubs', label: t('Clubs') },
      ]
    : []
  const own =
    hasSession && isOpen
      ? linkHtml({ href: '/my-events', label: t('My events') })
      : `<a class="enter" href="/login">${escapeHtml(t('Sign in'))}</a>`
  return `<nav class="nav" aria-label="${escapeHtml(t('Main'))}">${places.map(linkHtml).join('')}${own}</nav>`
}

/** The banner that all pages of an impersonation have, with its button (rules/admins 23). */
const actingBanner = ({ t }: PageFrame, acting: HtmlPage['acting']): string => {
  if (acting?.impersonation === undefined) return ''
  const { by, as, until } = acting.impersonation
  const clock = { timeZone: acting.timezone, hour: 'numeric', minute: '2-digit' } as const
  const name = (text: string) => `<strong><bdi>${escapeHtml(text)}</bdi></strong>`
  const text = t('{actor} is acting as {person} until {time}', {
    actor: name(by),
    person: name(as),
    time: new Intl.DateTimeFormat(t.locale.tag, clock).format(new Date(until)),
  })
  return `<aside class="acting" aria-label="${escapeHtml(t('Acting as another person'))}"><div class="wrap row between"><p>${text}</p><form method="post" action="/settings"><input type="hidden" name="do" value="stop-acting"><button class="btn small">${escapeHtml(t('Stop acting'))}</button></form></div></aside>`
}

/**
 * A page outside the pages domain, in the school's frame and the reader's language: a title, one main part with a heading,
 * and a link. Works without scripts.
 */
export const htmlPage = (
  frame: PageFrame,
  { title, body = '', onward, link, rules, query, acting, isInline = false }: HtmlPage,
): { readonly page: string; readonly headers: Readonly<Record<string, string>> } => {
  const { t, school } = frame
  const name = school?.name ?? 'Quad'
  const banner = actingBanner(frame, acting)
  const next = link ?? { href: '/', label: t('Go to the front page') }
  const page = htmlDocument({
    locale: t.locale,
    title,
    name,
    style: isInline ? undefined : styleAddress('current', school?.color),
    headHtml: onward === 'link' ? refreshTo(next.href) : '',
    bannerHtml: banner,
    signHtml: schoolSign(name, school?.logo),
    linksHtml: onward === undefined ? navigation(frame) : '',
    hasReader: false,
    width: 'narrow',
    mainHtml: `<div class="stack"><h1><bdi>${escapeHtml(title)}</bdi></h1>${body}<p><a class="btn${/<(?:form|ul)\b/.test(body) ? ' plain' : ''}" href="${escapeHtml(next.href)}">${escapeHtml(next.label)}</a></p></div>`,
    footHtml: `<span><bdi>${escapeHtml(school?.location || name)}</bdi></span>`,
    address: query === undefined ? undefined : `?${query}`,
    labels: { skip: t('Skip to content'), language: t('Language') },
  })
  return {
    page,
    headers: {
      'content-security-policy': contentPolicy(school?.logo, {
        rules: rules ?? [`form-action '${banner === '' ? 'none' : 'self'}'`],
        isInline,
      }),
      // Without any referrer, browsers send forms without their origin too, which the platform refuses.
      ...(banner === '' ? {} : { 'referrer-policy': 'same-origin' }),
      vary: 'accept-language, cookie',
    },
  }
}
