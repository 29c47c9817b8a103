import { adminPath, type PartOf, partPath } from '../admin/admin.ts'
import { type Answer, call } from '../call.ts'
import { type Choice, type Filled, field, hidden, refusedForm, select } from '../layout/forms.ts'
import { actionButton, collapsible, type Html, html } from '../layout/page.ts'

type School = Answer<'tenants', 'listTenants'>['tenants'][number]

const states: readonly Choice[] = [
  ['active', 'Open'],
  ['coming_soon', 'Opens soon'],
  ['maintenance', 'Closed for now'],
  ['hidden', 'Open, and not listed'],
]

const tone = (ok: boolean): string => (ok ? 'good' : 'bad')

const changing = (school: School): Html => {
  const { tenantKey: key, status, statusMessage, name } = school
  return collapsible(
    html`Change<span class="vh"> ${name}</span>`,
    html`<form class="stack" method="post" action="${adminPath}">${hidden('do', 'status')}${hidden('tenantKey', key)}<div class="field"><label for="status-${key}">State</label><select id="status-${key}" name="status">${states.map(([value, text]) => html`<option value="${value}"${value === status ? html` selected` : ''}>${text}</option>`)}</select></div><div class="field"><label for="message-${key}">Message to people (optional)</label><input id="message-${key}" name="statusMessage" value="${statusMessage}" maxlength="240" dir="auto"></div><button class="btn small">Save</button></form>${actionButton(adminPath, 'Look at it now', { do: 'health', tenantKey: key }, { label: name })}`,
  )
}

const schoolItem = (school: School): Html => {
  const { name, location, status, subdomainUrl, health, manualSteps, timezone } = school
  const state = states.find(([value]) => value === status)?.[1] ?? status
  return html`<li><div class="stack-s"><h2><a href="${subdomainUrl}/"><bdi>${name}</bdi></a></h2><p class="soft"><bdi>${location}</bdi> &middot; ${timezone}</p><p class="row"><span class="tag ${status === 'active' ? 'good' : 'warn'}">${state}</span><span class="tag ${tone(health.ok)}">${health.ok ? `Well, ${health.latencyMs} ms` : health.problem === 'missing' ? 'Its own row is missing' : 'Its own row says something else'}</span></p>${manualSteps.map(({ title, description }) => html`<p><strong>${title}</strong> <span class="soft">${description}</span></p>`)}<p><a href="${partPath('school', { id: school.tenantKey })}">Edit school<span class="vh"> ${name}</span></a></p>${changing(school)}</div></li>`
}

const parts = [
  ['database', 'Table'],
  ['auth', 'Signing keys'],
  ['scheduler', 'Clock'],
  ['stream', 'Stream'],
  ['mail', 'Mail'],
  ['push', 'Push'],
  ['due', 'What is due'],
] as const

/** Every school with its state and health, and how the platform itself is. */
export const schoolsPart: PartOf = async ({ filled }, context) => {
  const [result, health] = await Promise.all([
    call(context, 'tenants', 'listTenants', {}),
    call(context, 'platform', 'getDetailedHealth', {}),
  ])
  if (!result.ok) return result
  const { tenants: schools } = result.value
  const own: Filled = filled.values.do === 'enrol' ? filled : { values: {} }
  const well = health.ok
    ? html`<ul class="row">${parts.map(([name, text]) => {
        const { status } = health.value.statuses[name]
        return html`<li class="tag ${status === 'ok' ? 'good' : status === 'down' ? 'bad' : 'warn'}">${text}: ${status}</li>`
      })}</ul>`
    : html`<p class="tell bad">${health.refusal.message || 'The platform does not say how it is.'}</p>`
  return html`<section class="card stack"><h2>The platform</h2>${well}</section><ul class="list">${schools.map(schoolItem)}</ul>${collapsible(
    'Enrol a school',
    html`<form class="card stack" method="post" action="${adminPath}">${hidden('do', 'enrol')}${refusedForm(own, ['tenantKey', 'name', 'location', 'timezone'])}<div>${field(own, { name: 'tenantKey', label: 'Its part of the address', longest: 32, hint: 'Small letters, digits and hyphens. It stays for good.' })}${field(own, { name: 'name', label: 'Name', longest: 120 })}${field(own, { name: 'location', label: 'Place', longest: 200 })}${field(own, { name: 'timezone', label: 'Time zone', longest: 64, hint: 'Such as America/New_York.' })}${select(own, 'status', 'State', states)}</div><button class="btn">Enrol it</button></form>`,
    own.refusal !== undefined,
  )}`
}
