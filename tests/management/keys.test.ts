import { beforeAll, describe, expect, it } from 'vitest'
import { ManagementSettings } from '../../functions/policies/contract.ts'
import { defaultSettings } from '../../functions/policies/defaults.ts'
import { ValidationError } from '../../lib/contract/failures.ts'
import { notificationRow } from '../../lib/outbox.ts'
import { type Proof, proof, textOf } from '../support/proofs.ts'
import { type Verifying, verifying } from '../support/verifying.ts'
import { namesIn } from './setting-names.ts'

let v: Verifying
let orgId: string

beforeAll(async () => {
  v = await verifying()
  orgId = v.c.orgId
})

const told = async (cause: string): Promise<number> =>
  (await v.w.table().list(notificationRow, { keyParams: { cause }, limit: 5 })).items.length

/** Whether administrators hear of a request of a type. */
const heard = async (requestType: string): Promise<boolean> => {
  const id = await v.submitted(await v.fresh(), { requestType })
  return (await told(`${id}#verification_submitted`)) > 0
}

const switchedOff = async (name: string, requestType: string): Promise<void> => {
  const open = { fundingRequests: 'all', spaceReservation: 'all' }
  await v.say({ allowedRequestTypes: [], featureAccess: open })
  expect(await heard(requestType)).toBe(true)
  await v.say({ notifications: { [name]: false } })
  expect(await heard(requestType)).toBe(false)
  await v.say({ notifications: { [name]: true } })
}

const page = async () => (await v.c.member.device.getOrganizationByName({ name: v.c.name })).body.overview

type Fate =
  /** Nothing reads it: this other value is refused. */
  | { readonly refused: unknown }
  /** What it changes is tried there. */
  | Proof
  /** What it changes is tried here. */
  | (() => Promise<void>)

const policy = (title: string): Fate => proof('management/policy', title)
const refused = (value: unknown): Fate => ({ refused: value })
const asking = proof('verification/verification', 'is refused in the order')
const demanded = proof('verification/verification', 'keeps to what the tier demands')
const feature = proof(
  'verification/verification',
  'about money and rooms is for organizations that the school lets ask',
)
const several = proof('verification/reviews', 'by several approvers takes each of them once')
const bounds = proof('messages/messages', 'limit messages, links and mentions')
const beginnings = proof('organizations/defaults', 'starts with what the school says: %j')
const announced = proof('announcements/announcements', 'turn announcements off, put them off, and bound them')
const ways = proof('announcements/delivery', 'goes by the ways that the school allows')
const mentioned = proof(
  'messages/mentions',
  'is notified while they may read the message, unless they wrote it or the school turned this off',
)
const directory = policy('leaves out the states that the school names, when it says so')
const moves = proof('management/organizations', 'goes by other moves where the school says so')
const inState = policy('are not made in a state that the school names')
const shownToAdministrators: Fate = async () => {
  const shown = { description: 'Other words', color: '#123456', icon: 'star', benefits: ['A room'] }
  await v.say({ verificationTiers: { gold: shown } })
  const { body } = await v.dean.device.getManagementConfig()
  expect(body.data.verificationTiers.gold).toMatchObject(shown)
  const { name: _, ...told } = (await page()).verificationTiers.gold
  expect(told).toEqual({ description: 'Other words', benefits: ['A room'] })
}

/** The types of the school, and one more. */
const typesWith = (more: object) => {
  const team = { key: 'team', displayName: 'Team', requiredGovernanceKeys: [], ...more }
  return { atlasPolicy: { orgTypes: [...defaultSettings.atlasPolicy.orgTypes, team] } }
}

// Tiers are alike, so one stands for all.
const tier = 'verificationTiers.*'
const tried = 'verificationTiers.gold'
/** What newcomers are asked is read by clients, of whom this is one. */
const asksNewcomers =
  (name: string, value: unknown): Fate =>
  async () => {
    await v.say({ userOnboarding: { [name]: value } })
    const { body } = await v.c.member.device.getOnboardingConfig()
    expect(body.data[name]).toEqual(value)
    expect(defaultSettings.userOnboarding).not.toMatchObject({ [name]: value })
  }

