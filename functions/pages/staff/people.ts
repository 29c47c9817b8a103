import { ask } from '../ask.ts'
import { moment } from '../layout/dates.ts'
import { deed, further } from '../layout/deeds.ts'
import { hidden } from '../layout/forms.ts'
import { type Html, html } from '../layout/html.ts'
import { empty, face, plural } from '../layout/parts.ts'
import { type PartOf, staffPath } from './staff.ts'

const search = (part: string, label: string, typed: string): Html =>
  html`<form class="find" role="search" action="${staffPath}">${hidden('part', part)}<label class="vh" for="search">${label}</label><input id="search" name="search" type="search" value="${typed}" placeholder="${label}" maxlength="100" dir="auto"><button class="btn">Search</button></form>`

/** People of the school by their names; without a search those who administer it. */
export const peoplePart: PartOf = async ({ asked }, context) => {
  const typed = (asked.search ?? '').trim()
  const [found, counted] = await Promise.all([
    ask(context, 'operators', 'findSchoolUsers', typed ? { q: typed } : { role: 'admin' }),
    ask(context, 'operators', 'getUserStats', {}),
  ])
  if (!found.ok) return found
  const { users } = found.value
  const all = counted.ok ? plural(counted.value.totalUsers, 'person', 'people') : ''
  return html`${search('people', 'Search people', typed)}<p class="soft num">${typed ? plural(users.length, 'person', 'people') : `Administrators, of ${all}`}</p>${
    users.length === 0
      ? empty('Nobody of that name', 'Two letters at least; the beginning of any word of the name.')
      : html`<ul class="list">${users.map((one) => {
          const { _id: id, name, username, email, picture, accessSuspended, ...rest } = one
          const { roles: held } = rest
          const admin = held.includes('admin')
          const label = name
          return html`<li>${face(name, picture)}<div class="stack-s"><h2><bdi>${name}</bdi></h2><p class="soft">@<bdi>${username}</bdi> &middot; <bdi>${email}</bdi></p><p class="tags">${held.filter((role) => role !== 'user').map((role) => html`<span class="tag">${role}</span>`)}${accessSuspended ? html`<span class="tag bad">Suspended</span>` : ''}</p></div><div class="row">${
            admin
              ? deed(staffPath, 'End as administrator', { do: 'end-admin', id, search: typed }, { label })
              : deed(staffPath, 'Make administrator', { do: 'make-admin', id, search: typed }, { label })
          }${
            accessSuspended
              ? deed(staffPath, 'Let in again', { do: 'let-in-again', id, search: typed }, { label })
              : deed(staffPath, 'Suspend', { do: 'suspend', id, search: typed }, { css: 'bad small', label })
          }</div></li>`
        })}</ul>`
  }`
}

/** Who did what, when and from where, newest first. */
export const auditPart: PartOf = async ({ asked, zone }, context) => {
  const typed = (asked.search ?? '').trim()
  const heard = await ask(context, 'audit', 'listAuditEntries', {
    limit: '50',
    ...(typed ? { action: typed } : {}),
    ...(asked.cursor ? { cursor: asked.cursor } : {}),
  })
  if (!heard.ok) return heard
  const { entries, nextCursor } = heard.value
  const here = `${staffPath}?part=audit${typed ? `&search=${encodeURIComponent(typed)}` : ''}`
  return html`${search('audit', 'A whole action, such as user.roles', typed)}${
    entries.length === 0
      ? empty('Nothing is recorded', 'What somebody does with authority stands here for good.')
      : html`<div class="scroll far" tabindex="0" role="group" aria-label="Audit"><table><thead><tr><th scope="col">When</th><th scope="col">What</th><th scope="col">Who</th><th scope="col">On what</th><th scope="col">From</th></tr></thead><tbody>${entries.map(
          ({ at, action, actor, actingAs, targetType, targetId, detail, ipAddress }) =>
            html`<tr><td>${moment(at, zone)}</td><th scope="row">${action}</th><td><code>${actor}</code>${actingAs ? html` as <code>${actingAs}</code>` : ''}</td><td>${targetType} <code>${targetId}</code>${Object.entries(detail ?? {}).map(([name, value]) => html`<br><small><bdi>${name}: ${value}</bdi></small>`)}</td><td class="num">${ipAddress}</td></tr>`,
        )}</tbody></table></div>`
  }${further(here, nextCursor, 'Older')}`
}
