import { type Answer, call, type FormAction, type FormInput, operation, type PageContext } from '../call.ts'
import { atControls } from '../layout/forms.ts'
import { isOfPage, redirectTo, refusedPage } from '../layout/page.ts'
import { answersIn } from '../layout/questions.ts'
import { deciding } from '../mine/decisions.ts'
import { type AreaAction, adminPage, adminPath, partPath } from './admin.ts'
import { namedDecision, questionsAt } from './approvals.ts'
import { identitySent, isSimulated } from './identity.ts'
import { startActing } from './impersonation.ts'
import { changeMigration } from './migration.ts'
import { doorIn, factorsIn } from './policy.ts'
import { changeRoster, type Uploaded } from './roster.ts'
import { blockedPrefix } from './settings.ts'
import { importMetadata, mappedFields } from './sign-in.ts'

type AdminAction = readonly [part: string, done: string, run: FormAction]

const named = ({ event = '', step }: FormInput) => ({ event_id: event, stepId: step || undefined })

const approve: FormAction = async (input, context) => {
  const reply = await call(context, 'approvals', 'getApproval', { eventId: input.event ?? '' })
  if (!reply.ok) return reply
  const questions = questionsAt(reply.value, input.step ?? null) as Parameters<typeof answersIn>[0]
  const answers = answersIn(questions, input)
  return call(context, 'approvals', 'approveEvent', {
    ...named(input),
    comment: input.comment || undefined,
    ...(questions.length > 0
      ? { formResponses: questions.map(({ _id }, at) => ({ referenceId: _id, answer: answers[at] ?? null })) }
      : {}),
  })
}

const review = (status: 'approved' | 'rejected') =>
  operation('verification', 'reviewVerificationRequest', ({ id = '', note }) => {
    return { requestId: id, status, reviewNotes: note || undefined }
  })

const admin = (assign: boolean) =>
  operation('operators', 'setAdminRole', ({ id = '' }) => ({ userId: id, role: 'admin' as const, assign }))

const access = (accessSuspended: boolean) =>
  operation('operators', 'setUserAccess', ({ id = '' }) => ({ userId: id, accessSuspended }))

/** The attribute names that were entered; a field that is left empty is not read from any attribute. */
const mappingSent = (input: FormInput) => ({
  attributeMapping: Object.fromEntries(
    mappedFields.flatMap(([name]) => {
      const value = input[`map-${name}`]?.trim()
      return value ? [[name, value]] : []
    }),
  ),
  useFirstEmail: input.firstEmail === 'yes',
})

const turn = (isActive: boolean) => operation('saml', 'saveSamlConfig', () => ({ isActive }))

/** Settings by the names of the controls of their form. */
const ruleControls = {
  'systemRestrictions.restrictedEventTypes': 'refused',
  'systemRestrictions.minBookingAdvance': 'ahead',
}

const rules: FormAction = async (input, context) => {
  const is = (name: string) => input[name] === 'yes'
  const clubs = await call(context, 'management', 'updateManagementConfig', {
    'orgApproval.mode': input.founding ?? 'none',
    verificationEnabled: is('verification'),
    'messaging.enabled': is('messages'),
    'reporting.enableAnalytics': is('numbers'),
  })
  if (!clubs.ok) return clubs
  const checked = Object.keys(input).filter((name) => name.startsWith(blockedPrefix))
  const refused = [
    ...checked.map((name) => name.slice(blockedPrefix.length)),
    ...(input.refused ?? '').split(',').map((type) => type.trim()),
  ]
  const events = await call(context, 'stakeholders', 'saveEventSystemConfig', {
    systemSettings: { defaultEventSettings: { approvalRequired: is('approvals') } },
    systemRestrictions: {
      restrictedEventTypes: refused.filter((type) => type !== ''),
      minBookingAdvance: input.ahead ? Number(input.ahead) : null,
    },
    formConfig: { allowIndividualUserHosting: is('alone') },
  })
  return events.ok ? events : { ok: false, refusal: atControls(events.refusal, ruleControls) }
}

const returned = (name: 'rejectEvent' | 'requestEventChanges') =>
  operation('approvals', name, (input) => ({ ...named(input), reason: input.comment ?? '' }))

/** Forms whose confirmation message names the event that was decided. */
const decisions = ['approve', 'reject', 'changes']

const recovery = (name: 'confirmFactorRecovery' | 'withdrawFactorRecovery') =>
  operation('mfa', name, ({ id = '' }) => ({ userId: id }))

