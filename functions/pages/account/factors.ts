import { type Answer, ask, type PageContext, type Refusal, type Sent, withinOf } from '../ask.ts'
import { drawn } from '../door/ticket.ts'
import { dayWords } from '../layout/dates.ts'
import { codeField, type Filled, hidden, refusedForm } from '../layout/forms.ts'
import { accountPage, deed, type Html, html, onwardTo, raw, refusedPage, unfolded } from '../layout/page.ts'
import { credentialIn, passkeyForm } from './passkey.ts'

export const factorsPath = '/settings?part=factors'
const to = '/settings'

/** What is shown once, on the page that answers what was sent. */
type Shown = {
  readonly codes?: readonly string[] | undefined
  readonly setUp?: string | undefined
  readonly refusal?: Refusal | undefined
  readonly said?: string | undefined
}

const nameField = (filled: Filled, id: string): Html =>
  html`<div class="field"><label for="${id}">What it is called</label><input id="${id}" name="nickname" value="${filled.values.nickname ?? ''}" maxlength="60" dir="auto" required></div>`

const shownOnce = (codes: readonly string[]): Html =>
  html`<section class="card stack"><h2>Your recovery codes</h2><p class="tell warn" role="status">Keep them where you find them without this device. They are shown this once; each serves once, in the place of a code.</p><ul class="codes num">${codes.map((code) => html`<li><code>${code}</code></li>`)}</ul><p><a class="btn" href="${factorsPath}">I have kept them</a></p></section>`

/** The secret of an app as a picture and as text, until it has shown its first code. */
const settingUp = async (address: string, refusal: Refusal | undefined): Promise<Html> => {
  const secret = new URL(address).searchParams.get('secret') ?? ''
  const filled: Filled = { values: {}, refusal }
  const code = codeField(filled, undefined, 'Code that the app shows')
  return html`<section class="card stack"><h2>Set up an authenticator app</h2><ol class="steps"><li class="now"><strong>Add this account to the app</strong><p>Scan the picture, or enter the text by hand.</p><div class="qr wide" role="img" aria-label="The set-up of the app as a code">${raw(await drawn(address))}</div><p><code>${secret.match(/.{1,4}/g)?.join(' ') ?? ''}</code></p></li><li class="next"><strong>Enter what it shows</strong><form class="stack wide" method="post" action="${to}">${refusedForm(filled, ['code'])}${hidden('do', 'confirm-app')}${hidden('setUp', address)}${code}<button class="btn">Use this app</button></form></li></ol></section>`
}

type Passkey = Answer<'mfa', 'getMfaStatus'>['passkeys'][number]

const passkeyItem = (one: Passkey, zone: string): Html => {
  const name = one.nickname ?? 'A passkey'
  const used = one.lastUsedAt ? `last used ${dayWords(one.lastUsedAt, zone)}` : 'not used yet'
  return html`<li><div class="stack-s"><h3><bdi>${name}</bdi></h3><p class="soft">Since ${dayWords(one.createdAt, zone)}, ${used}${one.usableHere ? '' : ', not for this address'}</p>${unfolded(html`Rename<span class="vh"> ${name}</span>`, html`<form class="stack" method="post" action="${to}">${hidden('do', 'name-passkey')}${hidden('passkey', one.id)}${nameField({ values: { nickname: one.nickname ?? '' } }, `name-${one.id}`)}<button class="btn plain small">Save the name</button></form>`)}</div>${deed(to, 'Remove', { do: 'remove-passkey', passkey: one.id }, { css: 'bad small', label: name })}</li>`
}

