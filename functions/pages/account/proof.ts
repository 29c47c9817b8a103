import { call, hasFactor, type PageContext, type PageInput, pageScope } from '../call.ts'
import { codeField, codeIn, type Filled, hidden, refusedForm } from '../layout/forms.ts'
import { accountPage, html, pathIn, proofAddress, redirectTo, refusedPage } from '../layout/page.ts'
import { msg, t } from '../locale.ts'
import { factorsPath } from './factors.ts'
import { credentialIn, passkeyForm } from './passkey.ts'

type PageQuery = Pick<PageInput<'showProof'>, 'next' | 'done' | 'by'>

const title = msg('Confirm your identity')

const proofPage = async (context: PageContext, query: PageQuery, filled: Filled) => {
  const reader = await call(context, 'auth', 'validateToken', {})
  if (!reader.ok) return refusedPage(context, reader.refusal)
  const next = pathIn(query.next)
  // The school's identity provider asks for a second factor of its own, and leads back here.
  const by = query.by === undefined ? '' : hidden('by', query.by)
  const atSchool =
    query.by === 'school' && pageScope(context).visit.school?.providerContext
      ? html`<a class="btn plain full" href="/auth/saml/login?redirect=true&amp;proof=strong&amp;relayState=${encodeURIComponent(next)}">${t('Confirm at your school')}</a>`
      : ''
  const byMail = html`<p class="or">${t('or')}</p><p>${t('We can also email a code to your confirmed address.')}</p>
<form method="post" action="/settings/proof">${hidden('next', next)}${hidden('do', 'send')}<button class="btn plain full">${t('Send me a code')}</button></form>
<form class="stack" method="post" action="/settings/proof">${hidden('next', next)}${hidden('do', 'confirm')}${codeField(filled)}<button class="btn plain full">${t('Confirm code')}</button></form>`
  const byFactor = html`${passkeyForm('/settings/proof', 'confirm', t('Use a passkey'), html`${hidden('next', next)}${by}${hidden('do', 'passkey')}`)}<form class="stack" method="post" action="/settings/proof">${hidden('next', next)}${by}${hidden('do', 'factor')}<label for="factor">${t('Code from your authenticator app, or a recovery code')}</label><input class="code wide" id="factor" name="code" autocomplete="one-time-code" maxlength="64"><button class="btn full">${t('Confirm')}</button></form>`
  const body = html`<div class="card stack"><header class="stack-s"><h1>${t(title)}</h1><p class="soft">${t('Confirm that it is you, in one of these ways.')}</p></header>${refusedForm(filled, ['code'])}${atSchool}${hasFactor(context) ? byFactor : html`<p>${t('You have no passkey or authenticator app yet. {link}', { link: html`<a href="${factorsPath}">${t('Set up two-step verification')}</a>` })}</p>`}${query.by ? '' : byMail}</div>`
  const { refusal } = filled
  return accountPage(context, { title: t(title), body, done: query.done, refusal, script: 'passkey.js' })
}

export const showProof = (query: PageQuery, context: PageContext) => proofPage(context, query, { values: {} })

type FormInput = PageInput<'proveByForm'>

const shown = ({ do: what, credential }: FormInput, code: string, context: PageContext) => {
  if (what === 'send') return call(context, 'emails', 'requestOwnProof', {})
  if (what === 'factor') return call(context, 'mfa', 'confirmByCode', { code })
  if (what === 'confirm') return call(context, 'emails', 'giveOwnProof', { code })
  return call(context, 'mfa', 'confirmByPasskey', { credential: credentialIn(credential) })
}

export const proveByForm = async (input: FormInput, context: PageContext) => {
  const next = pathIn(input.next)
  const code = codeIn(input.code)
  const result = await shown(input, code, context)
  if (result.ok)
    return input.do === 'send'
      ? redirectTo(proofAddress(next, input.by), 'code-sent')
      : redirectTo(next, 'proven')
  const { refusal } = result
  if ((refusal.status === 401 && input.do !== 'passkey') || refusal.status >= 500)
    return refusedPage(context, refusal)
  // The message of a factor appears above the form, not at the code of a mail.
  const message = input.do === 'factor' || input.do === 'passkey' ? { ...refusal, code: undefined } : refusal
  return proofPage(context, input, { values: {}, refusal: message })
}
