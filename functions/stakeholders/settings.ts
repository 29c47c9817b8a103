import { isDeepStrictEqual } from 'node:util'
import type { Context } from '../../lib/context.ts'
import { fail } from '../../lib/contract/failure.ts'
import { ConcurrentChange } from '../../lib/contract/failures.ts'
import { audit } from '../../lib/identity/audit/audit.ts'
import { hasOwnOrgPermission, orgMember, orgRoles } from '../../lib/identity/org/organizations.ts'
import { organization } from '../../lib/identity/org/records.ts'
import type { Member } from '../../lib/identity/person/caller.ts'
import type { Operation } from '../../lib/operation.ts'
import { scheduleTask } from '../../lib/scheduled/task.ts'
import { stored, unchanged } from '../../lib/table/condition.ts'
import { key } from '../../lib/table/entity.ts'
import type { Table } from '../../lib/table/table.ts'
import { check, type Write } from '../../lib/table/write.ts'
import { DefaultRegistrationClosed } from './contract/failures.ts'
import type { EventSystemSettings, PageSettings, SettingsChange } from './contract/settings-shapes.ts'
import type { ShownSettings } from './contract/shown-shapes.ts'
import type { contract } from './contract.ts'
import { defaultSettings } from './defaults.ts'
import { shownFlow } from './flow.ts'
import { editedForm, formConfigChange, shownForm } from './form.ts'
import { eventSystemConfig, readSetup, type Setup } from './repository.ts'

type Rows = (typeof contract)['rows']

/** Eventually consistent: for display and lists. */
export const findSettings = async (table: Table): Promise<EventSystemSettings> =>
  (await table.get(eventSystemConfig, {})) ?? defaultSettings

type Part = Readonly<Record<string, unknown>>

/** Merges sent fields into an object; undefined fields keep their value. */
const merged = <T extends object>(before: T, given: Part | undefined): T => ({
  ...before,
  ...Object.fromEntries(Object.entries(given ?? {}).filter(([, value]) => value !== undefined)),
})

/** The header of the event list, with both names of its texts. */
const explorePageOf = ({ title, description: subtitle }: PageSettings) => ({
  title,
  subtitle,
  coverImage: null,
})

/** The configuration, with some parts repeated where existing clients read them. */
export const shownSettings = (settings: EventSystemSettings, { domains, flow }: Setup): ShownSettings => {
  const { systemSettings, notificationSettings, systemRestrictions, pageSettings } = settings
  return {
    ...settings,
    formConfig: editedForm(settings.formConfig),
    systemSettings: { ...systemSettings, notificationSettings, systemRestrictions },
    pageSettings: { ...pageSettings, explorePage: explorePageOf(pageSettings) },
    domains: [...domains],
    approvalFlow: shownFlow(flow),
  }
}

export const shownPage = ({ pageSettings }: EventSystemSettings) => ({
  ...pageSettings,
  pageSettings: { explorePage: explorePageOf(pageSettings) },
})

/** A client sends each part back twice. The copy that differs from the stored one has the change. */
const mergeChanges = <T extends object>(before: T, beside: Part | undefined, inside: Part | undefined): T => {
  const differing = Object.entries(inside ?? {}).filter(
    ([name, value]) => JSON.stringify(value) !== JSON.stringify(before[name as keyof T]),
  )
  return merged(merged(before, beside), Object.fromEntries(differing))
}

const pageChange = ({ title, description, explorePage }: NonNullable<SettingsChange['pageSettings']>) => ({
  beside: { title, description },
  inside: { title: explorePage?.title, description: explorePage?.subtitle },
})

const notificationChange = (given: SettingsChange['notificationSettings'] = {}) => {
  const { escalationTimeouts: _, batchNotificationLimit: __, ...notifications } = given
  return notifications
}

const changed = (before: EventSystemSettings, given: SettingsChange): EventSystemSettings => {
  const { systemSettings: system = {} } = given
  const page = pageChange(given.pageSettings ?? {})
  const { defaultEventSettings } = before.systemSettings
  return {
    ...before,
    systemSettings: {
      defaultEventSettings: merged(defaultEventSettings, system.defaultEventSettings),
    },
    notificationSettings: mergeChanges(
      before.notificationSettings,
      notificationChange(given.notificationSettings),
      notificationChange(system.notificationSettings),
    ),
    systemRestrictions: mergeChanges(
      before.systemRestrictions,
      given.systemRestrictions,
      system.systemRestrictions,
    ),
    formConfig: merged(before.formConfig, given.formConfig && formConfigChange(given.formConfig)),
    pageSettings: mergeChanges(before.pageSettings, page.beside, page.inside),
  }
}

/** Names of the changed parts for the audit log; of the restrictions, each by its own name. */
const changedNames = (before: EventSystemSettings, after: EventSystemSettings): string => {
  const partsOf = ({ systemSettings, systemRestrictions, ...settings }: EventSystemSettings) => {
    const { version: _, ...parts } = settings
    return { ...systemSettings, ...systemRestrictions, ...parts }
  }
  const was: Part = partsOf(before)
  const entries = Object.entries(partsOf(after))
  return entries
    .filter(([name, value]) => !isDeepStrictEqual(value, was[name]))
    .map(([name]) => name)
    .join(', ')
}

