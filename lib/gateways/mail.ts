import { defuseLinks, truncate, visibleLine, visibleText } from '../contract/text/plain-text.ts'
import type { Mail } from './gateways.ts'

// One bare address. Characters that separate or decorate addresses could add a recipient.
const address = /^[^\s,;:<>()[\]"\\@]+@[^\s,;:<>()[\]"\\@]+$/

const hasControl = (text: string): boolean =>
  [...text].some(
    (letter) => letter < ' ' || letter === '\u007f' || letter === '\u2028' || letter === '\u2029',
  )

/**
 * Refuses a mail whose recipient or subject could become more than one header line. Throws without quoting the mail.
 */
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

/** The HTML of a mail, or of a page if it has a title. Paragraphs are already HTML. */
export const htmlOf = (paragraphs: readonly string[], title?: string): string => {
  const named =
    title === undefined
      ? ''
      : `<meta name="viewport" content="width=device-width, initial-scale=1"><title>${escapeHtml(title)}</title>`
  const head = `<head><meta charset="utf-8">${named}</head>`
  return `<!doctype html><html lang="en">${head}<body>${paragraphs.join('')}</body></html>`
}

/** Text that a person wrote to the mail's receivers. Names and notes of people are not such text. */
export type AuthoredText = { readonly written: string }

/**
 * Text that a person wrote to many people, set apart from ours. Addresses show in full; only those of the school are
 * links.
 */
export type QuotedText = { readonly quoted: string }

/** One paragraph: our text with our addresses, text with names in it, text of a person, or a code alone. */
export type Paragraph =
  | string
  | { readonly said: string }
  | AuthoredText
  | QuotedText
  | { readonly code: string }

/** `senderName` accompanies the sender address of messages written by people. */
export type Draft = {
  readonly subject: string
  readonly lines: readonly Paragraph[]
  readonly senderName?: string
}

type Sender = {
  /** The school's display name. */
  readonly name: string
  readonly origin: string
  /** The school's own client, if its mails link to that. */
  readonly web?: { readonly origin: string }
}
/** `name` is the reader's own, if the address is proven to be theirs. */
type Frame = { readonly school: Sender; readonly name: string | undefined }
/** A way to stop mails of this kind: `offer` explains it, `link` leads to it. */
type UnsubscribeOffer = { readonly offer: string; readonly link: string }

/** Character limits of a name, a subject and a line of ours. Text of people has other limits. */
const maxLengths = { name: 100, subject: 200, line: 2000 } as const

/** A name for a mail: one short line without links and invisible characters. */
export const nameInMail = (name: string, signs: number = maxLengths.name): string =>
  defuseLinks(truncate(visibleLine(name), signs))

/** A file's name and address. All files in mails are PDFs, and no program treats their names as web addresses. */
export const fileLine = (filename: string, url: string): string =>
  `${nameInMail(filename.replace(/\.pdf$/i, ''))}.pdf: ${url}`

/** Splits a line: odd parts are addresses of the school. An address that continues differently is not one of them. */
const splitAtOwn = (line: string, { origin, web }: Sender): readonly string[] => {
  const origins = [origin, ...(web ? [web.origin] : [])].map((one) => one.replace(/[^\w:/]/g, '\\$&'))
  return line.split(
    new RegExp(`((?:${origins.join('|')})(?:/(?:[\\w/?=&%~+-]|\\.(?=\\w))*)?(?=[.,)]*(?:\\s|$)))`),
  )
}

/** Pages of the school stay links; no other text becomes one. */
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
 * Renders every mail, as text and as HTML with all values escaped. Names contain no invisible characters and are no
 * links, whatever the template. Only `written` text keeps its writer's links.
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

/** The data of a message that people wrote to many others. */
type MassMessage = {
  readonly subject: string
  readonly words: string
  readonly orgName: string | undefined
  /** The sending person, unless it was sent in the organization's name. */
  readonly senderName: string | undefined
}

/**
 * A message from people to many others that cannot pass for a message of the platform. Subject, sender and first line
 * name its author, its text is quoted, and addresses outside the school are marked as such (rules/notifications 20).
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