const actions: Readonly<Record<string, AdminAction>> = {
  approve: ['waits', 'approved', deciding(approve)],
  reject: ['waits', 'rejected', deciding(returned('rejectEvent'))],
  changes: ['waits', 'sent-back', deciding(returned('requestEventChanges'))],
  'let-club': [
    'clubs',
    'club-approved',
    deciding(operation('management', 'approveManagedOrganization', ({ id = '' }) => ({ orgId: id }))),
  ],
  'refuse-club': [
    'clubs',
    'club-rejected',
    deciding(
      operation('management', 'refuseManagedOrganization', ({ id = '', note = '' }) => ({
        orgId: id,
        reason: note,
      })),
    ),
  ],
  'restore-club': [
    'clubs',
    'club-restored',
    operation('management', 'restoreOrganization', ({ id = '' }) => ({ orgId: id })),
  ],
  verify: ['clubs', 'request-approved', deciding(review('approved'))],
  refuse: ['clubs', 'request-rejected', deciding(review('rejected'))],
  'make-admin': ['people', 'admin-made', admin(true)],
  'end-admin': ['people', 'admin-ended', admin(false)],
  suspend: ['people', 'suspended', access(true)],
  'let-in-again': ['people', 'readmitted', access(false)],
  import: ['sign-in', 'provider-saved', importMetadata],
  mapping: ['sign-in', 'provider-saved', operation('saml', 'saveSamlConfig', mappingSent)],
  'identity-save': ['identity', 'identity-saved', operation('saml', 'saveSamlConfig', identitySent)],
  'migration-close': ['migration', 'window-closed', operation('saml', 'closeSamlMigration', () => ({}))],
  check: ['sign-in', 'checked', operation('saml', 'testSamlConfig', () => ({}))],
  'turn-on': ['sign-in', 'provider-on', turn(true)],
  'turn-off': ['sign-in', 'provider-off', turn(false)],
  redact: ['sign-in', 'removed', operation('saml', 'redactSamlTrace', ({ id = '' }) => ({ traceId: id }))],
  'door-save': [
    'door',
    'sign-in-rules-saved',
    operation('operators', 'setDoor', (input) => ({ ...doorIn(input), seen: input.seen ?? '' })),
  ],
  'factor-save': [
    'door',
    'sign-in-rules-saved',
    operation('operators', 'setSecondFactorPolicy', ({ seen = '', providerContext, ...input }) => {
      return { ...factorsIn(input), providerContext: providerContext || null, seen }
    }),
  ],
  'recovery-open': [
    'people',
    'opened',
    operation('mfa', 'openFactorRecovery', ({ id = '', reason }) => ({
      userId: id,
      ...(reason === 'stolen' ? { reason: 'stolen' as const } : {}),
    })),
  ],
  'recovery-confirm': ['people', 'recovery-confirmed', recovery('confirmFactorRecovery')],
  'recovery-end': ['people', 'removed', recovery('withdrawFactorRecovery')],
  secure: [
    'people',
    'secured',
    operation('mfa', 'secureAccount', ({ id = '', password, ...input }) => ({
      userId: id,
      remove: Object.keys(input).flatMap((name) =>
        name.startsWith('way.') ? [name.slice('way.'.length)] : [],
      ),
      requireNewPassword: password === 'new',
    })),
  ],
  zone: [
    'settings',
    'settings-saved',
    operation('tenants', 'setSchoolZone', ({ timezone = '', locale, currency }) => ({
      timezone,
      locale,
      currency: currency?.trim().toUpperCase(),
    })),
  ],
  rules: ['settings', 'settings-saved', rules],
}

type AreaActions = Readonly<Record<string, AreaAction>>

/** Forms of a part, by the beginning of their name. */
const areas: Readonly<Record<string, () => Promise<AreaActions>>> = {
  role: async () => ({
    ...(await import('./approvers.ts')).roleActions,
    ...(await import('../approvals/backups.ts')).backupActions,
  }),
  comment: async () => (await import('../approvals/decided.ts')).commentActions,
  delegate: async () => (await import('../approvals/delegation.ts')).delegationActions,
  acknowledge: async () => (await import('../approvals/delegation.ts')).delegationActions,
  budget: async () => (await import('../school/finance.ts')).budgetActions,
  form: async () => (await import('../school/event-form.ts')).formActions,
  notify: async () => (await import('../school/notification.ts')).notificationActions,
  platform: async () => (await import('../platform/administrators.ts')).platformActions,
  school: async () => (await import('../platform/school.ts')).schoolActions,
  enrol: async () => (await import('../platform/enrolment.ts')).enrolmentActions,
  status: async () => (await import('../platform/status.ts')).statusActions,
  health: async () => (await import('../platform/health.ts')).healthActions,
  domain: async () => (await import('../approvals/domain.ts')).domainActions,
  mail: async () => (await import('./domains.ts')).mailActions,
  export: async () => (await import('./exports.ts')).exportActions,
  notice: async () => (await import('./events.ts')).noticeActions,
  org: async () => (await import('./organization-actions.ts')).orgActions,
  room: async () => (await import('./rooms.ts')).roomActions,
  closed: async () => (await import('./rooms.ts')).roomActions,
  step: async () => (await import('./flow.ts')).stepActions,
  renewal: async () => (await import('../club-admin/renewal.ts')).renewalActions,
  group: async () => (await import('../club-admin/approval-group.ts')).groupActions,
  front: async () => (await import('../school/front-text.ts')).frontTextActions,
  welcome: async () => (await import('../club-admin/welcome.ts')).welcomeActions,
}

