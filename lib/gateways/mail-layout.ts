import { isHexColor, readableInk } from '../color.ts'

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

export const escapeHtml = (text: string): string => text.replace(/[&<>"']/g, (sign) => entities[sign] ?? '')

/** The school as the header of a mail shows it. */
export type MailBranding = {
  readonly name: string
  /** `#rrggbb`. */
  readonly color?: string | undefined
  /** The https address of a picture. */
  readonly logo?: string | undefined
}

const defaultAccent = '#2447c6'

/** A school's accent colour with the text colour that is readable on it. */
const accentOf = ({ color }: MailBranding) => {
  const background = isHexColor(color) ? color : defaultAccent
  return { background, ink: readableInk(background) }
}

const font = "font-family:system-ui,-apple-system,'Segoe UI',Roboto,Helvetica,Arial,sans-serif"
const light = {
  page: '#f4f5f7',
  card: '#ffffff',
  ink: '#17181c',
  soft: '#595c66',
  line: '#d9dbe3',
  link: '#1f4fd8',
}
const dark = {
  page: '#111217',
  card: '#1a1b22',
  ink: '#eeeff3',
  soft: '#a8abb7',
  line: '#3a3c48',
  link: '#9db7ff',
}

/** Programs without this rule show the light colours, or invert them. Header and button keep their own pair. */
const darkStyle =
  '@media (prefers-color-scheme:dark){' +
  `.page{background-color:${dark.page}!important}` +
  `.card{background-color:${dark.card}!important;border-color:${dark.line}!important;color:${dark.ink}!important}` +
  `.quote{border-color:${dark.line}!important}.soft{color:${dark.soft}!important}` +
  `.link{color:${dark.link}!important}}`

/** All functions below take text that is already HTML. */
export const linkHtml = (url: string, text: string): string =>
  `<a href="${url}" class="link" style="color:${light.link}">${text}</a>`

export const paragraphHtml = (content: string): string =>
  `<p dir="auto" style="margin:0 0 16px">${content}</p>`

export const codeHtml = (code: string): string =>
  `<p style="margin:0 0 16px;font-size:28px;line-height:36px;letter-spacing:4px"><strong>${code}</strong></p>`

export const quoteHtml = (content: string): string =>
  `<blockquote dir="auto" class="quote" style="margin:0 0 16px;padding:4px 0 4px 16px;border-left:4px solid ${light.line}">${content}</blockquote>`

/** The one button of a mail. Its border keeps it visible when the school's colour is that of the card. */
export const buttonHtml = (url: string, label: string, school: MailBranding): string => {
  const { background, ink } = accentOf(school)
  const cell = `background-color:${background};border:1px solid ${ink};border-radius:8px`
  const link = `display:inline-block;padding:12px 24px;color:${ink};font-weight:600;text-decoration:none`
  return (
    '<table role="presentation" cellpadding="0" cellspacing="0" border="0" style="margin:8px 0 24px"><tr>' +
    `<td style="${cell}"><a href="${url}" style="${link}">${label}</a></td></tr></table>`
  )
}

const footnoteHtml = (content: string): string => `<p style="margin:0 0 8px">${content}</p>`

const logoHtml = ({ logo }: MailBranding): string =>
  logo !== undefined && URL.canParse(logo) && new URL(logo).protocol === 'https:'
    ? `<img src="${escapeHtml(new URL(logo).href)}" alt="" height="32" style="height:32px;vertical-align:middle;border:0;margin-right:12px">`
    : ''

type MailDocument = {
  readonly subject: string
  readonly school: MailBranding
  readonly body: readonly string[]
  readonly footer: readonly string[]
  readonly language: string
}

/**
 * The HTML document of a mail: header with the school's name, body, footer. One table of at most 600 pixels, with the
 * styles inline, because mail programs ignore most other markup. The only picture is the school's logo. `body` and
 * `footer` are already HTML.
 */
export const mailDocument = ({ subject, school, body, footer, language }: MailDocument): string => {
  const { background, ink } = accentOf(school)
  const table = 'role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0"'
  const text = `${font};font-size:16px;line-height:24px`
  const rows = [
    `<tr><td style="padding:16px 24px;background-color:${background};color:${ink};${font};font-size:18px;line-height:32px;font-weight:700;border-radius:11px 11px 0 0">${logoHtml(school)}${escapeHtml(school.name)}</td></tr>`,
    `<tr><td style="padding:24px 24px 8px;${text};overflow-wrap:anywhere">${body.join('')}</td></tr>`,
    `<tr><td class="soft" style="padding:8px 24px 16px;color:${light.soft};${font};font-size:13px;line-height:20px;overflow-wrap:anywhere">${footer.map(footnoteHtml).join('')}</td></tr>`,
  ]
  const card = `max-width:600px;background-color:${light.card};color:${light.ink};border:1px solid ${light.line};border-radius:12px`
  return (
    `<!doctype html><html lang="${language}" dir="ltr"><head><meta charset="utf-8">` +
    '<meta name="viewport" content="width=device-width, initial-scale=1">' +
    '<meta name="color-scheme" content="light dark"><meta name="supported-color-schemes" content="light dark">' +
    `<title>${escapeHtml(subject)}</title><style>${darkStyle}</style></head>` +
    `<body class="page" style="margin:0;padding:0;background-color:${light.page}">` +
    `<table ${table} class="page" style="background-color:${light.page}"><tr><td align="center" style="padding:24px 12px">` +
    `<table ${table} class="card" style="${card}">${rows.join('')}</table></td></tr></table></body></html>`
  )
}
