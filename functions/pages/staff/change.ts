import { ask, by, type PageContext, type Run, type Sent } from '../ask.ts'
import { isOfPage, onwardTo, refusedPage } from '../layout/page.ts'
import { answersIn } from '../layout/questions.ts'
import { identitySent, isSimulated } from './identity.ts'
import { startActing } from './impersonation.ts'
import { changeMigration } from './migration.ts'
import { doorIn, factorsIn } from './policy.ts'
import { changeRoster, type Uploaded } from './roster.ts'
import { mappedFields } from './sign-in.ts'
import { type AreaDeed, partPath, staffPage, staffPath } from './staff.ts'
import { questionsAt } from './waits.ts'

type Deed = readonly [part: string, said: string, run: Run]

const named = ({ event = '', step }: Sent) => ({ event_id: event, stepId: step || undefined })

const approve: Run = async (sent, context) => {
  const told = await ask(context, 'approvals', 'getApproval', { eventId: sent.event ?? '' })
  if (!told.ok) return told
  const questions = questionsAt(told.value, sent.step ?? null) as Parameters<typeof answersIn>[0]
  const answers = answersIn(questions, sent)
  return ask(context, 'approvals', 'approveEvent', {
    ...named(sent),
    comment: sent.comment || undefined,
    ...(questions.length > 0
      ? { formResponses: questions.map(({ _id }, at) => ({ referenceId: _id, answer: answers[at] ?? null })) }
      : {}),
  })
}

const review = (status: 'approved' | 'rejected') =>
  by('verification', 'reviewVerificationRequest', ({ id = '', note }) => {
    return { requestId: id, status, reviewNotes: note || undefined }
  })

const admin = (assign: boolean) =>
  by('operators', 'setAdminRole', ({ id = '' }) => ({ userId: id, role: 'admin' as const, assign }))

const access = (accessSuspended: boolean) =>
  by('operators', 'setUserAccess', ({ id = '' }) => ({ userId: id, accessSuspended }))

/** The attribute names that were entered; a field that is left empty is not read from any attribute. */
const mappingSent = (sent: Sent) => ({
  attributeMapping: Object.fromEntries(
    mappedFields.flatMap(([name]) => {
      const value = sent[`map-${name}`]?.trim()
      return value ? [[name, value]] : []
    }),
  ),
  useFirstEmail: sent.firstEmail === 'yes',
})

const turn = (isActive: boolean) => by('saml', 'saveSamlConfig', () => ({ isActive }))

const rules: Run = async (sent, context) => {
  const is = (name: string) => sent[name] === 'yes'
  const clubs = await ask(context, 'management', 'updateManagementConfig', {
    'orgApproval.mode': sent.founding ?? 'none',
    verificationEnabled: is('verification'),
    'messaging.enabled': is('messages'),
    'reporting.enableAnalytics': is('numbers'),
  })
  if (!clubs.ok) return clubs
  const refused = (sent.refused ?? '').split(',').map((type) => type.trim())
  return ask(context, 'stakeholders', 'saveEventSystemConfig', {
    systemSettings: { defaultEventSettings: { approvalRequired: is('approvals') } },
    systemRestrictions: {
      restrictedEventTypes: refused.filter((type) => type !== ''),
      minBookingAdvance: sent.ahead ? Number(sent.ahead) : null,
    },
    formConfig: { allowIndividualUserHosting: is('alone') },
  })
}

type Status = 'active' | 'coming_soon' | 'maintenance' | 'hidden'
const school = ({ tenantKey = '', status, statusMessage = '' }: Sent) => ({
  tenantKey,
  statusMessage,
  ...(status ? { status: status as Status } : {}),
})

const returned = (operation: 'rejectEvent' | 'requestEventChanges') =>
  by('approvals', operation, (sent) => ({ ...named(sent), reason: sent.comment ?? '' }))

const recovery = (operation: 'confirmFactorRecovery' | 'withdrawFactorRecovery') =>
  by('mfa', operation, ({ id = '' }) => ({ userId: id }))

