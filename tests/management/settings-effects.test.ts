import { describe, expect, it } from 'vitest'
import { BudgetTemplate, WorkflowPreset } from '../../functions/budgets/contract/shapes.ts'
import { WantedSettings } from '../../functions/events/contract/desk-shapes.ts'
import { OrganizationChange } from '../../functions/organizations/contract/bodies.ts'
import {
  DomainChange,
  SettingsChange,
  weekdays,
} from '../../functions/stakeholders/contract/settings-shapes.ts'
import { MessageSettings } from '../../lib/identity/org/records.ts'
import { type Proof, proof, showsName } from '../support/proofs.ts'
import { namesIn } from './setting-names.ts'

const byDefault = proof('approvals/effects', 'is what an event has of which nothing was said')
const refuses = proof('planning/rules', 'refuse an event: %j')
const limit = proof('approvals/settings/rules', 'count events: %j of %j')
const nothingReads = proof('approvals/settings/settings', 'refuses %j')
const shown = proof('approvals/settings/settings', 'shows its form and its page to everybody of the school')
const asked = proof('planning/rules', 'ask for fields of their own')
const inForm = (title: string): Proof => proof('approvals/settings/form', title)
const inWordsOfClients = inForm('takes fields and steps in the words of clients, and asks for them')
const ofEditors = inForm('asks for nothing that an event keeps by itself')
const ofSteps = inForm('puts a field of the school into the step that lists it')
const refusedFacts = proof('approvals/settings/rules', 'refuse %s')

const eventSystem: Readonly<Record<string, Proof>> = {
  'systemSettings.defaultEventSettings.rsvpEnabled': byDefault,
  'systemSettings.defaultEventSettings.rsvpRequired': byDefault,
  'systemSettings.defaultEventSettings.maxAttendees': byDefault,
  'systemSettings.defaultEventSettings.approvalRequired': byDefault,
  'systemSettings.defaultEventSettings.visibility': byDefault,
  'notificationSettings.defaultChannels': proof(
    'approvals/effects',
    'says by which channels people hear of approvals',
  ),
  'notificationSettings.reminderIntervals': proof('approvals/effects', 'says when people are reminded'),
  'notificationSettings.escalationTimeouts': nothingReads,
  'notificationSettings.batchNotificationLimit': nothingReads,
  'systemRestrictions.maxEventsPerUser': limit,
  'systemRestrictions.maxEventsPerOrg': limit,
  'systemRestrictions.advanceBookingLimit': refuses,
  'systemRestrictions.minBookingAdvance': refuses,
  'systemRestrictions.blackoutDates.start': refuses,
  'systemRestrictions.blackoutDates.end': refuses,
  'systemRestrictions.blackoutDates.reason': proof('planning/rules', 'say why a period is closed'),
  'systemRestrictions.restrictedEventTypes': refuses,
  'formConfig.version': proof(
    'approvals/settings/settings',
    'keeps its form from requests that name an outdated version',
  ),
  'formConfig.fields.name': asked,
  'formConfig.fields.label': asked,
  'formConfig.fields.type': asked,
  'formConfig.fields.required': asked,
  'formConfig.fields.options': refusedFacts,
  'formConfig.allowIndividualUserHosting': refuses,
  'pageSettings.title': shown,
  'pageSettings.description': shown,
  'formConfig.fields.step': shown,
  'formConfig.steps.id': shown,
  'formConfig.steps.title': shown,
  'formConfig.fields.isRequired': inWordsOfClients,
  'formConfig.fields.validation.required': inWordsOfClients,
  'formConfig.fields.validation.options': inWordsOfClients,
  'formConfig.fields.inputType': inWordsOfClients,
  'formConfig.fields.order': inWordsOfClients,
  'formConfig.fields.isActive': inWordsOfClients,
  'formConfig.fields.isStandard': inWordsOfClients,
  'formConfig.fields.placeholder': inWordsOfClients,
  'formConfig.fields.helpText': inWordsOfClients,
  'formConfig.fields.allowMarkdown': inWordsOfClients,
  'formConfig.fields._id': inWordsOfClients,
  'formConfig.fields.conditional': ofEditors,
  'formConfig.fields.description': ofEditors,
  'formConfig.fields.isLocked': ofEditors,
  'formConfig.steps.fields': ofSteps,
  'formConfig.steps.order': inWordsOfClients,
  'formConfig.steps.isActive': inWordsOfClients,
  'formConfig.steps.description': inWordsOfClients,
  analytics: nothingReads,
  eventTemplates: nothingReads,
  integrations: nothingReads,
}

