import { describe, expect, it } from 'vitest'
import { BudgetTemplate, WorkflowPreset } from '../functions/budgets/finance-shapes.ts'
import { WantedSettings } from '../functions/events/desk-shapes.ts'
import { SettingsChange } from '../functions/stakeholders/config-shapes.ts'
import { MessageSettings } from '../lib/identity/org-records.ts'
import { type Proof, proof, textOf } from './proofs.ts'

type Def = {
  readonly shape?: Readonly<Record<string, unknown>>
  readonly innerType?: unknown
  readonly element?: unknown
}
const defOf = (schema: unknown): Def => (schema as { readonly def: Def }).def

/** Every name of a schema that has a value; elements of lists stand under the name of the list. */
const namesIn = (schema: unknown, path: readonly string[] = []): readonly string[] => {
  const { shape, innerType, element } = defOf(schema)
  const within = innerType ?? element
  if (within !== undefined) return namesIn(within, path)
  const names = Object.entries(shape ?? {})
  return names.length === 0
    ? [path.join('.')]
    : names.flatMap(([name, part]) => namesIn(part, [...path, name]))
}

const byDefault = proof('approvals-effects', 'is what an event has of which nothing was said')
const refuses = proof('planning-rules', 'refuse an event: %j')
const limit = proof('approvals-rules', 'count events: %j of %j')
const nothingReads = proof('approvals-settings', 'refuses %j')
const shown = proof('approvals-settings', 'shows its form and its page to everybody of the school')
const asked = proof('planning-rules', 'ask for fields of their own')
const refusedFacts = proof('approvals-rules', 'refuse %s')

const eventSystem: Readonly<Record<string, Proof>> = {
  'systemSettings.defaultEventSettings.rsvpEnabled': byDefault,
  'systemSettings.defaultEventSettings.rsvpRequired': byDefault,
  'systemSettings.defaultEventSettings.maxAttendees': byDefault,
  'systemSettings.defaultEventSettings.approvalRequired': byDefault,
  'systemSettings.defaultEventSettings.visibility': byDefault,
  'notificationSettings.defaultChannels': proof(
    'approvals-effects',
    'says by which channels people hear of approvals',
  ),
  'notificationSettings.reminderIntervals': proof('approvals-effects', 'says when people are reminded'),
  'notificationSettings.escalationTimeouts': nothingReads,
  'notificationSettings.batchNotificationLimit': nothingReads,
  'systemRestrictions.maxEventsPerUser': limit,
  'systemRestrictions.maxEventsPerOrg': limit,
  'systemRestrictions.advanceBookingLimit': refuses,
  'systemRestrictions.minBookingAdvance': refuses,
  'systemRestrictions.blackoutDates.start': refuses,
  'systemRestrictions.blackoutDates.end': refuses,
  'systemRestrictions.blackoutDates.reason': proof('planning-rules', 'say why a period is closed'),
  'systemRestrictions.restrictedEventTypes': refuses,
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
  analytics: nothingReads,
  eventTemplates: nothingReads,
  integrations: nothingReads,
}

const required = proof('budgets-rules', 'says everything that its template requires')
const ofTemplate = proof('budgets-rules', 'is of a template that is for the organization')
const ofStage = proof('budgets-rights', 'may ask for any permission, which finances alone do not replace')

const templates: Readonly<Record<string, Proof>> = {
  templateKey: ofTemplate,
  displayName: required,
  orgTypeKeys: ofTemplate,
  fiscalLabel: ofTemplate,
  workflowPresetKey: proof('budgets-finance', 'holds together'),
  'lineItemDefinitions.key': required,
  'lineItemDefinitions.label': required,
  'lineItemDefinitions.required': required,
  'lineItemDefinitions.kind': required,
  'lineItemDefinitions.helpText': proof(
    'budgets-finance',
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
  'messages',
  'say who posts, whether replies and likes are taken, and how long a message is',
)
const messages: Readonly<Record<string, Proof>> = {
  enabled: ofMessages,
  visibility: ofMessages,
  postingPermissions: ofMessages,
  allowReplies: ofMessages,
  allowLikes: ofMessages,
  characterLimit: ofMessages,
}

const notOffered = proof('checkins-desk', 'keeps settings that are not sent, and refuses what is not offered')
const desk: Readonly<Record<string, Proof>> = {
  method: proof('checkins-desk', 'is the only way in where the settings say so'),
  allowOnPageCheckIn: proof('checkins', 'has to be allowed'),
  requireRegistration: proof('checkins-rules', 'lets in whoever is registered and nobody else, %s'),
  allowEarlyCheckIn: proof(
    'checkins-rules',
    'opens the doors a day ahead where early entry is allowed, not sooner',
  ),
  autoCheckIn: notOffered,
  allowAnonymousCheckIn: notOffered,
  fullyAnonymousCheckIn: notOffered,
}

const configurations = {
  'events of a school': [SettingsChange, eventSystem],
  'templates of budgets': [BudgetTemplate, templates],
  'ways of budgets': [WorkflowPreset, workflows],
  'messages of an organization': [MessageSettings, messages],
  'the desk of an event': [WantedSettings, desk],
} as const

/** What somebody may set and no test shows to do anything. This list only shrinks. */
const unproven: readonly string[] = []
const mostUnproven = 0

/** Not settings of their own. */
const bookkeeping = new Set(['version'])

describe.each(Object.entries(configurations))('settings for %s', (_, [schema, proofs]) => {
  const names = namesIn(schema).filter((name) => !bookkeeping.has(name))

  it('each have a proof that they do something, or are refused', () => {
    expect(Object.keys(proofs).sort()).toEqual(names.filter((name) => !unproven.includes(name)).sort())
  })

  it.each(Object.entries(proofs))('%s is in the test that proves it', (path, shows) => {
    const [name = ''] = path.split('.').slice(-1)
    const [above = ''] = path.split('.').slice(-2)
    // Parts of a list's elements may be set as the whole list.
    expect([name, above].some((word) => new RegExp(`\\b${word}\\b`).test(textOf(shows)))).toBe(true)
  })
})

describe('settings without a proof', () => {
  it('become fewer, and are settings', () => {
    expect(unproven.length).toBeLessThanOrEqual(mostUnproven)
    const all = Object.values(configurations).flatMap(([schema]) => namesIn(schema))
    expect(unproven.filter((name) => !all.includes(name))).toEqual([])
  })
})
