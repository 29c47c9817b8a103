import { ask, type Given, type PageContext, withinOf } from '../ask.ts'
import { codeField, type Filled, hidden, refusedForm } from '../layout/forms.ts'
import { accountPage, html, onwardTo, pathIn, proofAddress, refusedPage } from '../layout/page.ts'
import { credentialIn, passkeyForm } from './passkey.ts'

type Asked = Pick<Given<'showProof'>, 'next' | 'said' | 'by'>

const title = 'Confirm your identity'

const proofPage = async (context: PageContext, asked: Asked, filled: Filled) => {
  const who = await ask(context, 'auth', 'validateToken', {})
  if (!who.ok) return refusedPage(context, who.refusal)
  const next = pathIn(asked.next)
  // The school's identity provider asks for a second factor of its own, and leads back here.
  const by = asked.by === undefined ? '' : hidden('by', asked.by)
  const atSchool =
    asked.by === 'school' && withinOf(context).visit.school?.providerContext
      ? html`<a class="btn plain full" href="/auth/saml/login?redirect=true&amp;proof=strong&amp;relayState=${encodeURIComponent(next)}">Confirm at your school</a>`
      : ''
  const byMail = html`<p class="or">or</p><p>This needs more than your school's sign-in. We send a code to your confirmed email address. Enter it here.</p>
<form method="post" action="/settings/proof">${hidden('next', next)}${hidden('do', 'send')}<button class="btn plain full">Send me a code</button></form>
<form class="stack" method="post" action="/settings/proof">${hidden('next', next)}${hidden('do', 'confirm')}${codeField(filled)}<button class="btn full">Confirm code</button></form>`
  const body = html`<div class="card stack"><h1>${title}</h1>${refusedForm(filled, ['code'])}${atSchool}${passkeyForm('/settings/proof', 'confirm', 'Use a passkey', html`${hidden('next', next)}${by}${hidden('do', 'passkey')}`)}<form class="stack" method="post" action="/settings/proof">${hidden('next', next)}${by}${hidden('do', 'factor')}<label for="factor">Code from your authenticator app, or a recovery code</label><input class="code wide" id="factor" name="code" autocomplete="one-time-code" maxlength="64"><button class="btn full">Confirm</button></form>
${asked.by ? '' : byMail}</div>`
  const { refusal } = filled
  return accountPage(context, { title, body, said: asked.said, refusal, script: 'passkey.js' })
}

export const showProof = (asked: Asked, context: PageContext) => proofPage(context, asked, { values: {} })

type Sent = Given<'proveByForm'>

const shown = ({ do: what, credential }: Sent, code: string, context: PageContext) => {
  if (what === 'send') return ask(context, 'emails', 'requestOwnProof', {})
  if (what === 'factor') return ask(context, 'mfa', 'confirmByCode', { code })
  if (what === 'confirm') return ask(context, 'emails', 'giveOwnProof', { code })
  return ask(context, 'mfa', 'confirmByPasskey', { credential: credentialIn(credential) })
}

export const proveByForm = async (sent: Sent, context: PageContext) => {
  const next = pathIn(sent.next)
  const code = (sent.code ?? '').trim()
  const heard = await shown(sent, code, context)
  if (heard.ok)
    return sent.do === 'send' ? onwardTo(proofAddress(next, sent.by), 'code-sent') : onwardTo(next, 'proven')
  const { refusal } = heard
  if ((refusal.status === 401 && sent.do !== 'passkey') || refusal.status >= 500)
    return refusedPage(context, refusal)
  // The message of a factor appears above the form, not at the code of a mail.
  const message = sent.do === 'factor' || sent.do === 'passkey' ? { ...refusal, code: undefined } : refusal
  return proofPage(context, sent, { values: {}, refusal: message })
}