const deeds: Readonly<Record<string, Deed>> = {
  approve: ['waits', 'approved', approve],
  reject: ['waits', 'rejected', returned('rejectEvent')],
  changes: ['waits', 'sent-back', returned('requestEventChanges')],
  'let-club': [
    'clubs',
    'approved',
    by('management', 'approveManagedOrganization', ({ id = '' }) => ({ orgId: id })),
  ],
  'refuse-club': [
    'clubs',
    'rejected',
    by('management', 'refuseManagedOrganization', ({ id = '', note = '' }) => ({ orgId: id, reason: note })),
  ],
  'restore-club': [
    'clubs',
    'saved',
    by('management', 'restoreOrganization', ({ id = '' }) => ({ orgId: id })),
  ],
  verify: ['clubs', 'approved', review('approved')],
  refuse: ['clubs', 'rejected', review('rejected')],
  'make-admin': ['people', 'saved', admin(true)],
  'end-admin': ['people', 'saved', admin(false)],
  suspend: ['people', 'saved', access(true)],
  'let-in-again': ['people', 'saved', access(false)],
  import: [
    'sign-in',
    'saved',
    by('saml', 'importSamlMetadata', ({ url, xml, preset }) => ({
      ...(xml ? { xml } : url ? { url } : {}),
      ...(preset ? { attributePreset: preset as 'eduperson' } : {}),
    })),
  ],
  mapping: ['sign-in', 'saved', by('saml', 'saveSamlConfig', mappingSent)],
  'identity-save': ['identity', 'saved', by('saml', 'saveSamlConfig', identitySent)],
  'migration-close': ['migration', 'window-closed', by('saml', 'closeSamlMigration', () => ({}))],
  check: ['sign-in', 'checked', by('saml', 'testSamlConfig', () => ({}))],
  'turn-on': ['sign-in', 'saved', turn(true)],
  'turn-off': ['sign-in', 'saved', turn(false)],
  redact: ['sign-in', 'removed', by('saml', 'redactSamlTrace', ({ id = '' }) => ({ traceId: id }))],
  'door-save': [
    'door',
    'saved',
    by('operators', 'setDoor', (sent) => ({ ...doorIn(sent), seen: sent.seen ?? '' })),
  ],
  'factor-save': [
    'door',
    'saved',
    by('operators', 'setSecondFactorPolicy', ({ seen = '', providerContext, ...sent }) => {
      return { ...factorsIn(sent), providerContext: providerContext || null, seen }
    }),
  ],
  'recovery-open': [
    'people',
    'opened',
    by('mfa', 'openFactorRecovery', ({ id = '', reason }) => ({
      userId: id,
      ...(reason === 'stolen' ? { reason: 'stolen' as const } : {}),
    })),
  ],
  'recovery-confirm': ['people', 'saved', recovery('confirmFactorRecovery')],
  'recovery-end': ['people', 'removed', recovery('withdrawFactorRecovery')],
  secure: [
    'people',
    'secured',
    by('mfa', 'secureAccount', ({ id = '', password, ...sent }) => ({
      userId: id,
      remove: Object.keys(sent).flatMap((name) =>
        name.startsWith('way.') ? [name.slice('way.'.length)] : [],
      ),
      requireNewPassword: password === 'new',
    })),
  ],
  zone: ['settings', 'saved', by('tenants', 'setSchoolZone', ({ timezone = '' }) => ({ timezone }))],
  rules: ['settings', 'saved', rules],
  status: [
    'schools',
    'saved',
    by('tenants', 'updateTenantStatuses', (sent) => ({ tenants: [school(sent)] })),
  ],
  enrol: [
    'schools',
    'saved',
    by('tenants', 'createTenant', ({ name = '', location = '', timezone = '', ...sent }) => {
      return { ...school(sent as Sent), name, location, timezone }
    }),
  ],
  health: ['schools', 'checked', by('tenants', 'checkTenantHealth', ({ tenantKey = '' }) => ({ tenantKey }))],
}

type AreaDeeds = Readonly<Record<string, AreaDeed>>

