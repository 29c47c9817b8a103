import { createHash } from 'node:crypto'

const escapes: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

export const escapeHtml = (text: string): string => text.replace(/[&<>"']/g, (sign) => escapes[sign] ?? sign)

const style =
  ':root{color-scheme:light dark}body{font:1.125rem/1.5 system-ui,sans-serif;max-width:36rem;margin:10vh auto;' +
  'padding:0 1.25rem;color:#1b1b1f;background:#fff;overflow-wrap:anywhere}h1{font-size:1.75rem;line-height:1.2}' +
  'li{margin:.75rem 0}a{color:#0b4f9c}small{display:block;color:#4a4a4a}' +
  'button{font:inherit;font-weight:600;min-height:2.75rem;padding:.5rem 1.25rem}' +
  '@media(prefers-color-scheme:dark){body{color:#ececf1;background:#16161a}a{color:#9cc4ff}small{color:#b5b5bf}}'

const styleHash = createHash('sha256').update(style).digest('base64')

/**
 * Headers of an HTML page. They allow its style sheet by fingerprint, and no script, image or frame. `rules` replace the
 * rule against forms.
 */
export const htmlPageHeaders = (rules: readonly string[] = ["form-action 'none'"]) => ({
  'content-security-policy': [
    "default-src 'none'",
    `style-src 'sha256-${styleHash}'`,
    "base-uri 'none'",
    "frame-ancestors 'none'",
    ...rules,
  ].join('; '),
})

type HtmlPage = {
  readonly title: string
  /** HTML with escaped texts. */
  readonly body?: string
  /** Further elements of the head. */
  readonly head?: string
  /** Where a person goes next. */
  readonly link?: { readonly href: string; readonly label: string }
}

const frontPage = { href: '/', label: 'Go to the front page' }

/** A page outside the pages domain: language, title, one main part with a heading, and a link. Works without script. */
export const htmlPage = ({ title, body = '', head = '', link = frontPage }: HtmlPage): string =>
  '<!doctype html><html lang="en" dir="ltr"><head><meta charset="utf-8">' +
  '<meta name="viewport" content="width=device-width, initial-scale=1">' +
  `<title>${escapeHtml(title)}</title><style>${style}</style>${head}</head>` +
  `<body><main><h1><bdi>${escapeHtml(title)}</bdi></h1>${body}` +
  `<p><a href="${escapeHtml(link.href)}">${escapeHtml(link.label)}</a></p></main></body></html>\n`

const submitScript = 'document.forms[0].submit()'
const submitHash = createHash('sha256').update(submitScript).digest('base64')

/** The rule that allows the script of `selfSubmittingForm`. */
export const submitRule = `script-src 'sha256-${submitHash}'`

/** A form that submits itself to another site; without scripts it has a button. */
export const selfSubmittingForm = (action: string, fields: Readonly<Record<string, string>>): string => {
  const inputs = Object.entries(fields).map(
    ([name, value]) => `<input type="hidden" name="${escapeHtml(name)}" value="${escapeHtml(value)}">`,
  )
  return `<form method="post" action="${escapeHtml(action)}">${inputs.join('')}<button>Continue</button></form><script>${submitScript}</script>`
}

/** A head element that continues to an address at once. */
export const refreshTo = (href: string): string =>
  `<meta http-equiv="refresh" content="0;url=${escapeHtml(href)}">`
