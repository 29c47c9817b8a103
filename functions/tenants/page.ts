import { createHash } from 'node:crypto'
import { type Answer, answer } from '../../lib/contract/reply.ts'

const escapes: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

export const escaped = (text: string): string => text.replace(/[&<>"']/g, (sign) => escapes[sign] ?? sign)

const style =
  'body{font:1.125rem/1.5 system-ui,sans-serif;max-width:40rem;margin:3rem auto;padding:0 1rem;color:#1a1a1a;' +
  'background:#fff}li{margin:.75rem 0}a{color:#0b4f9c}small{display:block;color:#4a4a4a}'

const fingerprint = createHash('sha256').update(style).digest('base64')

/** One style sheet, by its fingerprint, and nothing else: no script, no picture, no form, no frame. */
const policy = [
  "default-src 'none'",
  `style-src 'sha256-${fingerprint}'`,
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ')

/** A page that works without script. `body` is HTML whose texts are escaped already. */
export const page = (title: string, body: string): Answer<string> =>
  answer(
    `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escaped(title)}</title><style>${style}</style></head>
<body><main><h1>${escaped(title)}</h1>
${body}
</main></body>
</html>
`,
    { headers: { 'content-security-policy': policy } },
  )
