import { defuseLinks, truncate, visibleLine, visibleText } from '../contract/text/plain-text.ts'
import type { Mail } from './gateways.ts'

// One bare address. Anything that separates or decorates addresses could add a recipient.
const address = /^[^\s,;:<>()[\]"\\@]+@[^\s,;:<>()[\]"\\@]+$/

const hasControl = (text: string): boolean =>
  [...text].some(
    (letter) => letter < ' ' || letter === '\u007f' || letter === '\u2028' || letter === '\u2029',
  )

/** Refuses a mail whose recipient or subject could become more than one header line. Throws; never quotes the mail. */
export const checkMail = ({ to, subject, kind, senderName = '', headers = {} }: Mail): void => {
  if (to.length > 320 || hasControl(to) || !address.test(to)) {
    throw new Error(`A mail of kind ${kind} was refused: its recipient is not one plain address.`)
  }
  if (hasControl(senderName))
    throw new Error(`A mail of kind ${kind} was refused: its sender is not one line.`)
  if (hasControl(subject)) throw new Error(`A mail of kind ${kind} was refused: its subject is not one line.`)
  if (
    Object.entries(headers).some(([name, value]) => !/^[A-Za-z][A-Za-z-]*$/.test(name) || hasControl(value))
  )
    throw new Error(`A mail of kind ${kind} was refused: a header is not one line.`)
}

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

