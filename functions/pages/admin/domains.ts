import { type Answer, call, type FormInput, operation } from '../call.ts'
import { moment } from '../layout/dates.ts'
import { type Filled, field, hidden } from '../layout/forms.ts'
import { actionButton, type Html, html } from '../layout/page.ts'
import { dataTable } from '../layout/table.ts'
import { t } from '../locale.ts'
import { type AreaAction, adminPath, type PartOf, partPath } from './admin.ts'
import { confirmation } from './confirmation.ts'

type Domain = Answer<'tenants', 'listEmailDomains'>['domains'][number]

const proofOf = ({ record, expiresAt }: Domain, zone: string): Html | string =>
  record
    ? html`<dl class="answers"><div><dt>${t('TXT record')}</dt><dd><code>${record.name}</code></dd></div><div><dt>${t('Value')}</dt><dd><code>${record.value}</code></dd></div></dl>${expiresAt ? html`<span class="soft">${t('Publish it by {time}', { time: moment(expiresAt, zone) })}</span>` : ''}`
    : ''

/** Mail domains whose addresses prove that a person belongs to the school. */
export const domainsPart: PartOf = async ({ query, filled, zone }, context) => {
  const result = await call(context, 'tenants', 'listEmailDomains', {})
  if (!result.ok) return result
  const { domains } = result.value
  const leaving = domains.find(({ domain }) => query.confirm === 'remove' && domain === query.id)
  const asking = leaving
    ? confirmation({
        title: t('Remove {domain}?', { domain: html`<bdi>${leaving.domain}</bdi>` }),
        consequence: t(
          'Addresses at {domain} no longer prove that a person belongs to the school. Members stay. You can claim the domain again.',
          { domain: html`<bdi>${leaving.domain}</bdi>` },
        ),
        button: t('Remove domain'),
        carried: { do: 'mail-remove', id: leaving.domain, named: leaving.domain },
        back: partPath('domains'),
      })
    : ''
  const table = dataTable({
    caption: t('Mail domains'),
    rows: domains,
    empty: [
      t('No mail domains yet'),
      t('Claim the domain of your addresses below, such as students.example.edu.'),
    ],
    columns: [
      { key: 'domain', label: t('Domain'), cell: ({ domain }) => html`<bdi>${domain}</bdi>` },
      {
        key: 'status',
        label: t('Status'),
        cell: (domain) =>
          domain.status === 'verified'
            ? html`<span class="tag good">${t('Verified')}</span>`
            : html`<span class="tag warn">${t('Waiting for its record')}</span>${proofOf(domain, zone)}`,
      },
      {
        key: 'actions',
        label: t('Actions'),
        isHidden: true,
        cell: ({ domain, status }) =>
          html`<div class="row">${status === 'verified' ? '' : actionButton(adminPath, t('Verify domain'), { do: 'mail-verify', id: domain, named: domain }, { label: domain })}<a class="btn plain small" href="${partPath('domains', { id: domain, confirm: 'remove' })}" aria-label="${t('Remove {domain}', { domain })}">${t('Remove')}</a></div>`,
      },
    ],
  })
  const own: Filled = filled.values.do === 'mail-claim' ? filled : { values: {} }
  const domainField = field(own, {
    name: 'domain',
    label: t('Domain'),
    longest: 253,
    hint: t('You then publish a TXT record in its DNS.'),
  })
  return html`<p class="soft">${t('People with a confirmed address at a verified domain belong to the school.')}</p>${asking}${table}<form class="card stack" method="post" action="${adminPath}"><h2>${t('Claim a domain')}</h2>${hidden('do', 'mail-claim')}${domainField}<button class="btn">${t('Claim domain')}</button></form>`
}

const named = ({ id = '' }: FormInput) => ({ domain: id })

export const mailActions: Readonly<Record<string, AreaAction>> = {
  'mail-claim': {
    part: 'domains',
    done: 'domain-claimed',
    run: operation('tenants', 'claimEmailDomain', ({ domain = '' }) => ({ domain })),
  },
  'mail-verify': {
    part: 'domains',
    done: 'domain-verified',
    run: operation('tenants', 'verifyEmailDomain', named),
  },
  'mail-remove': { part: 'domains', done: 'removed', run: operation('tenants', 'removeEmailDomain', named) },
}
