import { type Answer, call, type FormAction, type PageContext } from '../call.ts'
import { moment } from '../layout/dates.ts'
import { checkbox, type Filled, field, hidden, select, textArea } from '../layout/forms.ts'
import { actionButton, confirmedAction, type Html, html, nextPageLink, raw } from '../layout/page.ts'
import { msg, t } from '../locale.ts'
import { adminPath, type PartOf } from './admin.ts'

export const signInPath = `${adminPath}?part=sign-in`

type Config = Answer<'saml', 'getSamlConfig'>
type Trace = Answer<'saml', 'getSamlTrace'>
type Check = Trace['checks'][number]

const sides: Readonly<Record<string, string>> = {
  'identity provider': msg('Fix in the identity provider'),
  school: msg('Fix in these settings'),
  person: msg('The person needs to act'),
  platform: msg('The platform operator needs to act'),
}

const checkItem = ({ name, ok, message, side }: Check): Html =>
  html`<li class="${ok ? 'done' : 'bad'}"><strong>${t(name)}</strong>${message ? html`<span class="soft"><bdi>${t(message)}</bdi></span>` : ''}${!ok && side ? html`<span class="tag bad">${t(sides[side] ?? side)}</span>` : ''}</li>`

export const checksOf = (checks: readonly Check[]): Html =>
  html`<ol class="steps">${checks.map(checkItem)}</ol>`

const pairs = (all: Readonly<Record<string, string | readonly string[]>>): Html =>
  html`<table><tbody>${Object.entries(all).map(([name, value]) => html`<tr><th scope="row"><bdi>${name}</bdi></th><td><bdi>${typeof value === 'string' ? value : value.join(', ')}</bdi></td></tr>`)}</tbody></table>`

const kindOf = ({ kind }: Trace): string => (kind === 'test' ? t('Test sign-in') : t('Sign-in'))

/** One sign-in: which check failed, and who can fix it. */
const traceSection = (trace: Trace, zone: string): Html =>
  html`<p><a href="${adminPath}?part=sign-in">${t("The school's sign-in")}</a></p><section class="card stack"><h2>${kindOf(trace)}, ${moment(trace.at, zone)}</h2><p class="tell ${trace.outcome === 'ok' ? 'good' : 'bad'}"><bdi>${t(trace.message)}</bdi></p>${checksOf(trace.checks)}${Object.keys(trace.received).length > 0 ? html`<h3>${t('Received attributes')}</h3>${pairs(trace.received)}<h3>${t('Resulting profile')}</h3>${pairs(trace.mapped)}` : ''}${trace.redacted ? '' : confirmedAction(adminPath, { text: t('Remove personal data'), consequence: t('The names and values that arrived with this sign-in are removed. This cannot be undone.'), carried: { do: 'redact', id: trace.id }, css: 'bad small' })}</section>`

const traceItem = (trace: Trace, zone: string): Html => {
  const failed = trace.checks.find(({ ok }) => !ok)
  const text = failed ? `${t(failed.name)}: ${t(failed.message ?? trace.message)}` : t(trace.message)
  const result = trace.outcome === 'ok' ? t('Succeeded') : t(sides[failed?.side ?? ''] ?? msg('Refused'))
  return html`<li><div class="stack-s"><h3><a href="${adminPath}?part=sign-in&amp;id=${trace.id}">${moment(trace.at, zone)}, ${kindOf(trace)}</a></h3><p class="soft"><bdi>${text}</bdi></p></div><span class="tag ${trace.outcome === 'ok' ? 'good' : 'bad'}">${result}</span></li>`
}

const give = (config: Config | undefined): Html => {
  const how = t('Give it {metadata}, by its address or as a file.', {
    metadata: html`<a href="/auth/saml/metadata">${t('our metadata')}</a>`,
  })
  const byHand = config
    ? t('To enter it by hand: entity ID {entity}, assertion consumer service {service}.', {
        entity: html`<code>${config.sp.entityId}</code>`,
        service: html`<code>${config.sp.assertionConsumerService}</code>`,
      })
    : ''
  return html`<li class="${config ? 'done' : 'now'}"><strong>${t('Register Quad at your identity provider')}</strong><p>${how} ${byHand}</p></li>`
}

