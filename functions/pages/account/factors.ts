import { type Answer, call, type FormInput, type PageContext, pageScope, type Refusal } from '../call.ts'
import { drawn } from '../check-in/ticket.ts'
import { dayWords } from '../layout/dates.ts'
import { codeField, codeIn, type Filled, hidden, refusedForm } from '../layout/forms.ts'
import {
  accountPage,
  actionButton,
  collapsible,
  confirmedAction,
  type Html,
  html,
  raw,
  redirectTo,
  refusedPage,
} from '../layout/page.ts'
import { t } from '../locale.ts'
import { credentialIn, passkeyForm } from './passkey.ts'

export const factorsPath = '/settings?part=factors'
const to = '/settings'

/** What is shown once, on the page that answers what was sent. */
type Shown = {
  readonly codes?: readonly string[] | undefined
  readonly setUp?: string | undefined
  readonly refusal?: Refusal | undefined
  readonly done?: string | undefined
}

const nameField = (filled: Filled, id: string): Html =>
  html`<div class="field"><label for="${id}">${t('Name of the passkey')}</label><span class="hint" id="${id}-hint">${t('Such as: my phone.')}</span><input id="${id}" name="nickname" value="${filled.values.nickname ?? ''}" maxlength="60" dir="auto" required aria-describedby="${id}-hint"></div>`

const shownOnce = (codes: readonly string[]): Html =>
  html`<section class="card stack"><h2>${t('Your recovery codes')}</h2><p class="tell warn" role="status">${t('Save these codes where you can find them without this device. They are shown only once. Each code works once, in place of a code from your app.')}</p><ul class="codes num">${codes.map((code) => html`<li><code>${code}</code></li>`)}</ul><p><a class="btn" href="${factorsPath}">${t('I have saved them')}</a></p></section>`

/** The app's secret as a QR code and as text, until the app has shown its first code. */
const settingUp = async (address: string, refusal: Refusal | undefined): Promise<Html> => {
  const secret = new URL(address).searchParams.get('secret') ?? ''
  const filled: Filled = { values: {}, refusal }
  const code = codeField(filled, undefined, t('Code from the app'))
  return html`<section class="card stack"><h2>${t('Set up an authenticator app')}</h2><ol class="steps"><li class="now"><strong>${t('Add this account to the app')}</strong><p>${t('Scan the QR code, or enter the text by hand.')}</p><div class="qr wide" role="img" aria-label="${t('QR code to set up the app')}">${raw(await drawn(address))}</div><p><code>${secret.match(/.{1,4}/g)?.join(' ') ?? ''}</code></p></li><li class="next"><strong>${t('Enter the code it shows')}</strong><form class="stack wide" method="post" action="${to}">${refusedForm(filled, ['code'])}${hidden('do', 'confirm-app')}${hidden('setUp', address)}${code}<button class="btn">${t('Use this app')}</button></form></li></ol></section>`
}

type Passkey = Answer<'mfa', 'getMfaStatus'>['passkeys'][number]

const passkeyItem = (one: Passkey, zone: string): Html => {
  const name = one.nickname ?? t('A passkey')
  const since = dayWords(one.createdAt, zone)
  const used = one.lastUsedAt
    ? t('Since {date}, last used {used}', { date: since, used: dayWords(one.lastUsedAt, zone) })
    : t('Since {date}, not used yet', { date: since })
  const usable = one.usableHere ? '' : html` &middot; ${t('not usable at this address')}`
  const rename = html`<form class="stack" method="post" action="${to}">${hidden('do', 'name-passkey')}${hidden('passkey', one.id)}${nameField({ values: { nickname: one.nickname ?? '' } }, `name-${one.id}`)}<button class="btn plain small">${t('Save name')}</button></form>`
  const summary = html`${t('Rename')}<span class="vh"> ${name}</span>`
  const carried = { do: 'remove-passkey', passkey: one.id }
  const remove = confirmedAction(to, {
    text: t('Remove'),
    consequence: t(
      'You can no longer confirm a sign-in with {name}. If it is your last second factor, your recovery codes are removed too.',
      { name: html`<bdi>${name}</bdi>` },
    ),
    button: t('Remove passkey'),
    carried,
    css: 'bad small',
    label: name,
  })
  return html`<li><div class="stack-s"><h3><bdi>${name}</bdi></h3><p class="soft">${used}${usable}</p>${collapsible(summary, rename)}</div>${remove}</li>`
}