const required = proof('budgets/rules', 'says everything that its template requires')
const ofTemplate = proof('budgets/rules', 'is of a template that is for the organization')
const ofStage = proof('budgets/rights', 'may ask for any permission, which finances alone do not replace')

const templates: Readonly<Record<string, Proof>> = {
  templateKey: ofTemplate,
  displayName: required,
  orgTypeKeys: ofTemplate,
  fiscalLabel: ofTemplate,
  workflowPresetKey: proof('budgets/finance', 'holds together'),
  'lineItemDefinitions.key': required,
  'lineItemDefinitions.label': required,
  'lineItemDefinitions.required': required,
  'lineItemDefinitions.kind': required,
  'lineItemDefinitions.helpText': proof(
    'budgets/finance',
    'replaces the part that is sent, with the defaults of its fields',
  ),
}

const workflows: Readonly<Record<string, Proof>> = {
  presetKey: ofTemplate,
  'stages.key': ofStage,
  'stages.label': ofStage,
  'stages.actorType': ofStage,
  'stages.permission': ofStage,
}

const ofMessages = proof(
  'messages/messages',
  'set who can post, whether replies and likes are allowed, and how long a message may be',
)
const messages: Readonly<Record<string, Proof>> = {
  enabled: ofMessages,
  visibility: ofMessages,
  postingPermissions: ofMessages,
  allowReplies: ofMessages,
  allowLikes: ofMessages,
  characterLimit: ofMessages,
}

const notOffered = proof('checkins/desk', 'keeps settings that are not sent, and refuses what is not offered')
const desk: Readonly<Record<string, Proof>> = {
  method: proof('checkins/desk', 'is the only way in where the settings say so'),
  allowOnPageCheckIn: proof('checkins/checkins', 'has to be allowed'),
  requireRegistration: proof('checkins/rules', 'lets in whoever is registered and nobody else, %s'),
  allowEarlyCheckIn: proof(
    'checkins/rules',
    'opens the doors a day ahead where early entry is allowed, not sooner',
  ),
  autoCheckIn: notOffered,
  allowAnonymousCheckIn: notOffered,
  fullyAnonymousCheckIn: notOffered,
}

const booked = proof('approvals/settings/rules', 'refuses %s in its rooms, and only there')
const inSeries = proof('approvals/settings/rules', 'looks at series: %j')
const open = proof('approvals/settings/rules', 'is open on each day by its own hours: %s')
const routed = proof('approvals/routing/routing', 'takes the roles of a domain by its scopes: %j')
const joinedRoles = proof('approvals/routing/routing', 'joins the roles of a domain of which one is enough')
const kept = proof('approvals/settings/settings', 'are made with defaults and changed part by part')
const wrong = proof('approvals/settings/settings', 'are refused with %j')