const fates: Readonly<Record<string, Fate>> = {
  verificationEnabled: asking,
  verificationRequired: policy('join verified organizations alone where verification is required'),
  allowedRequestTypes: asking,
  [`${tier}.name`]: proof('management/organizations', 'names the tiers of the school'),
  [`${tier}.description`]: shownToAdministrators,
  [`${tier}.color`]: shownToAdministrators,
  [`${tier}.icon`]: shownToAdministrators,
  [`${tier}.benefits`]: shownToAdministrators,
  [`${tier}.requirements.minMembers`]: demanded,
  [`${tier}.requirements.minAge`]: demanded,
  [`${tier}.requirements.requiredDocuments`]: refused(['statutes']),
  defaultVerificationType: proof('verification/verification', 'asks for the basic tier unless it says which'),
  enableCustomVerificationTypes: proof(
    'management/management',
    'of the school’s own is not made where that is turned off',
  ),
  autoUpgradeThreshold: refused(80),
  'orgApproval.mode': policy('is, where the mode is %s, %s'),
  'orgApproval.autoApproveMemberThreshold': proof(
    'management/growing',
    'approves those who wait and have enough, once, and no others',
  ),
  'orgApproval.pendingOrgLimits.discoverable': refused(true),
  'orgApproval.pendingOrgLimits.allowedActions': policy('that waits does only what the school allows'),
  autoApproveNewOrgs: refused(true),
  autoApproveThreshold: refused(1),
  autoClaimEnabled: refused(true),
  'featureAccess.eventCreation': policy('are made by organizations that are %s'),
  'featureAccess.memberManagement': policy('join verified organizations alone where the school says so'),
  'featureAccess.fundingRequests': feature,
  'featureAccess.spaceReservation': feature,
  'reviewWorkflow.requireMultipleApprovers': several,
  'reviewWorkflow.minApprovers': several,
  'reviewWorkflow.autoEscalateAfterDays': proof(
    'verification/time',
    'is escalated after the days that the school says, once',
  ),
  'notifications.newOrgRequest': policy('is told of to nobody where the school wants that'),
  'notifications.verificationRequest': () => switchedOff('verificationRequest', 'verification'),
  'notifications.fundingRequest': () => switchedOff('fundingRequest', 'funding'),
  'notifications.spaceRequest': () => switchedOff('spaceRequest', 'space_reservation'),
  'reporting.enableAnalytics': proof(
    'management/analytics',
    'are not shown where the school has turned them off',
  ),
  'reporting.retentionDays': refused(30),
  'reporting.exportFormats': proof(
    'management/export',
    'is refused in other formats, and in those that the school has turned off',
  ),
  'policies.maxMembersPerOrg': policy(
    'join only as many as the school allows, by every way, and of two at once one',
  ),
  'policies.maxEventsPerMonth': refused(10),
  'policies.requireFacultyAdvisor': refused(true),
  'policies.minMeetingFrequency': refused('monthly'),
  'messaging.enabled': bounds,
  'messaging.defaultCharacterLimit': beginnings,
  'messaging.minCharacterLimit': bounds,
  'messaging.maxCharacterLimit': bounds,
  'messaging.defaultVisibility': beginnings,
  'messaging.moderationEnabled': refused(true),
  'messaging.requireProfanityFilter': bounds,
  'messaging.allowEventMentions': proof(
    'messages/mentions',
    'is rejected when the school allows none, and when there are too many',
  ),
  'messaging.allowLinks': bounds,
  'messaging.eventAnnouncements.enabled': announced,
  'messaging.eventAnnouncements.allowAnnouncementsDaysBeforeEvent': announced,
  'messaging.eventAnnouncements.includeCheckedIn': proof(
    'announcements/delivery',
    'are told too, unless the school leaves them out',
  ),
  'messaging.eventAnnouncements.includeAnonymousInEmail': ways,
  'messaging.notificationSettings.notifyOnNewMessage': mentioned,
  'messaging.notificationSettings.notifyOnMention': mentioned,
  async 'messaging.notificationSettings.notifyOnReply'() {
    const { owner, member } = v.c
    const messageId = (await owner.device.postMessage({ orgId, content: 'Hello there' })).body.data._id
    const replied = async (): Promise<number> => {
      const reply = await member.device.replyToMessage({ orgId, messageId, content: 'Hello back' })
      return told(`message.${reply.body.data._id}`)
    }
    expect(await replied()).toBe(1)
    await v.say({ messaging: { notificationSettings: { notifyOnReply: false } } })
    expect(await replied()).toBe(0)
  },
  'messaging.notificationSettings.notifyOnEventAnnouncement': ways,
  'messaging.notificationSettings.eventAnnouncementEmail': ways,
  'atlasPolicy.lifecycle.statuses.key': refused('paused'),
  'atlasPolicy.lifecycle.statuses.label': refused('At rest'),
  'atlasPolicy.lifecycle.defaultStatus': refused('sunset'),
  'atlasPolicy.lifecycle.transitions.from': moves,
  'atlasPolicy.lifecycle.transitions.to': moves,
  'atlasPolicy.lifecycle.transitions.actors': moves,
  async 'atlasPolicy.orgTypes.key'() {
    const become = () => v.dean.device.changeManagedOrganization({ orgId, orgTypeKey: 'team' })
    expect((await become()).status).toBe(400)
    await v.say(typesWith({}))
    expect((await become()).body.data.orgTypeKey).toBe('team')
  },
  async 'atlasPolicy.orgTypes.displayName'() {
    await v.say(typesWith({ displayName: 'Crew' }))
    const { body } = await v.dean.device.getManagementConfig()
    expect(body.data.atlasPolicy.orgTypes.at(-1)).toMatchObject({ key: 'team', displayName: 'Crew' })
  },
  async 'atlasPolicy.orgTypes.requiredGovernanceKeys'() {
    const demanding = typesWith({ requiredGovernanceKeys: ['statutes'] })
    expect((await v.dean.device.updateManagementConfig(demanding)).status).toBe(400)
  },
  'atlasPolicy.defaultOrgTypeKey': policy('begins as the type that the school names'),
  'atlasPolicy.terminology': refused({ club: 'Verein' }),
  'atlasPolicy.directory.hideNonActiveFromPublicList': directory,
  'atlasPolicy.directory.nonActiveStatuses': directory,
  'atlasPolicy.budgets.lineItemMode': proof('budgets/rules', 'is of a template that is for the organization'),
  'atlasPolicy.budgets.maxCustomLineItems': proof(
    'budgets/rules',
    'are those of the template unless the school allows others',
  ),
  'atlasPolicy.events.inactiveOrgBlocksEventCreation': inState,
  'atlasPolicy.events.blockedLifecycleStatuses': inState,
  'userOnboarding.enabled': asksNewcomers('enabled', true),
  'userOnboarding.welcomeTitle': asksNewcomers('welcomeTitle', 'Welcome'),
  'userOnboarding.welcomeSubtitle': asksNewcomers('welcomeSubtitle', 'Find your people'),
  'userOnboarding.collectName': asksNewcomers('collectName', false),
  'userOnboarding.collectUsername': asksNewcomers('collectUsername', false),
  'userOnboarding.collectInterests': asksNewcomers('collectInterests', true),
  'userOnboarding.enforceMinInterests': asksNewcomers('enforceMinInterests', true),
  'userOnboarding.enforceMaxInterests': asksNewcomers('enforceMaxInterests', true),
  'userOnboarding.minInterests': asksNewcomers('minInterests', 3),
  'userOnboarding.maxInterests': asksNewcomers('maxInterests', 5),
  'userOnboarding.customSteps': refused(['tour']),
}

describe('every name of the management configuration', () => {
  it('is in this table', () => {
    expect(Object.keys(fates).sort()).toEqual([...namesIn(ManagementSettings)].sort())
  })

  // rules/management 4
  it.each(Object.entries(fates))('%s is enforced, or refused', async (path, fate) => {
    if (typeof fate === 'function') return fate()
    if ('title' in fate) {
      const [name = ''] = path.split('.').slice(-1)
      // A tier is named like everything else: there its value is looked for.
      const looked = path === `${tier}.name` ? `name: 'Gold'` : name
      return expect(textOf(fate)).toContain(looked)
    }
    const { status, body } = await v.dean.device.updateManagementConfig({
      [path.replace(tier, tried)]: fate.refused,
    })
    expect([status, body.code]).toEqual([400, ValidationError.code])
  })
})