/** The reader's second factors and recovery codes. */
export const factorsPage = async (context: PageContext, shown: Shown) => {
  const result = await call(context, 'mfa', 'getMfaStatus', {})
  if (!result.ok) return refusedPage(context, result.refusal, factorsPath)
  const { totpEnabled, passkeys, recoveryCodesLeft, configured, required } = result.value
  const zone = pageScope(context).visit.timezone
  const app = totpEnabled
    ? html`<p><span class="tag good">${t('In use')}</span></p><div class="row">${actionButton(to, t('Set up another app'), { do: 'set-up-app' })}${confirmedAction(to, { text: t('Remove app'), consequence: t('Codes from your app no longer work. If it is your last second factor, your recovery codes are removed too.'), carried: { do: 'remove-app' }, css: 'bad small' })}</div>`
    : html`<p>${t('An app on your phone that shows a new code every 30 seconds.')}</p>${actionButton(to, t('Set up an app'), { do: 'set-up-app' }, { css: '' })}`
  const left = html`<section class="card stack"><h2>${t('Recovery codes')}</h2><p${recoveryCodesLeft < 3 ? raw(' class="tell warn"') : ''}>${t('{count, number} of 10 codes left. Each works once, for when you have neither your app nor a passkey.', { count: recoveryCodesLeft })}</p>${actionButton(to, t('Create ten new codes'), { do: 'renew-codes' })}</section>`
  const about = configured
    ? t('After your password, you confirm each sign-in with one of these.')
    : t('A second step protects your account even if someone learns your password.')
  const demand =
    required && !configured
      ? html`<p class="tell warn">${t('Your school requires two-step verification.')}</p>`
      : ''
  const refused = shown.setUp ? '' : refusedForm({ values: {}, refusal: shown.refusal }, [])
  const appCard = shown.setUp
    ? await settingUp(shown.setUp, shown.refusal)
    : html`<section class="card stack"><h2>${t('Authenticator app')}</h2>${app}</section>`
  const keys =
    passkeys.length > 0
      ? html`<ul class="list">${passkeys.map((one) => passkeyItem(one, zone))}</ul>`
      : html`<p class="soft">${t('No passkeys yet. Your phone, computer or security key stores a passkey and signs you in without a password.')}</p>`
  const newKey = html`${hidden('do', 'add-passkey')}${nameField({ values: {} }, 'nickname')}`
  const body = html`<div class="stack-l"><header class="stack-s"><p><a href="/settings">${t('Your account')}</a></p><h1>${t('Two-step verification')}</h1><p>${about}</p></header>${demand}${refused}${shown.codes ? shownOnce(shown.codes) : ''}${appCard}
<section class="card stack"><h2>${t('Passkeys')}</h2>${keys}${passkeyForm(to, 'add', t('Add a passkey'), newKey)}</section>
${configured && !shown.codes ? left : ''}</div>`
  const { done, refusal } = shown
  return accountPage(context, {
    title: t('Two-step verification'),
    body,
    script: 'passkey.js',
    done,
    refusal,
  })
}

/** A set-up address for authenticator apps. Anything else in the form is ignored. */
const setUpIn = ({ setUp = '' }: FormInput): string | undefined =>
  setUp.startsWith('otpauth://totp/') && URL.canParse(setUp) ? setUp : undefined

const carriedOut = (input: FormInput, context: PageContext) => {
  const { passkey: passkeyId = '', nickname = '', code = '' } = input
  if (input.do === 'confirm-app') return call(context, 'mfa', 'enableTotp', { code: codeIn(code) })
  if (input.do === 'renew-codes') return call(context, 'mfa', 'renewRecoveryCodes', {})
  if (input.do === 'remove-app') return call(context, 'mfa', 'disableTotp', {})
  if (input.do === 'name-passkey') return call(context, 'mfa', 'renamePasskey', { passkeyId, nickname })
  if (input.do === 'remove-passkey') return call(context, 'mfa', 'removePasskey', { passkeyId })
  const credential = credentialIn(input.credential)
  return call(context, 'mfa', 'registerPasskey', { credential, nickname: nickname.trim() || null })
}

/** Sets up, names or removes a factor, or creates recovery codes, which are shown once. */
export const changeFactors = async (input: FormInput, context: PageContext) => {
  const query = input.do === 'set-up-app' ? await call(context, 'mfa', 'setUpTotp', {}) : undefined
  if (query?.ok) return factorsPage(context, { setUp: query.value.otpauthUrl })
  const result = query ?? (await carriedOut(input, context))
  if (result.ok) {
    const { recoveryCodes: codes } = (result.value ?? {}) as { readonly recoveryCodes?: readonly string[] }
    return codes
      ? factorsPage(context, { codes })
      : redirectTo(factorsPath, input.do.startsWith('remove-') ? 'removed' : 'factors-saved')
  }
  const { refusal } = result
  if (refusal.code === 'RECENT_SIGN_IN_REQUIRED' || refusal.status === 400 || refusal.status === 409)
    return factorsPage(context, { refusal, setUp: setUpIn(input) })
  return refusedPage(context, refusal, factorsPath)
}
