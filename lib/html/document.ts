import { createHash } from 'node:crypto'
import type { Language, Locale } from '../contract/text/locale.ts'

const escapes: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

export const escapeHtml = (text: string): string => text.replace(/[&<>"']/g, (sign) => escapes[sign] ?? sign)

export const isColor = (color: string | undefined): color is string => /^#[0-9a-f]{6}$/i.test(color ?? '')

/**
 * The address of the style sheet of all pages, with a school's colour as accent. `name` is the fingerprint of a release,
 * or `current`, which browsers revalidate.
 */
export const styleAddress = (name: string, color: string | undefined): string =>
  `/assets/${name}${isColor(color) ? `-${color.slice(1).toLowerCase()}` : ''}.css`

/** For pages at addresses that serve no style sheet. */
const inlineStyle =
  ':root{color-scheme:light dark}body{font:1.125rem/1.5 system-ui,sans-serif;max-width:36rem;margin:5vh auto;' +
  'padding:0 1.25rem;color:#1b1b1f;background:#fff;overflow-wrap:anywhere}h1{font-size:1.75rem;line-height:1.2}' +
  'header a,footer{color:#4a4a4a}a{color:#0b4f9c}.skip{position:absolute;inset-inline-start:-99rem}.crest{display:none}' +
  '@media(prefers-color-scheme:dark){body{color:#ececf1;background:#16161a}a{color:#9cc4ff}header a,footer{color:#b5b5bf}}'
const inlineHash = createHash('sha256').update(inlineStyle).digest('base64')

const icon =
  "data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 32 32'%3E%3Crect width='32' height='32' rx='8' fill='%232447c6'/%3E%3Cpath d='M9 9h14v14H9z' fill='none' stroke='%23fff' stroke-width='4'/%3E%3C/svg%3E"

export const initials = (name: string): string =>
  name
    .split(/\s+/)
    .filter((word) => /^\p{Lu}/u.test(word))
    .map((word) => [...word][0] ?? '')
    .slice(0, 2)
    .join('') || ([...name][0] ?? 'Q').toUpperCase()

const logoOf = (logo: string | undefined): URL | undefined =>
  logo && URL.canParse(logo) ? new URL(logo) : undefined

/** The school's logo, or its initials. */
export const schoolSign = (name: string, logo: string | undefined): string => {
  const picture = logoOf(logo)
  return picture
    ? `<img src="${escapeHtml(picture.href)}" alt="" height="36">`
    : `<span class="crest" aria-hidden="true">${escapeHtml(initials(name))}</span>`
}

/**
 * The policy of an HTML page: the style sheet and forms of this address, pictures of this address and of `pictures`,
 * nothing else. `rules` replace the rule about forms.
 */
export const contentPolicy = (
  logo: string | undefined,
  {
    pictures = [],
    rules = ["form-action 'self'"],
    isInline = false,
  }: { pictures?: readonly string[]; rules?: readonly string[]; isInline?: boolean },
): string =>
  [
    "default-src 'none'",
    isInline ? `style-src 'sha256-${inlineHash}'` : "style-src 'self'",
    ["img-src 'self' data:", ...pictures, logoOf(logo)?.origin ?? ''].filter((one) => one !== '').join(' '),
    "base-uri 'none'",
    "frame-ancestors 'none'",
    ...rules,
  ].join('; ')

const languageNames: Readonly<Record<Language, string>> = { en: 'English', es: 'Español' }

/** The query parameter of a page's address that switches the reader's language. */
export const languageParameter = 'lang'

/** Links to the same page in each language. `address` has a path, or only a query for the path of the page itself. */
const languageLinks = (address: string, { language }: Locale, label: string, isAnswer: boolean): string => {
  const tab = isAnswer ? ' target="_blank"' : ''
  const at = address.indexOf('?')
  const [path, query] = at < 0 ? [address, ''] : [address.slice(0, at), address.slice(at + 1)]
  const links = Object.entries(languageNames).map(([code, name]) => {
    if (code === language) return `<span lang="${code}" aria-current="true">${name}</span>`
    const parameters = new URLSearchParams(query)
    parameters.delete('done')
    parameters.set(languageParameter, code)
    return `<a href="${escapeHtml(`${path}?${parameters}`)}" lang="${code}" hreflang="${code}" rel="nofollow"${tab}>${name}</a>`
  })
  return `<nav class="langs" aria-label="${escapeHtml(label)}">${links.join(' ')}</nav>`
}

/** An HTML document in the school's frame. `…Html` fields are HTML with escaped texts. */
export type FramedDocument = {
  readonly locale: Locale
  readonly title: string
  readonly about?: string
  /** The name of the school or of the platform. */
  readonly name: string
  /** The address of the style sheet. Undefined where none can be loaded: the page has a short one of its own. */
  readonly style: string | undefined
  readonly headHtml?: string
  /** Attributes of the body element. */
  readonly bodyAttributes?: string
  readonly bannerHtml?: string
  readonly signHtml: string
  /** Links beside the school's name. */
  readonly linksHtml: string
  readonly hasReader: boolean
  readonly width?: 'narrow' | 'medium' | undefined
  readonly mainHtml: string
  readonly actionHtml?: string
  /** Lines at the end of the page. */
  readonly footHtml: string
  /** The page's own address, where its language can be switched. */
  readonly address: string | undefined
  /** The page answers a form: the other language opens in a new tab, so that nothing entered or shown is lost. */
  readonly isAnswer?: boolean
  readonly labels: { readonly skip: string; readonly language: string }
}

export const htmlDocument = (page: FramedDocument): string => {
  const { name, locale, labels, address, about, width, isAnswer = false } = page
  const title = page.title === name ? name : `${page.title} \u00b7 ${name}`
  const description = about === undefined ? '' : `<meta name="description" content="${escapeHtml(about)}">\n`
  const style =
    page.style === undefined
      ? `<style>${inlineStyle}</style>`
      : `<link rel="stylesheet" href="${page.style}">`
  const languages = address === undefined ? '' : languageLinks(address, locale, labels.language, isAnswer)
  return `<!doctype html>
<html lang="${escapeHtml(locale.tag)}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(title)}</title>
${description}<link rel="icon" href="${icon}">${style}${page.headHtml ?? ''}</head>
<body${page.bodyAttributes ?? ''}><a class="skip" href="#main">${escapeHtml(labels.skip)}</a>
${page.bannerHtml ?? ''}<header class="top${page.hasReader ? ' in' : ''}"><div class="wrap"><a class="school" href="/">${page.signHtml}<span><bdi>${escapeHtml(name)}</bdi></span></a>${page.linksHtml}</div></header>
<main id="main"><div class="wrap${width ? ` ${width}` : ''}">${page.mainHtml}</div>${page.actionHtml ?? ''}</main>
<footer class="foot"><div class="wrap">${page.footHtml}${languages}</div></footer>
</body></html>
`
}

const submitScript = 'document.forms[0].submit()'
const submitHash = createHash('sha256').update(submitScript).digest('base64')

/** The rule that allows the script of `selfSubmittingForm`. */
export const submitRule = `script-src 'sha256-${submitHash}'`

/** A form that submits itself to another site; without scripts it has a button. */
export const selfSubmittingForm = (
  action: string,
  fields: Readonly<Record<string, string>>,
  label: string,
): string => {
  const inputs = Object.entries(fields).map(
    ([name, value]) => `<input type="hidden" name="${escapeHtml(name)}" value="${escapeHtml(value)}">`,
  )
  return `<form method="post" action="${escapeHtml(action)}">${inputs.join('')}<button class="btn">${escapeHtml(label)}</button></form><script>${submitScript}</script>`
}

/** A head element that continues to an address at once. */
export const refreshTo = (href: string): string =>
  `<meta http-equiv="refresh" content="0;url=${escapeHtml(href)}">`