/** The name of what a form changes: the form says it of an item, and has it entered of a new one. */
const objectOf = ({ named, name, domain }: FormInput): string => named || name?.trim() || domain?.trim() || ''

/** One approval of several leaves a request open. */
const verifiedMessage = (reply: unknown): string =>
  (reply as Answer<'verification', 'reviewVerificationRequest'>).status === 'approved'
    ? 'request-approved'
    : 'approval-recorded'

const changeArea = async (
  { part, done, run, opens, next }: AreaAction,
  input: FormInput,
  context: PageContext,
) => {
  const result = await run(input, context)
  const { id, search, confirm } = input
  const here = partPath(part, opens === 'item' ? { id, search } : {})
  if (result.ok) return redirectTo(next?.(input) ?? here, done, objectOf(input))
  const { refusal } = result
  if (isOfPage(refusal)) return refusedPage(context, refusal, here)
  return adminPage({ part, id, search, confirm }, { values: input, refusal }, context)
}

/** Does one thing in the admin console or at the platform. A refused form comes back with the entered values. */
export const changeSchool = async (input: FormInput & Uploaded, context: PageContext) => {
  // Forms that were open before the test sign-in became a link.
  if (input.do === 'try') return redirectTo('/auth/saml/test-login?redirect=true')
  if (input.do === 'act-start') return startActing(input, context)
  if (input.do.startsWith('roster-')) return changeRoster(input, context)
  if (input.do === 'migration-open' || input.do === 'migration-fill') return changeMigration(input, context)
  if (input.do === 'identity-ask' || (input.do === 'identity-save' && !isSimulated(input)))
    return adminPage({ part: 'identity' }, { values: input }, context)
  if (input.do === 'door-ask' || input.do === 'factor-ask')
    return adminPage({ part: 'door' }, { values: input }, context)
  if (input.do === 'notify-search' || input.do === 'notify-pick')
    return adminPage({ part: 'notify' }, { values: input }, context)
  if (input.do === 'school-preview')
    return adminPage({ part: 'school', id: input.id }, { values: input }, context)
  if (input.do === 'status-ask' && (input.status === 'maintenance' || input.status === 'coming_soon'))
    return adminPage({ part: 'school', id: input.id }, { values: input }, context)
  if (input.do === 'platform-admin-ask')
    return (await import('../platform/administrators.ts')).askToAdd(input, context)
  // The first of two steps: the fields of the conditions are chosen, and their values follow.
  if ((input.do === 'step-add' || input.do === 'step-edit') && input.show)
    return adminPage({ part: 'flow' }, { values: input }, context)
  if (input.do === 'simulate-ask') return adminPage({ part: 'simulate' }, { values: input }, context)
  if (input.do === 'notice-ask' || input.do === 'notice-edit')
    return adminPage({ part: 'announce' }, { values: input }, context)
  const area = await areas[input.do.split('-')[0] ?? '']?.()
  const own = area?.[input.do]
  if (own) return changeArea(own, input, context)
  const [part, done, run] = actions[input.do] ?? []
  if (part === undefined || run === undefined) return redirectTo(adminPath)
  const result = await run(input, context)
  // The page of a person names them. Without a search it has administrators only.
  const isOfPerson = ['make-admin', 'end-admin', 'suspend', 'let-in-again'].includes(input.do)
  const whose =
    input.do.startsWith('recovery-') || input.do === 'secure' || (isOfPerson && input.search)
      ? input.id
      : undefined
  const found = `${input.search ? `&search=${encodeURIComponent(input.search)}` : ''}${whose ? `&id=${encodeURIComponent(whose)}` : ''}`
  const here = `${adminPath}?part=${part}${found}`
  if (result.ok && decisions.includes(input.do))
    return redirectTo(partPath(part, { event: input.event }), done)
  if (result.ok)
    return redirectTo(here, input.do === 'verify' ? verifiedMessage(result.value) : done, objectOf(input))
  const isDecided = decisions.includes(input.do) && result.refusal.code === 'APPROVAL_DECIDED'
  const refusal = isDecided ? await namedDecision(result.refusal, input.event ?? '', context) : result.refusal
  if (isOfPage(refusal)) return refusedPage(context, refusal, here)
  return adminPage(
    { part, id: whose ?? (input.event ? input.id : undefined), search: input.search },
    { values: input, refusal },
    context,
  )
}
