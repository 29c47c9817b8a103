import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import { defaultSettings } from '../functions/management/config-defaults.ts'
import { isTree, type Tree } from '../functions/management/trees.ts'
import { ValidationError } from '../lib/contract/failures.ts'
import { notificationRow } from '../lib/outbox.ts'
import { type Verifying, verifying } from './verifying.ts'

let v: Verifying
let orgId: string

beforeAll(async () => {
  v = await verifying()
  orgId = v.c.orgId
})

/** Every name of the configuration that has a value; tiers are alike, so one stands for all. */
const leavesOf = (tree: Tree, path = ''): readonly string[] =>
  Object.entries(tree).flatMap(([name, value]) => {
    const at = path === '' ? name : `${path}.${name}`
    if (path === 'verificationTiers' && name !== 'gold') return []
    return isTree(value) && Object.keys(value).length > 0 ? leavesOf(value, at) : [at]
  })

const told = async (cause: string): Promise<number> =>
  (await v.w.table().list(notificationRow, { holes: { cause }, limit: 5 })).items.length

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
  /** What it changes is tried in this file of tests, which names it. */
  | { readonly tried: string }
  /** What it changes is tried here. */
  | (() => Promise<void>)

const refused = (value: unknown): Fate => ({ refused: value })
const tried = (file: string): Fate => ({ tried: file })
const policy = tried('management-policy')
const organizations = tried('management-organizations')
const asking = tried('verification')
const reviewing = tried('verification-reviews')
const messages = tried('messages')
const mentions = tried('messages-mentions')
const beginnings = tried('organizations-defaults')
const announcing = tried('announcements-telling')
const shownToAdministrators: Fate = async () => {
  const shown = { description: 'Other words', color: '#123456', icon: 'star', benefits: ['A room'] }
  await v.say({ verificationTiers: { gold: shown } })
  const { body } = await v.dean.device.getManagementConfig()
  expect(body.data.verificationTiers.gold).toMatchObject(shown)
  expect((await page()).verificationTiers.gold.description).toBe('Other words')
}

const tier = 'verificationTiers.gold'
const fates: Readonly<Record<string, Fate>> = {
  verificationEnabled: asking,
  verificationRequired: policy,
  allowedRequestTypes: asking,
  [`${tier}.name`]: organizations,
  [`${tier}.description`]: shownToAdministrators,
  [`${tier}.color`]: shownToAdministrators,
  [`${tier}.icon`]: shownToAdministrators,
  [`${tier}.benefits`]: shownToAdministrators,
  [`${tier}.requirements.minMembers`]: asking,
  [`${tier}.requirements.minAge`]: asking,
  [`${tier}.requirements.requiredDocuments`]: refused(['statutes']),
  defaultVerificationType: asking,
  enableCustomVerificationTypes: tried('management'),
  autoUpgradeThreshold: refused(80),
  'orgApproval.mode': policy,
  'orgApproval.autoApproveMemberThreshold': tried('management-growing'),
  'orgApproval.pendingOrgLimits.discoverable': refused(true),
  'orgApproval.pendingOrgLimits.allowedActions': policy,
  autoApproveNewOrgs: refused(true),
  autoApproveThreshold: refused(1),
  autoClaimEnabled: refused(true),
  'featureAccess.eventCreation': policy,
  'featureAccess.memberManagement': policy,
  'featureAccess.fundingRequests': asking,
  'featureAccess.spaceReservation': asking,
  'reviewWorkflow.requireMultipleApprovers': reviewing,
  'reviewWorkflow.minApprovers': reviewing,
  'reviewWorkflow.autoEscalateAfterDays': tried('verification-time'),
  'notifications.newOrgRequest': policy,
  'notifications.verificationRequest': () => switchedOff('verificationRequest', 'verification'),
  'notifications.fundingRequest': () => switchedOff('fundingRequest', 'funding'),
  'notifications.spaceRequest': () => switchedOff('spaceRequest', 'space_reservation'),
  'reporting.enableAnalytics': tried('management-analytics'),
  'reporting.retentionDays': refused(30),
  'reporting.exportFormats': tried('management-export'),
  'policies.maxMembersPerOrg': policy,
  'policies.maxEventsPerMonth': refused(10),
  'policies.requireFacultyAdvisor': refused(true),
  'policies.minMeetingFrequency': refused('monthly'),
  'messaging.enabled': messages,
  'messaging.defaultCharacterLimit': beginnings,
  'messaging.minCharacterLimit': messages,
  'messaging.maxCharacterLimit': messages,
  'messaging.defaultVisibility': beginnings,
  'messaging.moderationEnabled': refused(true),
  'messaging.requireProfanityFilter': messages,
  'messaging.allowEventMentions': mentions,
  'messaging.allowLinks': messages,
  'messaging.eventAnnouncements.enabled': tried('announcements'),
  'messaging.eventAnnouncements.allowAnnouncementsDaysBeforeEvent': tried('announcements'),
  'messaging.eventAnnouncements.includeCheckedIn': announcing,
  'messaging.eventAnnouncements.includeAnonymousInEmail': announcing,
  'messaging.notificationSettings.notifyOnNewMessage': mentions,
  'messaging.notificationSettings.notifyOnMention': mentions,
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
  'messaging.notificationSettings.notifyOnEventAnnouncement': announcing,
  'messaging.notificationSettings.eventAnnouncementEmail': announcing,
  'atlasPolicy.lifecycle.statuses': refused(['active', 'inactive']),
  'atlasPolicy.lifecycle.defaultStatus': refused('sunset'),
  'atlasPolicy.lifecycle.transitions': organizations,
  async 'atlasPolicy.orgTypes'() {
    const become = () => v.dean.device.changeManagedOrganization({ orgId, orgTypeKey: 'team' })
    expect((await become()).status).toBe(400)
    const team = { key: 'team', displayName: 'Team', requiredGovernanceKeys: [] }
    await v.say({ atlasPolicy: { orgTypes: [...defaultSettings.atlasPolicy.orgTypes, team] } })
    expect((await become()).body.data.orgTypeKey).toBe('team')
  },
  'atlasPolicy.defaultOrgTypeKey': policy,
  'atlasPolicy.terminology': refused({ club: 'Verein' }),
  'atlasPolicy.directory.hideNonActiveFromPublicList': policy,
  'atlasPolicy.directory.nonActiveStatuses': policy,
  'atlasPolicy.budgets.lineItemMode': tried('budgets-rules'),
  'atlasPolicy.budgets.maxCustomLineItems': tried('budgets-rules'),
  'atlasPolicy.events.inactiveOrgBlocksEventCreation': policy,
  'atlasPolicy.events.blockedLifecycleStatuses': policy,
}

const textOf = (file: string): string => readFileSync(join(import.meta.dirname, `${file}.test.ts`), 'utf8')

describe('every name of the management configuration', () => {
  it('is in this table', () => {
    expect(Object.keys(fates).sort()).toEqual([...leavesOf(defaultSettings)].sort())
  })

  it.each(Object.entries(fates))('%s is enforced, or refused', async (path, fate) => {
    if (typeof fate === 'function') return fate()
    if ('tried' in fate) {
      const [name = ''] = path.split('.').slice(-1)
      // A tier is named like everything else: there its value is looked for.
      return expect(textOf(fate.tried)).toContain(path === `${tier}.name` ? `name: 'Gold'` : name)
    }
    const { status, body } = await v.dean.device.updateManagementConfig({ [path]: fate.refused })
    expect([status, body.code]).toEqual([400, ValidationError.code])
  })
})
