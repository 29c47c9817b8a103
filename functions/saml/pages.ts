import {
  escapeHtml,
  htmlPage,
  htmlPageHeaders,
  refreshTo,
  selfSubmittingForm,
  submitRule,
} from '../../lib/html-page.ts'

/**
 * Continues to a path of the school from one of the school's own pages. Browsers do not send new Strict cookies on a
 * redirect that another site began.
 */
export const onwardPage = (path: string, title = 'Signed in') => ({
  page: htmlPage({ title, head: refreshTo(path), link: { href: path, label: 'Continue' } }),
  headers: htmlPageHeaders(),
})

/** The page for a refused sign-in, with the trace id for the school's administrators. */
export const refusalPage = (message: string, traceId: string | undefined) => ({
  page: htmlPage({
    title: 'Sign-in failed',
    body: `<p>${escapeHtml(message)}</p>${
      traceId === undefined
        ? ''
        : `<p>If you ask for help, name this number: <strong>${escapeHtml(traceId)}</strong></p>`
    }`,
    link: { href: '/auth/saml/login?redirect=true', label: 'Try again' },
  }),
  headers: htmlPageHeaders(),
})

/** The page for the result of a test sign-in, with a link to its trace. */
export const notePage = (title: string, traceId: string) => ({
  page: htmlPage({
    title,
    body: `<p>Trace ${escapeHtml(traceId)}</p>`,
    link: { href: `/admin?part=sign-in&id=${encodeURIComponent(traceId)}`, label: 'View what arrived' },
  }),
  headers: htmlPageHeaders(),
})

/** Posts a logout response to the identity provider. */
export const formPage = (action: string, fields: Readonly<Record<string, string>>) => ({
  page: htmlPage({ title: 'Signing out', body: selfSubmittingForm(action, fields) }),
  headers: htmlPageHeaders([submitRule]),
})