/** Fields of a person that an attribute can fill. */
export const mappedFields = [
  ['email', msg('Email')],
  ['displayName', msg('Display name')],
  ['firstName', msg('First name')],
  ['lastName', msg('Last name')],
  ['username', msg('Username')],
  ['studentId', msg('Student ID')],
  ['department', msg('Department')],
  ['role', msg('Role (shown, gives no rights)')],
] as const

const leftOutList = ({ leftOut }: Config): Html =>
  leftOut.length === 0
    ? html``
    : html`<div class="tell warn"><p>${t('Not taken from the metadata:')}</p><ul>${leftOut.map(({ item, reason }) => html`<li><strong><bdi>${item}</bdi></strong>: <bdi>${t(reason)}</bdi></li>`)}</ul></div>`

/** The form of the attribute mapping. */
const mappingForm = (config: Config, input: Filled): Html => {
  const stored = Object.fromEntries(
    mappedFields.map(([name]) => [`map-${name}`, config.attributeMapping[name]]),
  )
  const filled: Filled =
    input.values.do === 'mapping'
      ? input
      : {
          values: {
            ...stored,
            firstEmail: config.useFirstEmail ? 'yes' : '',
          },
        }
  return html`<details class="more"${input.values.do === 'mapping' ? raw(' open') : ''}><summary>${t('Attribute names')}</summary><form class="stack wide" method="post" action="${adminPath}">${hidden('do', 'mapping')}<div>${mappedFields.map(([name, label]) => field(filled, { name: `map-${name}`, label: t(label), optional: name !== 'email', longest: 512 }))}</div>${checkbox(filled, 'firstEmail', t('If there are several email addresses, use the first one'))}<button class="btn plain">${t('Save attributes')}</button></form></details>`
}

const take = (
  config: Config | undefined,
  { filled, mapped }: { readonly filled: Filled; readonly mapped: Filled },
  presets: readonly (readonly [string, string])[],
): Html => {
  const metadataFields = [
    field(filled, {
      name: 'url',
      label: t('Metadata address'),
      optional: true,
      longest: 2048,
      inputmode: 'url',
    }),
    textArea(filled, { name: 'xml', label: t('Or paste the metadata'), optional: true, longest: 1_000_000 }),
    select(
      filled,
      'preset',
      t('Attribute names'),
      config ? [['', t('Keep the current names')], ...presets] : presets,
      t('How your identity provider names what it sends. You can change each name after the import.'),
    ),
  ]
  return html`<li class="${config ? 'done' : 'now'}"><strong>${t("Import your identity provider's metadata")}</strong>${config ? html`<p><code>${config.idp.entityId}</code>${config.idp.certificates.map(({ daysLeft }) => html` <span class="tag ${daysLeft < 30 ? 'bad' : 'good'}">${t('{days, plural, one {certificate: # day left} other {certificate: # days left}}', { days: daysLeft })}</span>`)}</p><p>${t('Identity attribute: {name}.', { name: html`<strong>${config.identityAttribute ?? t('not chosen')}</strong>` })} <span class="soft">${config.identityWarnings.map((warning) => t(warning)).join(' ')}</span></p><p class="row"><a href="${adminPath}?part=identity">${t('Change identity attribute')}</a><a href="${adminPath}?part=migration">${t('Migration window')}</a></p>` : ''}<form class="stack wide" method="post" action="${adminPath}">${hidden('do', 'import')}<div>${metadataFields}</div><button class="btn${config ? ' plain' : ''}">${config ? t('Import metadata again') : t('Import metadata')}</button></form>${config ? html`${leftOutList(config)}${mappingForm(config, mapped)}` : ''}</li>`
}