export const escapeHtml = (text: string): string => text.replace(/[&<>"']/g, (sign) => entities[sign] ?? '')

/** A letter, or with a title a page, of paragraphs that are HTML already. */
export const htmlOf = (paragraphs: readonly string[], title?: string): string => {
  const named =
    title === undefined
      ? ''
      : `<meta name="viewport" content="width=device-width, initial-scale=1"><title>${escapeHtml(title)}</title>`
  const head = `<head><meta charset="utf-8">${named}</head>`
  return `<!doctype html><html lang="en">${head}<body>${paragraphs.join('')}</body></html>`
}

/** Words that somebody wrote to the people who get the mail. Whatever else people have named or noted is no text of theirs. */
export type AuthoredText = { readonly written: string }

/** Words that somebody wrote to many people, set apart from ours. Addresses show in full; those of the school are links. */
export type QuotedText = { readonly quoted: string }

/** One paragraph: our words with our addresses, words with names in them, words that somebody wrote, or a code by itself. */
export type Paragraph =
  | string
  | { readonly said: string }
  | AuthoredText
  | QuotedText
  | { readonly code: string }

/** `senderName` stands beside the sender address of words of people. */
export type Draft = {
  readonly subject: string
  readonly lines: readonly Paragraph[]
  readonly senderName?: string
}

type Sender = {
  /** What the school calls itself. */
  readonly name: string
  readonly origin: string
  /** A client of the school's own, whose pages its mails lead to. */
  readonly web?: { readonly origin: string }
}
/** `name` is the reader's own, where the address has proven to be theirs. */
type Frame = { readonly school: Sender; readonly name: string | undefined }
/** A way to end mails of this kind: `offer` says so, and leads there. */
type UnsubscribeOffer = { readonly offer: string; readonly link: string }

/** Signs of a name, of a subject, and of a line of ours. What people write to each other has bounds of its own. */
const maxLengths = { name: 100, subject: 200, line: 2000 } as const

/** A name as a mail may show it: one short line that is no link and hides nothing. */
export const nameInMail = (name: string, signs: number = maxLengths.name): string =>
  defuseLinks(truncate(visibleLine(name), signs))

/** Where a file is. All files of mails are PDFs, which no program takes for an address. */
export const fileLine = (filename: string, url: string): string =>
  `${nameInMail(filename.replace(/\.pdf$/i, ''))}.pdf: ${url}`

/** A line in parts: at odd places its addresses of the school. One that goes on in any other way is none of them. */
const splitAtOwn = (line: string, { origin, web }: Sender): readonly string[] => {
  const origins = [origin, ...(web ? [web.origin] : [])].map((one) => one.replace(/[^\w:/]/g, '\\$&'))
  return line.split(
    new RegExp(`((?:${origins.join('|')})(?:/(?:[\\w/?=&%~+-]|\\.(?=\\w))*)?(?=[.,)]*(?:\\s|$)))`),
  )
}

/** Pages of the school stay links; nothing else becomes one. */
const withOwnLinks = (line: string, school: Sender): string =>
  splitAtOwn(line, school)
    .map((part, at) => (at % 2 === 1 ? part : defuseLinks(part)))
    .join('')

const withHtmlLinks = (line: string, school: Sender): string =>
  splitAtOwn(line, school)
    .map(escapeHtml)
    .map((part, at) => (at % 2 === 1 ? `<a href="${part}">${part}</a>` : part))
    .join('')

const textOf = (paragraph: Paragraph, school: Sender): string => {
  if (typeof paragraph === 'string')
    return withOwnLinks(truncate(visibleText(paragraph), maxLengths.line), school)
  if ('said' in paragraph) return defuseLinks(truncate(visibleText(paragraph.said), maxLengths.line))
  if ('quoted' in paragraph)
    return visibleText(paragraph.quoted)
      .split('\n')
      .map((line) => `> ${line}`)
      .join('\n')
  return 'code' in paragraph ? paragraph.code : visibleText(paragraph.written)
}

const markupOf = (paragraph: Paragraph, text: string, school: Sender): string => {
  if (typeof paragraph === 'object' && 'quoted' in paragraph) {
    const lines = visibleText(paragraph.quoted).split('\n')
    return `<blockquote>${lines.map((line) => withHtmlLinks(line, school)).join('<br>')}</blockquote>`
  }
  const marked = typeof paragraph === 'string' ? withHtmlLinks(text, school) : escapeHtml(text)
  const escaped = marked.replaceAll('\n', '<br>')
  const isCode = typeof paragraph === 'object' && 'code' in paragraph
  return isCode ? `<p style="font-size:24px"><strong>${escaped}</strong></p>` : `<p>${escaped}</p>`
}

/**
 * Every mail is made here, as text and as HTML in which every value is escaped. Names hide nothing and are no links,
 * whoever wrote the template; only `written` words keep the links of their writer.
 */
export const renderMail = (
  { subject, lines, senderName }: Draft,
  { school, name }: Frame,
  ending?: UnsubscribeOffer,
): Pick<Mail, 'subject' | 'text' | 'html' | 'senderName'> => {
  const greeting = name ? `Hello ${nameInMail(name)},` : 'Hello,'
  const all: readonly Paragraph[] = [
    greeting,
    ...lines,
    `${school.name}, ${school.web?.origin ?? school.origin}`,
  ]
  const texts = all.map((paragraph) => textOf(paragraph, school))
  const paragraphs = all.map((paragraph, at) => markupOf(paragraph, texts[at] ?? '', school))
  const { offer = '', link } = ending ?? {}
  const way = link && `<p><a href="${escapeHtml(link)}">${escapeHtml(offer)}, unsubscribe</a></p>`
  return {
    ...(senderName ? { senderName } : {}),
    subject: nameInMail(subject, maxLengths.subject),
    text: `${[...texts, ...(link ? [`${offer}: ${link}`] : [])].join('\n\n')}\n`,
    html: htmlOf([...paragraphs, ...(way ? [way] : [])]),
  }
}

const anyAddress = /\bhttps?:\/\/|\bwww\./i

/** What surrounds a message that people wrote to many others. */
type MassMessage = {
  readonly subject: string
  readonly words: string
  readonly orgName: string | undefined
  /** The person who sent it, where it was not sent in the organization's name. */
  readonly senderName: string | undefined
}

/**
 * A message of people to many others, which cannot pass for a notice of the platform: subject, sender and first line say
 * who wrote it, its words are quoted, and addresses that are not the school's are named as such (rules/notifications 20).
 */
export const renderMassMail = (
  { subject, words, orgName, senderName }: MassMessage,
  school: Sender,
): Draft => {
  const source = orgName ? `${nameInMail(orgName)} at ${nameInMail(school.name)}` : nameInMail(school.name)
  const ownPrefix = orgName ? `${orgName}: ` : ''
  const bare = ownPrefix !== '' && subject.startsWith(ownPrefix) ? subject.slice(ownPrefix.length) : subject
  const by = senderName ? `, sent by ${nameInMail(senderName)}` : ''
  const hasForeignLinks = splitAtOwn(words, school).some((part, at) => at % 2 === 0 && anyAddress.test(part))
  const origin = school.web?.origin ?? school.origin
  return {
    subject: `Announcement from ${source}: ${bare}`,
    senderName: `${source} (announcement)`,
    lines: [
      { said: `This is an announcement from ${source}${by}. It is not about your account or password.` },
      { quoted: words },
      ...(hasForeignLinks
        ? [`Addresses in this announcement that do not begin with ${origin} lead to other sites.`]
        : []),
    ],
  }
}
