import { createHash } from 'node:crypto'
import { type Answer, answer } from '../../lib/contract/reply.ts'

const signs: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}
const escaped = (text: string): string => text.replace(/[&<>"']/g, (sign) => signs[sign] ?? sign)

const script = 'document.forms[0].submit()'
const scriptHash = createHash('sha256').update(script).digest('base64')

const policyOf = (rules: readonly string[]): string =>
  ["default-src 'none'", "base-uri 'none'", "frame-ancestors 'none'", ...rules].join('; ')

const page = (head: string, body: string, policy: string): Answer<string> =>
  answer(
    `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>Signing in</title>${head}</head>
<body>${body}</body>
</html>
`,
    { headers: { 'content-security-policy': policy } },
  )

/**
 * A page that leads on to an address of the school. A redirect would not do: it still counts as coming from the other
 * site, so that the browser would leave Strict cookies at home.
 */
export const onwardPage = (address: URL): Answer<string> => {
  const href = escaped(address.href)
  return page(
    `<meta http-equiv="refresh" content="0;url=${href}">`,
    `<p><a href="${href}">Continue</a></p>`,
    policyOf(["form-action 'none'"]),
  )
}

/** A page that posts the provider's answer on to the school's own host, where the browser's mark is known. */
export const handOverPage = (address: URL, fields: Readonly<Record<string, string>>): Answer<string> => {
  const inputs = Object.entries(fields).map(
    ([name, value]) => `<input type="hidden" name="${escaped(name)}" value="${escaped(value)}">`,
  )
  return page(
    '',
    `<form method="post" action="${escaped(address.href)}">${inputs.join('')}<button>Continue</button></form>
<script>${script}</script>`,
    policyOf([`script-src 'sha256-${scriptHash}'`, `form-action ${address.origin}`]),
  )
}

/** Back to a page of the school that tells people what went wrong. */
export const refusalRedirect = (origin: string, path: string, error: string): Answer<string> => {
  const address = new URL(path, origin)
  address.searchParams.set('error', error)
  return answer('', { status: 302, headers: { location: address.href } })
}