/** Imports metadata. Without an address and without a text, the field says what to enter; an address that cannot be read is reported there. */
export const importMetadata: FormAction = async ({ url, xml, preset }, context) => {
  const result = await call(context, 'saml', 'importSamlMetadata', {
    ...(xml ? { xml } : url ? { url } : {}),
    ...(preset ? { attributePreset: preset as 'eduperson' } : {}),
  })
  if (!result.ok && result.refusal.code === 'SAML_METADATA_UNREACHABLE')
    return { ok: false, refusal: { ...result.refusal, status: 400, field: 'url' } }
  if (result.ok || xml || url || result.refusal.status !== 400) return result
  const message = t('Enter the address of the metadata, or paste it below.')
  return { ok: false, refusal: { ...result.refusal, field: 'url', details: [], message } }
}

/** Set-up of the school's identity provider step by step, and the latest sign-ins. */
export const signInPart: PartOf = async ({ query, filled, zone }, context: PageContext) => {
  if (query.id !== undefined) {
    const result = await call(context, 'saml', 'getSamlTrace', { traceId: query.id })
    return result.ok ? traceSection(result.value, zone) : result
  }
  const [known, traced, named] = await Promise.all([
    call(context, 'saml', 'getSamlConfig', {}),
    call(context, 'saml', 'listSamlTraces', { limit: '10', cursor: query.cursor }),
    call(context, 'saml', 'listSamlPresets', {}),
  ])
  if (!traced.ok) return traced
  const config = known.ok ? known.value : undefined
  const presets = named.ok
    ? named.value.presets.map(({ name, about }) => [name, t(about).replace(/:.*/s, '')] as const)
    : []
  const { traces, cursor } = traced.value
  const checks = (filled.refusal?.data as { checks?: readonly Check[] } | null | undefined)?.checks
  const tested = traces.some(({ kind, outcome }) => kind === 'test' && outcome === 'ok')
  const on = config?.isActive === true
  const own: Filled = filled.values.do === 'import' ? filled : { values: {} }
  return html`<p class="row"><span class="tag ${on ? 'good' : 'warn'}">${on ? t('On: people sign in with it') : t('Off')}</span></p><section class="card"><ol class="steps">${give(config)}${take(config, { filled: own, mapped: filled }, presets)}${
    config
      ? html`<li class="${tested ? 'done' : 'now'}"><strong>${t('Test it')}</strong><p>${t('A test signs nobody in. Its result appears below.')}</p><div class="row">${actionButton(adminPath, t('Check configuration'), { do: 'check' }, { css: 'plain' })}<a class="btn" href="/auth/saml/test-login?redirect=true">${t('Test sign-in')}</a></div>${checks ? checksOf(checks) : ''}</li><li class="${on ? 'done' : tested ? 'now' : 'next'}"><strong>${t('Turn on')}</strong><p>${t('People of the school are then offered this sign-in first.')}</p>${on ? confirmedAction(adminPath, { text: t('Turn off'), consequence: t('People can no longer sign in through the identity provider. You can turn it on again.'), button: t('Turn off sign-in'), carried: { do: 'turn-off' }, css: 'bad small' }) : actionButton(adminPath, t('Turn on'), { do: 'turn-on' }, { css: tested ? '' : 'plain' })}</li>`
      : html`<li class="next"><strong>${t('Test it')}</strong><span class="soft">${t("Available after both sides have the other's metadata.")}</span></li><li class="next"><strong>${t('Turn on')}</strong><span class="soft">${t('Available after a successful test.')}</span></li>`
  }</ol></section><section class="stack"><h2>${t('Recent sign-ins')}</h2>${traces.length === 0 ? html`<p class="soft">${t('Nobody has signed in through the identity provider in the last 7 days.')}</p>` : html`<ul class="list">${traces.map((trace) => traceItem(trace, zone))}</ul>`}${nextPageLink(`${adminPath}?part=sign-in`, cursor)}</section>`
}
