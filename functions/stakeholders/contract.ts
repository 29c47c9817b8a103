import * as z from 'zod/mini'
import { ConcurrentChange } from '../../lib/contract/failures.ts'
import { createRepeatSeconds } from '../../lib/contract/idempotency.ts'
import { data, done } from '../../lib/contract/reply.ts'
import { declare } from '../../lib/contract/row.ts'
import {
  DefaultRegistrationClosed,
  DomainInUse,
  DomainNotFound,
  TooManyDomains,
} from './contract/failures.ts'
import { flowRows, roleRows } from './contract/flow-rows.ts'
import { FormChange, ShownForm } from './contract/form-shapes.ts'
import {
  DomainChange,
  DomainDraft,
  ExplorePage,
  PageSettings,
  SettingsChange,
} from './contract/settings-shapes.ts'
import { ShownDomain, ShownSettings } from './contract/shown-shapes.ts'

const one = '/api/domain/:domainId'
const lab = { domainId: 'demo-domain' }

/** Facilities, departments and services that review events. */
const domainRows = {
  listDomains: {
    summary: 'List the approval domains of the school',
    method: 'GET',
    path: '/api/domains',
    aliases: ['/api/domain'],
    access: 'admin',
    reply: data(z.array(ShownDomain)),
    costs: { depth: 2, read: 3, write: 0 },
    example: { as: 'root' },
  },
  getDomain: {
    summary: 'Get an approval domain',
    method: 'GET',
    path: one,
    aliases: ['/api/domains/:domainId'],
    access: 'admin',
    reply: data(ShownDomain),
    fails: [DomainNotFound],
    costs: { depth: 2, read: 3, write: 0 },
    example: { as: 'root', path: lab },
  },
  createDomain: {
    summary: 'Create an approval domain; omitted fields get defaults',
    method: 'POST',
    path: '/api/domain',
    creates: createRepeatSeconds,
    aliases: ['/api/domains'],
    access: 'admin',
    consequence: 'settings',
    body: DomainDraft,
    reply: data(ShownDomain, 'Domain created successfully', { status: 201 }),
    fails: [TooManyDomains, ConcurrentChange],
    costs: { depth: 3, read: 3, write: 9 },
    example: { as: 'root', body: { name: 'Laboratories', type: 'facility' } },
  },
  updateDomain: {
    summary: 'Update an approval domain; omitted fields keep their values',
    method: 'PUT',
    path: one,
    aliases: ['/api/domains/:domainId'],
    access: 'admin',
    consequence: 'settings',
    body: DomainChange,
    reply: data(ShownDomain, 'Domain updated successfully'),
    fails: [DomainNotFound, ConcurrentChange],
    costs: { depth: 4, read: 3.5, write: 6 },
    example: { as: 'root', path: lab, body: { domainSettings: { maxCapacity: 40 } } },
  },
  deleteDomain: {
    summary: 'Delete an approval domain that has no stakeholder roles',
    method: 'DELETE',
    path: one,
    aliases: ['/api/domains/:domainId'],
    access: 'admin',
    consequence: 'settings',
    reply: done('Domain deleted successfully'),
    fails: [DomainNotFound, DomainInUse],
    costs: { depth: 2, read: 2, write: 6 },
    example: { as: 'root', path: lab },
  },
} as const

const at = '/api/event-system-config'

/** A school's settings for all its events. */
const settingsRows = {
  getEventSystemConfig: {
    summary: "Get the school's event configuration",
    method: 'GET',
    path: at,
    access: 'admin',
    reply: data(ShownSettings),
    costs: { depth: 2, read: 4, write: 0 },
    example: { as: 'root' },
  },
  saveEventSystemConfig: {
    summary: "Update parts of the school's event configuration",
    method: 'PUT',
    path: at,
    access: 'admin',
    consequence: 'settings',
    body: SettingsChange,
    reply: data(ShownSettings, 'Event system configuration updated successfully'),
    fails: [ConcurrentChange, DefaultRegistrationClosed],
    costs: { depth: 4, read: 3.5, write: 6 },
    example: { as: 'root', body: { systemRestrictions: { restrictedEventTypes: ['Fundraiser'] } } },
  },
  getEventFormConfig: {
    summary: 'Get the event form: the standard fields, then the fields that the school adds',
    method: 'GET',
    path: `${at}/form-config`,
    access: 'anyone',
    reply: data(ShownForm),
    costs: { depth: 1, read: 0.5, write: 0 },
    example: {},
  },
  saveEventFormConfig: {
    summary: 'Update the fields that the school adds to the event form',
    method: 'PUT',
    path: `${at}/form-config`,
    access: 'admin',
    consequence: 'none',
    body: FormChange,
    reply: data(ShownForm, 'Form configuration updated successfully'),
    fails: [ConcurrentChange],
    costs: { depth: 3, read: 3, write: 6 },
    example: {
      as: 'root',
      body: { fields: [{ name: 'food', label: 'Is there food?', type: 'boolean' }] },
    },
  },
  getEventPageSettings: {
    summary: 'Get the title and description of the event list page',
    method: 'GET',
    path: `${at}/page-settings`,
    access: 'anyone',
    reply: data(z.object({ ...PageSettings.shape, pageSettings: z.object({ explorePage: ExplorePage }) })),
    costs: { depth: 1, read: 0.5, write: 0 },
    example: {},
  },
  getEventCreationEligibility: {
    summary: 'Get whether the caller can create events as a person, and for which organizations',
    method: 'GET',
    path: `${at}/event-creation-eligibility`,
    access: 'member',
    reply: data(
      z.object({
        allowIndividualUserHosting: z.boolean(),
        orgsWithEventPermission: z.array(
          z.object({ _id: z.string(), org_name: z.string(), org_profile_image: z.string() }),
        ),
      }),
    ),
    costs: { depth: 2, read: 3, write: 0 },
    example: { as: 'ada' },
  },
} as const

export * from './contract/failures.ts'
export { clientAliases, closed, conditionFieldNames } from './contract/fields.ts'
export * from './contract/flow-shapes.ts'
export * from './contract/form-shapes.ts'
export * from './contract/role-shapes.ts'
export * from './contract/settings-shapes.ts'
export * from './contract/shown-shapes.ts'

export const contract = declare('stakeholders', 'Event settings: approval flow, roles, domains, event form', {
  ...flowRows,
  ...roleRows,
  ...domainRows,
  ...settingsRows,
})
