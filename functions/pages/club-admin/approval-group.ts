import { type AreaAction, adminPath, type PartOf, partPath } from '../admin/admin.ts'
import { confirmation } from '../admin/confirmation.ts'
import { type Answer, call, type FormAction, type PageContext } from '../call.ts'
import { checkbox, type Filled, field, hidden } from '../layout/forms.ts'
import { type Html, html, menu, menuLink } from '../layout/page.ts'
import { t } from '../locale.ts'

type Settings = NonNullable<Answer<'stakeholders', 'listApprovalGroups'>[number]['approvalSettings']>

const settingsOf = async (orgId: string, context: PageContext): Promise<Settings | undefined> => {
  const found = await call(context, 'stakeholders', 'listApprovalGroups', {})
  const group = found.ok ? found.value.find(({ _id }) => _id === orgId) : undefined
  return group?.approvalSettings ?? undefined
}

const settingsForm = (id: string, settings: Settings, filled: Filled): Html => {
  const values = {
    hours: String(settings.escalationTimeout),
    ...(settings.autoEscalate ? { escalate: 'yes' } : {}),
  }
  const own: Filled = filled.values.do === 'group-save' ? filled : { values }
  const hoursFields = [
    field(own, {
      name: 'hours',
      label: t('Hours to decide on an event'),
      type: 'number',
      inputmode: 'numeric',
      hint: t('1 to 168 hours.'),
    }),
    checkbox(own, 'escalate', t('Pass the event on to administrators when the time is over')),
  ]
  return html`<form class="card stack" method="post" action="${adminPath}">${hidden('do', 'group-save')}${hidden('id', id)}${hoursFields}<button class="btn">${t('Save settings')}</button></form>`
}

/** Whether the members of a club with the approver role decide on events for the school, and within which time. */
export const approvalGroupPart: PartOf = async ({ query, filled }, context) => {
  const id = query.id ?? ''
  const [club, settings] = await Promise.all([
    call(context, 'management', 'getManagedOrganization', { orgId: id }),
    settingsOf(id, context),
  ])
  if (!club.ok) return club
  const name = club.value.org_name
  const here = partPath('org-group', { id })
  const back = html`<p><a href="${partPath('orgs', { id })}"><bdi>${name}</bdi></a></p>`
  if (!settings)
    return html`${back}${confirmation({
      title: t('Make {name} an approval group?', { name: html`<bdi>${name}</bdi>` }),
      consequence: t(
        'It gets an Approver role. Members with this role can decide on events of the whole school, wherever the {steps} name the group.',
        { steps: html`<a href="${partPath('flow')}">${t('approval steps')}</a>` },
      ),
      button: t('Make approval group'),
      carried: { do: 'group-make', id },
      back: partPath('orgs', { id }),
      danger: false,
    })}`
  const asking =
    query.confirm === 'end'
      ? confirmation({
          title: t('Make {name} a regular club again?', { name: html`<bdi>${name}</bdi>` }),
          consequence: t('Its members can no longer decide on events of other clubs.'),
          button: t('End approval group'),
          carried: { do: 'group-end', id, confirm: 'end' },
          back: here,
        })
      : ''
  return html`${back}<div class="row between"><h2>${t('{name} decides on events', { name: html`<bdi>${name}</bdi>` })}</h2>${menu([menuLink(partPath('org-group', { id, confirm: 'end' }), t('End approval group'))], t('More actions for the approval group'))}</div>${asking}<p class="soft">${t('It decides once one of the {steps} names it.', { steps: html`<a href="${partPath('flow')}">${t('approval steps')}</a>` })}</p>${settingsForm(id, settings, filled)}`
}

type GroupChange = Parameters<typeof call<'organizations', 'updateApprovalSettings'>>[3]['approvalSettings']

const change = (
  settings: (input: Readonly<Record<string, string | undefined>>) => GroupChange,
): FormAction => {
  return (input, context) =>
    call(context, 'organizations', 'updateApprovalSettings', {
      orgId: input.id ?? '',
      approvalSettings: settings(input),
    })
}

/** A number as typed; anything else is sent as it is, and refused. */
const hoursIn = ({ hours, escalate }: Readonly<Record<string, string | undefined>>) => ({
  escalationTimeout: Number(hours),
  autoEscalate: escalate === 'yes',
})

const atField: (run: FormAction) => FormAction = (run) => async (input, context) => {
  const result = await run(input, context)
  if (result.ok || result.refusal.status !== 400) return result
  return {
    ok: false,
    refusal: { ...result.refusal, field: 'hours', details: [], message: t('Enter 1 to 168 hours.') },
  }
}

export const groupActions: Readonly<Record<string, AreaAction>> = {
  'group-make': {
    part: 'org-group',
    done: 'group-saved',
    opens: 'item',
    run: change(() => ({ type: 'approval_group' })),
  },
  'group-save': { part: 'org-group', done: 'group-saved', opens: 'item', run: atField(change(hoursIn)) },
  'group-end': { part: 'orgs', done: 'group-ended', opens: 'item', run: change(() => ({ type: 'regular' })) },
}