const domains: Readonly<Record<string, Proof>> = {
  name: kept,
  type: kept,
  description: kept,
  'domainSettings.allowedEventTypes': booked,
  'domainSettings.restrictedEventTypes': booked,
  'domainSettings.maxCapacity': booked,
  ...Object.fromEntries(
    weekdays.flatMap((day) =>
      ['open', 'close', 'closed'].map((name) => [`domainSettings.operatingHours.${day}.${name}`, open]),
    ),
  ),
  'domainSettings.bookingRules.maxAdvanceBooking': booked,
  'domainSettings.bookingRules.minAdvanceBooking': booked,
  'domainSettings.bookingRules.maxDuration': booked,
  'domainSettings.bookingRules.minDuration': booked,
  'domainSettings.bookingRules.allowRecurring': inSeries,
  'domainSettings.bookingRules.maxRecurringInstances': inSeries,
  'domainSettings.approvalWorkflow.enabled': routed,
  'domainSettings.approvalWorkflow.autoApprove': routed,
  'domainSettings.approvalWorkflow.requireAllApprovers': joinedRoles,
  'domainSettings.approvalWorkflow.escalationTimeout': joinedRoles,
  'spaceGovernance.governingScope.kind': routed,
  'spaceGovernance.governingScope.spaceIds': routed,
  'spaceGovernance.governingScope.buildingIds': wrong,
  'spaceGovernance.governingScope.spaceGroupIds': wrong,
  'spaceGovernance.concernScope.kind': routed,
  'spaceGovernance.concernScope.spaceIds': routed,
  'spaceGovernance.concernScope.buildingIds': wrong,
  'spaceGovernance.concernScope.spaceGroupIds': wrong,
  'spaceGovernance.scopeMode': routed,
}

const edited = proof(
  'organizations/editing',
  'changes what is sent and nothing else, frees the old name and finds the new one',
)
const shownThere = proof('organizations/editing', 'shows when its people meet, and where else they are')
const removedThere = proof(
  'organizations/pictures',
  'are replaced, and the old one goes; an empty banner and `removeLogo` take them away',
)

const organizations: Readonly<Record<string, Proof>> = {
  org_name: edited,
  org_description: edited,
  unlisted: edited,
  requireApprovalForJoin: proof(
    'members/members',
    'creates an application when approval is required, and notifies the managers',
  ),
  memberForm: proof('members/members', 'requires the answers of the form, and rejects invalid ones'),
  weekly_meeting: shownThere,
  socialLinks: shownThere,
  positions: proof('organizations/editing', 'takes positions as PUT /roles does, also as text'),
  messageSettings: proof('organizations/editing', 'sets how its people write to each other'),
  org_banner_image: removedThere,
  removeLogo: removedThere,
}
/** Documents of their own: what they are made of is judged, and tried, where they are made. */
const documents = ['memberForm', 'positions', 'messageSettings', 'socialLinks', 'weekly_meeting']

const configurations = {
  'events of a school': [SettingsChange, eventSystem],
  'templates of budgets': [BudgetTemplate, templates],
  'ways of budgets': [WorkflowPreset, workflows],
  'messages of an organization': [MessageSettings, messages],
  'the desk of an event': [WantedSettings, desk],
  'domains of approval': [DomainChange, domains],
  'an organization': [OrganizationChange, organizations],
} as const

/** What somebody may set and no test shows to do anything. This list only shrinks. */
const unproven: readonly string[] = []
const mostUnproven = 0

/** Settings that existing clients send back at a second place as well: tests/clients/rows/events/stakeholders.ts. */
const repeated =
  /^(?:systemSettings\.(?:notificationSettings|systemRestrictions)\.|pageSettings\.explorePage\.|(?:domains|approvalFlow)$)/

/** Not settings of their own. */
const bookkeeping = new Set(['version', 'orgId'])

const settingsIn = (schema: unknown): readonly string[] => {
  const whole = (name: string) => documents.find((one) => name.startsWith(`${one}.`)) ?? name
  const names = [...new Set(namesIn(schema).map(whole))]
  return names.filter((name) => !bookkeeping.has(name) && !repeated.test(name))
}

describe.each(Object.entries(configurations))('settings for %s', (_, [schema, proofs]) => {
  const names = settingsIn(schema)

  it('each have a proof that they do something, or are refused', () => {
    expect(Object.keys(proofs).sort()).toEqual(names.filter((name) => !unproven.includes(name)).sort())
  })

  it.each(Object.entries(proofs))('%s is in the test that proves it', (path, shows) => {
    expect(showsName(shows, path)).toBe(true)
  })
})

describe('settings without a proof', () => {
  it('become fewer, and are settings', () => {
    expect(unproven.length).toBeLessThanOrEqual(mostUnproven)
    const all = Object.values(configurations).flatMap(([schema]) => settingsIn(schema))
    expect(unproven.filter((name) => !all.includes(name))).toEqual([])
  })
})
