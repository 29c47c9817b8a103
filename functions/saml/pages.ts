import { createHash } from 'node:crypto'

const escaped = (text: string): string =>
  text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll("'", '&#39;')

const page = (title: string, head: string, body: string): string =>
  `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>${escaped(title)}</title>${head}` +
  `<meta name="viewport" content="width=device-width"></head><body>${body}</body></html>`

/**
 * Continues to a path of the school from one of the school's own pages. Browsers do not send new Strict cookies on a
 * redirect that another site began.
 */
export const onwardPage = (path: string, title = 'Signed in'): string =>
  page(
    title,
    `<meta http-equiv="refresh" content="0;url=${escaped(path)}">`,
    `<p><a href="${escaped(path)}">Continue</a></p>`,
  )

/** The page for a refused sign-in, with the trace id for the school's administrators. */
export const refusalPage = (message: string, traceId: string | undefined): string =>
  page(
    'Sign-in failed',
    '',
    `<h1>Sign-in failed</h1><p>${escaped(message)}</p>${
      traceId === undefined
        ? ''
        : `<p>If you ask for help, name this number: <strong>${escaped(traceId)}</strong></p>`
    }<p><a href="/auth/saml/login?redirect=true">Try again</a></p>`,
  )

/** The page for the result of a test sign-in, with a link back to its start. */
export const notePage = (title: string, traceId: string): string =>
  page(
    title,
    '',
    `<h1>${escaped(title)}</h1><p>Trace ${escaped(traceId)}</p><p><a href="/admin?part=sign-in&amp;id=${encodeURIComponent(traceId)}">View what arrived</a></p>`,
  )

const submit = 'document.forms[0].submit()'

/** A form that submits itself to the identity provider; without scripts it has a button. */
export const formPage = (action: string, fields: Readonly<Record<string, string>>) => ({
  page: page(
    'Signing out',
    '',
    `<form method="post" action="${escaped(action)}">${Object.entries(fields)
      .map(([name, value]) => `<input type="hidden" name="${escaped(name)}" value="${escaped(value)}">`)
      .join('')}<button>Continue</button></form><script>${submit}</script>`,
  ),
  headers: {
    'content-security-policy': `default-src 'none'; script-src 'sha256-${createHash('sha256')
      .update(submit)
      .digest('base64')}'; frame-ancestors 'none'`,
  },
})
