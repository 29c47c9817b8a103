import { type Answer, call, type PageContext, pageScope } from '../call.ts'
import { accountPage, html, nextPageLink, refusedPage } from '../layout/page.ts'
import { signInRows } from '../layout/sign-ins.ts'
import { t } from '../locale.ts'

export const signInsPath = '/settings?part=sign-ins'

type SignIn = Answer<'sessions', 'listSignIns'>['signIns'][number]

/** The school by its name, where it is this one. */
const named = (one: SignIn, context: PageContext): SignIn => {
  const { school } = pageScope(context).visit
  return school && one.school === context.tenant.key ? { ...one, school: school.name } : one
}

/** The sign-in history of the reader over all their schools. */
export const signInsPage = async (context: PageContext, cursor: string | undefined) => {
  const result = await call(context, 'sessions', 'listSignIns', { limit: '20', cursor })
  if (!result.ok) return refusedPage(context, result.refusal)
  const { signIns, nextCursor } = result.value
  const zone = pageScope(context).visit.timezone
  const body = html`<div class="stack-l"><h1>${t('Sign-in history')}</h1><p>${t('Sign-ins to your account and failed attempts of the last 90 days. If you do not recognize a sign-in, sign that device out and change your password.')}</p>${signInRows(
    signIns.map((one) => named(one, context)),
    zone,
  )}${nextPageLink(signInsPath, nextCursor, t('Older'))}<p><a href="/settings">${t('Back to your account')}</a></p></div>`
  return accountPage(context, { title: t('Sign-in history'), body })
}
