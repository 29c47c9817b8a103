import type { Translate } from '../contract/text/locale.ts'
import { defuseLinks, truncate, visibleLine, visibleText } from '../contract/text/plain-text.ts'
import { english } from '../message.ts'
import type { Mail } from './gateways.ts'
import {
  buttonHtml,
  codeHtml,
  escapeHtml,
  linkHtml,
  type MailBranding,
  mailDocument,
  paragraphHtml,
  quoteHtml,
} from './mail-layout.ts'

// One bare address. Characters that separate or decorate addresses could add a recipient.
const address = /^[^\s,;:<>()[\]"\\@]+@[^\s,;:<>()[\]"\\@]+$/

const hasControl = (text: string): boolean =>
  [...text].some(
    (letter) => letter < ' ' || letter === '\u007f' || letter === '\u2028' || letter === '\u2029',
  )

const isPlainAddress = (text: string): boolean =>
  text.length <= 320 && !hasControl(text) && address.test(text)

/** A text that is one plain mail address and nothing else; undefined for any other. */
export const plainAddressOf = (text: string | undefined): string | undefined => {
  const trimmed = text?.trim()
  return trimmed !== undefined && isPlainAddress(trimmed) ? trimmed : undefined
}

const isFileName = (name: string): boolean => /^[\w-]+(?:\.[\w-]+)*$/.test(name)

/**
 * Refuses a mail whose recipient or subject could become more than one header line. Throws without quoting the mail.
 */
export const checkMail = (mail: Mail): void => {
  const { to, subject, kind, senderName = '', headers = {}, replyTo, attachments = [] } = mail
  if (!isPlainAddress(to)) {
    throw new Error(`A mail of kind ${kind} was refused: its recipient is not one plain address.`)
  }
  if (hasControl(senderName))
    throw new Error(`A mail of kind ${kind} was refused: its sender is not one line.`)
  if (hasControl(subject)) throw new Error(`A mail of kind ${kind} was refused: its subject is not one line.`)
  if (replyTo !== undefined && !isPlainAddress(replyTo))
    throw new Error(`A mail of kind ${kind} was refused: its reply address is not one plain address.`)
  if (attachments.some(({ filename, contentType }) => !isFileName(filename) || hasControl(contentType)))
    throw new Error(`A mail of kind ${kind} was refused: the name or type of a file is not one line.`)
  if (
    Object.entries(headers).some(([name, value]) => !/^[A-Za-z][A-Za-z-]*$/.test(name) || hasControl(value))
  )
    throw new Error(`A mail of kind ${kind} was refused: a header is not one line.`)
}

/** Text that a person wrote to the mail's receivers. Names and notes of people are not such text. */
export type AuthoredText = { readonly written: string }

/**
 * Text that a person wrote to many people, set apart from ours. Addresses show in full; only those of the school are
 * links.
 */
export type QuotedText = { readonly quoted: string }

/** Text of ours that contains names. No part of it becomes a link. */
export type PlainText = { readonly plain: string }

/** The one action of a mail: a verb with a noun, and an address of the school. */
export type MailButton = { readonly button: string; readonly url: string }

/** One paragraph: our text with our addresses, text with names in it, text of a person, a code alone, or the button. */
export type Paragraph =
  | string
  | PlainText
  | AuthoredText
  | QuotedText
  | MailButton
  | { readonly code: string }

/** The content of a mail. `senderName` accompanies the sender address of messages written by people. */
export type MailDraft = {
  readonly subject: string
  readonly lines: readonly Paragraph[]
  readonly senderName?: string
}

type Sender = MailBranding & {
  readonly origin: string
  /** The school's own client, if its mails link to that. */
  readonly web?: { readonly origin: string }
}
/** `name` is the reader's own, if the address is proven to be theirs. */
type Addressing = { readonly school: Sender; readonly name: string | undefined }
/** Why the reader gets this mail, and the address that stops mails of its kind. `label` is a verb with a noun. */
export type MailFooter = {
  readonly reason: string
  readonly unsubscribe?: { readonly label: string; readonly url: string } | undefined
}

/** Character limits of a name, a subject and a line of ours. Text of people has other limits. */
const maxLengths = { name: 100, subject: 200, line: 2000 } as const

/** A name for a mail: one short line without links and invisible characters. */
export const nameInMail = (name: string, signs: number = maxLengths.name): string =>
  defuseLinks(truncate(visibleLine(name), signs))

/** A file's name and address. All files in mails are PDFs, and no program treats their names as web addresses. */
export const fileLine = (filename: string, url: string): string =>
  `${nameInMail(filename.replace(/\.pdf$/i, ''))}.pdf: ${url}`

/** The https address that an event's organizers entered for its readers, which stays a link. */
export const linkLine = (link: string, t: Translate = english): AuthoredText => ({
  written: t('Link: {link}', { link }),
})

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
    .map((part, at) => (at % 2 === 1 ? linkHtml(part, part) : part))
    .join('')

/** Whether the whole text is one address of the school. */
const isOwnAddress = (url: string, school: Sender): boolean => {
  const [before, own, after] = splitAtOwn(url, school)
  return before === '' && own !== undefined && after === ''
}