/** Forms of a part, by the beginning of their name. */
const areas: Readonly<Record<string, () => Promise<AreaDeeds>>> = {
  role: async () => ({
    ...(await import('./approvers.ts')).roleDeeds,
    ...(await import('../approvals/backups.ts')).backupDeeds,
  }),
  comment: async () => (await import('../approvals/decided.ts')).commentDeeds,
  delegate: async () => (await import('../approvals/delegation.ts')).delegationDeeds,
  acknowledge: async () => (await import('../approvals/delegation.ts')).delegationDeeds,
  budget: async () => (await import('../school/finance.ts')).budgetDeeds,
  form: async () => (await import('../school/event-form.ts')).formDeeds,
  notify: async () => (await import('../school/notification.ts')).notifyDeeds,
  platform: async () => (await import('../platform/administrators.ts')).platformDeeds,
  school: async () => (await import('../platform/school.ts')).schoolDeeds,
  domain: async () => (await import('../approvals/domain.ts')).domainDeeds,
  mail: async () => (await import('./domains.ts')).mailDeeds,
  export: async () => (await import('./exports.ts')).exportDeeds,
  notice: async () => (await import('./events.ts')).noticeDeeds,
  org: async () => (await import('./orgs.ts')).orgDeeds,
  room: async () => (await import('./rooms.ts')).roomDeeds,
  closed: async () => (await import('./rooms.ts')).roomDeeds,
  step: async () => (await import('./flow.ts')).stepDeeds,
  renewal: async () => (await import('../club-admin/renewal.ts')).renewalDeeds,
  group: async () => (await import('../club-admin/approval-group.ts')).groupDeeds,
  welcome: async () => (await import('../club-admin/welcome.ts')).welcomeDeeds,
}

const changeArea = async ({ part, said, run, opens }: AreaDeed, sent: Sent, context: PageContext) => {
  const heard = await run(sent, context)
  const { id, search, confirm } = sent
  const here = partPath(part, opens === 'item' ? { id, search } : {})
  if (heard.ok) return onwardTo(here, said)
  const { refusal } = heard
  if (isOfPage(refusal)) return refusedPage(context, refusal, here)
  return staffPage({ part, id, search, confirm }, { values: sent, refusal }, context)
}

/** Does one thing in the admin console or at the platform. A refused form comes back with the entered values. */
export const changeSchool = async (sent: Sent & Uploaded, context: PageContext) => {
  // Forms that were open before the test sign-in became a link.
  if (sent.do === 'try') return onwardTo('/auth/saml/test-login?redirect=true')
  if (sent.do === 'act-start') return startActing(sent, context)
  if (sent.do.startsWith('roster-')) return changeRoster(sent, context)
  if (sent.do === 'migration-open' || sent.do === 'migration-fill') return changeMigration(sent, context)
  if (sent.do === 'identity-ask' || (sent.do === 'identity-save' && !isSimulated(sent)))
    return staffPage({ part: 'identity' }, { values: sent }, context)
  if (sent.do === 'door-ask' || sent.do === 'factor-ask')
    return staffPage({ part: 'door' }, { values: sent }, context)
  if (sent.do === 'notify-pick') return staffPage({ part: 'notify' }, { values: sent }, context)
  if (sent.do === 'school-preview')
    return staffPage({ part: 'school', id: sent.id }, { values: sent }, context)
  if (sent.do === 'simulate-ask') return staffPage({ part: 'simulate' }, { values: sent }, context)
  if (sent.do === 'notice-ask') return staffPage({ part: 'announce' }, { values: sent }, context)
  const area = await areas[sent.do.split('-')[0] ?? '']?.()
  const own = area?.[sent.do]
  if (own) return changeArea(own, sent, context)
  const [part, said, run] = deeds[sent.do] ?? []
  if (part === undefined || run === undefined) return onwardTo(staffPath)
  const heard = await run(sent, context)
  const whose = sent.do.startsWith('recovery-') || sent.do === 'secure' ? sent.id : undefined
  const found = `${sent.search ? `&search=${encodeURIComponent(sent.search)}` : ''}${whose ? `&id=${encodeURIComponent(whose)}` : ''}`
  const here = `${staffPath}?part=${part}${found}`
  if (heard.ok) return onwardTo(here, said)
  const { refusal } = heard
  if (isOfPage(refusal)) return refusedPage(context, refusal, context.tenant.platform ? staffPath : here)
  return staffPage({ part, id: whose ?? sent.event, search: sent.search }, { values: sent, refusal }, context)
}