const isForNobody = ({ systemSettings }: EventSystemSettings): boolean =>
  systemSettings.defaultEventSettings.rsvpRequired && !systemSettings.defaultEventSettings.rsvpEnabled

export const intervalsKind = 'reminder-intervals'

/** Reschedules the reminders of live events to the school's new hours, page by page. */
const intervalTasks = (
  before: EventSystemSettings,
  after: EventSystemSettings,
  context: Pick<Context, 'table' | 'now'>,
): readonly Write[] => {
  const [was, is] = [before, after].map(({ notificationSettings }) => notificationSettings.reminderIntervals)
  if (JSON.stringify(was) === JSON.stringify(is)) return []
  const at = context.now().toISOString()
  const params = { from: (was ?? []).join(',') }
  return [
    scheduleTask(context, {
      kind: intervalsKind,
      subject: 'school',
      version: `${after.version}`,
      at,
      params,
    }),
  ]
}

/** Reads the school's reminder hours before the start, with a check that fails once they have changed. */
export const readIntervals = async (
  table: Table,
): Promise<{ readonly hours: readonly number[]; readonly still: Write }> => {
  const settings = (await table.get(eventSystemConfig, {}, { strong: true })) ?? defaultSettings
  const { reminderIntervals: hours } = settings.notificationSettings
  return { hours, still: check(eventSystemConfig, {}, unchanged(stored(settings))) }
}

/** Changes the parts of the configuration that were sent, with the audit row. */
export const changeSettings = async (
  given: SettingsChange,
  context: Context<'admin'>,
): Promise<EventSystemSettings> => {
  const { table, caller } = context
  const plan = (before: EventSystemSettings) => {
    const { version } = before
    const named = given.version ?? given.formConfig?.version
    if (named !== undefined && named !== version) fail(ConcurrentChange)
    const after = { ...changed(before, given), version: version + 1 }
    // Settings that already were in this state may change elsewhere. Events then treat registration as off
    // (rules/stakeholders 28).
    if (isForNobody(after) && !isForNobody(before)) fail(DefaultRegistrationClosed)
    const audited = { actor: caller, targetType: 'eventSystemConfig', targetId: String(after.version) }
    const detail = { changed: changedNames(before, after) }
    const audits = audit(context, { action: 'approvals.settings', ...audited, detail })
    return { after, writes: [...intervalTasks(before, after, context), audits] }
  }
  return table.change(eventSystemConfig, {}, plan, { initial: defaultSettings })
}

/** Limit of memberships to read; real numbers are lower. */
const mostMemberships = 200

/** Lists organizations in which the caller may create events, by name, from memberships on the index. */
const hostsOf = async (table: Table, caller: Member) => {
  const { tenantUserId: userId } = caller
  const { items } = await table.list(orgMember, {
    index: 'gsi1',
    keyParams: { userId },
    limit: mostMemberships,
  })
  const [roles, cards] = await Promise.all([
    table.batchGet(items.map(({ orgId }) => key(orgRoles, { orgId }))),
    table.batchGet(items.map(({ orgId }) => key(organization, { orgId }))),
  ])
  const hosts = items.flatMap((member, at) => {
    const [role, card] = [roles[at], cards[at]]
    return card && hasOwnOrgPermission(caller, role, member, 'manage_events')
      ? [{ _id: card.orgId, org_name: card.org_name, org_profile_image: card.org_profile_image }]
      : []
  })
  return hosts.sort((a, b) => a.org_name.localeCompare(b.org_name))
}

/** Lists the hosts for which the caller may create events. For display only: the create operation checks again. */
export const getEventCreationEligibility: Operation<Rows['getEventCreationEligibility']> = async (
  _,
  { table, caller },
) => {
  const [{ formConfig }, orgsWithEventPermission] = await Promise.all([
    findSettings(table),
    hostsOf(table, caller),
  ])
  const { allowIndividualUserHosting } = formConfig
  return { allowIndividualUserHosting, orgsWithEventPermission }
}

export const getEventSystemConfig: Operation<Rows['getEventSystemConfig']> = async (_, { table }) => {
  const [settings, setup] = await Promise.all([findSettings(table), readSetup(table, false)])
  return shownSettings(settings, setup)
}

export const saveEventSystemConfig: Operation<Rows['saveEventSystemConfig']> = async (given, context) => {
  const after = await changeSettings(given, context)
  return shownSettings(after, await readSetup(context.table, false))
}

export const getEventFormConfig: Operation<Rows['getEventFormConfig']> = async (_, { table }) =>
  shownForm((await findSettings(table)).formConfig)

export const saveEventFormConfig: Operation<Rows['saveEventFormConfig']> = async (formConfig, context) =>
  shownForm((await changeSettings({ formConfig }, context)).formConfig)

export const getEventPageSettings: Operation<Rows['getEventPageSettings']> = async (_, { table }) =>
  shownPage(await findSettings(table))