/** The second factors of the reader: what there is, what can be added, what is left to lose. */
export const factorsPage = async (context: PageContext, shown: Shown) => {
  const heard = await ask(context, 'mfa', 'getMfaStatus', {})
  if (!heard.ok) return refusedPage(context, heard.refusal, factorsPath)
  const { totpEnabled, passkeys, recoveryCodesLeft, configured, required } = heard.value
  const zone = withinOf(context).visit.timezone
  const app = totpEnabled
    ? html`<p><span class="tag good">In use</span></p><div class="row">${deed(to, 'Set up another one', { do: 'set-up-app' })}${deed(to, 'Remove the app', { do: 'remove-app' }, { css: 'bad small' })}</div>`
    : html`<p>An app on your phone that shows a new code every half minute.</p>${deed(to, 'Set up an app', { do: 'set-up-app' }, { css: '' })}`
  const left = html`<section class="card stack"><h2>Recovery codes</h2><p${recoveryCodesLeft < 3 ? raw(' class="tell warn"') : ''}>${recoveryCodesLeft} of 10 are left. Each serves once, when you have neither app nor passkey.</p>${deed(to, 'Make ten new ones', { do: 'renew-codes' })}</section>`
  const body = html`<div class="stack-l"><header class="stack-s"><p><a href="/settings">Your account</a></p><h1>Second factors</h1><p>${configured ? 'After your password you are asked for one of these.' : 'Something that nobody has who only knows your password.'}</p></header>${required && !configured ? html`<p class="tell warn">Your school asks you to have one.</p>` : ''}${shown.setUp ? '' : refusedForm({ values: {}, refusal: shown.refusal }, [])}${shown.codes ? shownOnce(shown.codes) : ''}${shown.setUp ? await settingUp(shown.setUp, shown.refusal) : html`<section class="card stack"><h2>Authenticator app</h2>${app}</section>`}
<section class="card stack"><h2>Passkeys</h2>${passkeys.length > 0 ? html`<ul class="list">${passkeys.map((one) => passkeyItem(one, zone))}</ul>` : html`<p class="soft">None yet. A passkey is kept by your phone, computer or security key, and signs you in without a password.</p>`}${passkeyForm(to, 'add', 'Add a passkey', html`${hidden('do', 'add-passkey')}${nameField({ values: {} }, 'nickname')}`)}</section>
${configured && !shown.codes ? left : ''}</div>`
  const { said, refusal } = shown
  return accountPage(context, { title: 'Second factors', body, script: 'passkey.js', said, refusal })
}

/** An address that authenticator apps know; whatever else a form may carry is none. */
const setUpIn = ({ setUp = '' }: Sent): string | undefined =>
  setUp.startsWith('otpauth://totp/') && URL.canParse(setUp) ? setUp : undefined

const carriedOut = (sent: Sent, context: PageContext) => {
  const { passkey: passkeyId = '', nickname = '', code = '' } = sent
  if (sent.do === 'confirm-app') return ask(context, 'mfa', 'enableTotp', { code: code.trim() })
  if (sent.do === 'renew-codes') return ask(context, 'mfa', 'renewRecoveryCodes', {})
  if (sent.do === 'remove-app') return ask(context, 'mfa', 'disableTotp', {})
  if (sent.do === 'name-passkey') return ask(context, 'mfa', 'renamePasskey', { passkeyId, nickname })
  if (sent.do === 'remove-passkey') return ask(context, 'mfa', 'removePasskey', { passkeyId })
  const credential = credentialIn(sent.credential)
  return ask(context, 'mfa', 'registerPasskey', { credential, nickname: nickname.trim() || null })
}

/** Sets a factor up, names or removes one, or makes recovery codes anew, which are shown once. */
export const changeFactors = async (sent: Sent, context: PageContext) => {
  const begun = sent.do === 'set-up-app' ? await ask(context, 'mfa', 'setUpTotp', {}) : undefined
  if (begun?.ok) return factorsPage(context, { setUp: begun.value.otpauthUrl })
  const heard = begun ?? (await carriedOut(sent, context))
  if (heard.ok) {
    const { recoveryCodes: codes } = (heard.value ?? {}) as { readonly recoveryCodes?: readonly string[] }
    return codes
      ? factorsPage(context, { codes })
      : onwardTo(factorsPath, sent.do.startsWith('remove-') ? 'removed' : 'saved')
  }
  const { refusal } = heard
  if (refusal.code === 'RECENT_SIGN_IN_REQUIRED' || refusal.status === 400 || refusal.status === 409)
    return factorsPage(context, { refusal, setUp: setUpIn(sent) })
  return refusedPage(context, refusal, factorsPath)
}
