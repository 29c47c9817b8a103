import type { Context } from '../../lib/context.ts'
import { escapeHtml, selfSubmittingForm, submitRule } from '../../lib/html/document.ts'
import { frameOf, htmlPage } from '../../lib/html/page.ts'
import { msg } from '../../lib/html/texts.ts'

type Reader = Pick<Context<'anyone'>, 'tenant' | 'school' | 'device'>

/**
 * Continues to a path of the school from one of the school's own pages. Browsers do not send new Strict cookies on a
 * redirect that another site began.
 */
export const onwardPage = async (context: Reader, path: string, title: string = msg('Signed in')) => {
  const frame = await frameOf(context)
  const { t } = frame
  return htmlPage(frame, {
    title: t(title),
    onward: 'link',
    link: { href: path, label: t('Continue') },
  })
}

/** The page for a refused sign-in, with the trace id for the school's administrators. */
export const refusalPage = async (context: Reader, message: string, traceId: string | undefined) => {
  const frame = await frameOf(context)
  const { t } = frame
  const trace =
    traceId === undefined
      ? ''
      : `<p>${escapeHtml(t('If you ask for help, give this number:'))} <strong>${escapeHtml(traceId)}</strong></p>`
  return htmlPage(frame, {
    title: t('Sign-in failed'),
    body: `<p>${escapeHtml(t(message))}</p>${trace}`,
    link: { href: '/auth/saml/login?redirect=true', label: t('Try again') },
  })
}

/** The page for the result of a test sign-in, with a link to its trace. `identity` is what the provider reported. */
export const notePage = async (
  context: Reader,
  {
    message,
    identity,
    traceId,
  }: { readonly message: string; readonly identity: string; readonly traceId: string },
) => {
  const frame = await frameOf(context)
  const { t } = frame
  return htmlPage(frame, {
    title: t(message),
    body: `<p lang="en"><bdi>${escapeHtml(identity)}</bdi></p><p>${escapeHtml(t('Trace {trace}', { trace: traceId }))}</p>`,
    link: { href: `/admin?part=sign-in&id=${encodeURIComponent(traceId)}`, label: t('View what arrived') },
  })
}

/** Posts a logout response to the identity provider. */
export const formPage = async (context: Reader, action: string, fields: Readonly<Record<string, string>>) => {
  const frame = await frameOf(context)
  const { t } = frame
  return htmlPage(frame, {
    title: t('Signing out'),
    body: selfSubmittingForm(action, fields, t('Continue')),
    onward: 'form',
    rules: [submitRule],
  })
}