/** A blank line separates paragraphs. The length limit of a line applies to each. */
const splitParagraphs = (paragraph: Paragraph): readonly Paragraph[] => {
  const split = (text: string): string[] =>
    text
      .split(/\n{2,}/)
      .map((part) => part.trim())
      .filter((part) => part !== '')
  if (typeof paragraph === 'string') return split(paragraph)
  return 'plain' in paragraph ? split(paragraph.plain).map((plain) => ({ plain })) : [paragraph]
}

const textOf = (paragraph: Paragraph, school: Sender): string => {
  if (typeof paragraph === 'string')
    return withOwnLinks(truncate(visibleText(paragraph), maxLengths.line), school)
  if ('plain' in paragraph) return defuseLinks(truncate(visibleText(paragraph.plain), maxLengths.line))
  if ('button' in paragraph) {
    const { button, url } = paragraph
    return `${nameInMail(button)}: ${withOwnLinks(visibleLine(url), school)}`
  }
  if ('quoted' in paragraph)
    return visibleText(paragraph.quoted)
      .split('\n')
      .map((line) => `> ${line}`)
      .join('\n')
  return 'code' in paragraph ? paragraph.code : visibleText(paragraph.written)
}

/** A button that does not lead to the school is shown as text. */
const htmlOf = (paragraph: Paragraph, text: string, school: Sender): string => {
  if (typeof paragraph === 'string')
    return paragraphHtml(withHtmlLinks(text, school).replaceAll('\n', '<br>'))
  if ('code' in paragraph) return codeHtml(escapeHtml(text))
  if ('button' in paragraph && isOwnAddress(paragraph.url, school))
    return buttonHtml(escapeHtml(paragraph.url), escapeHtml(nameInMail(paragraph.button)), school)
  if ('quoted' in paragraph) {
    const lines = visibleText(paragraph.quoted).split('\n')
    return quoteHtml(lines.map((line) => withHtmlLinks(line, school)).join('<br>'))
  }
  return paragraphHtml(escapeHtml(text).replaceAll('\n', '<br>'))
}

/**
 * Renders every mail, as text and as HTML with the same content and all values escaped. Names contain no invisible
 * characters and are no links, whatever the template. Only `written` text keeps its writer's links. A draft has one
 * button at most.
 */
export const renderMail = (
  { subject, lines, senderName }: MailDraft,
  { school, name }: Addressing,
  { reason, unsubscribe }: MailFooter,
  t: Translate = english,
): Pick<Mail, 'subject' | 'text' | 'html' | 'senderName'> => {
  const greeting = name ? t('Hello {name},', { name: nameInMail(name) }) : t('Hello,')
  const body = [greeting, ...lines.flatMap(splitParagraphs)]
  if (body.filter((line) => typeof line === 'object' && 'button' in line).length > 1)
    throw new Error('a mail has one button at most')
  const texts = body.map((paragraph) => textOf(paragraph, school))
  const footer = [`${school.name}, ${school.web?.origin ?? school.origin}`, visibleLine(reason)].map((line) =>
    textOf(line, school),
  )
  const label = nameInMail(unsubscribe?.label ?? '', maxLengths.subject)
  const line = nameInMail(subject, maxLengths.subject)
  return {
    ...(senderName ? { senderName } : {}),
    subject: line,
    text: `${[...texts, ...footer, ...(unsubscribe ? [`${label}: ${unsubscribe.url}`] : [])].join('\n\n')}\n`,
    html: mailDocument({
      language: t.locale.language,
      subject: line,
      school: { ...school, name: nameInMail(school.name) },
      body: body.map((paragraph, at) => htmlOf(paragraph, texts[at] ?? '', school)),
      footer: [
        ...footer.map((part) => withHtmlLinks(part, school)),
        ...(unsubscribe ? [linkHtml(escapeHtml(unsubscribe.url), escapeHtml(label))] : []),
      ],
    }),
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
  t: Translate = english,
): MailDraft => {
  const schoolName = nameInMail(school.name)
  const source = orgName
    ? t('{organization} at {school}', { organization: nameInMail(orgName), school: schoolName })
    : schoolName
  const ownPrefix = orgName ? `${orgName}: ` : ''
  const bare = ownPrefix !== '' && subject.startsWith(ownPrefix) ? subject.slice(ownPrefix.length) : subject
  const hasForeignLinks = splitAtOwn(words, school).some((part, at) => at % 2 === 0 && anyAddress.test(part))
  const origin = school.web?.origin ?? school.origin
  return {
    subject: t('Announcement from {source}: {subject}', { source, subject: bare }),
    senderName: t('{source} (announcement)', { source }),
    lines: [
      {
        plain: senderName
          ? t(
              'This is an announcement from {source}, sent by {sender}. It is not about your account or password.',
              { source, sender: nameInMail(senderName) },
            )
          : t('This is an announcement from {source}. It is not about your account or password.', { source }),
      },
      { quoted: words },
      ...(hasForeignLinks
        ? [
            t('Addresses in this announcement that do not begin with {origin} lead to other sites.', {
              origin,
            }),
          ]
        : []),
    ],
  }
}
