import * as z from 'zod/mini'
import { ConcurrentChange } from '../../../lib/contract/failures.ts'
import { data } from '../../../lib/contract/reply.ts'
import { EventSystemSettings, FormConfig, PageSettings, SettingsChange } from './config-shapes.ts'
import { DefaultRegistrationClosed } from './failures.ts'

const at = '/api/event-system-config'

/** What a school says about all its events. */
export const settingsRows = {
  getEventSystemConfig: {
    summary: 'The event system configuration of the school',
    method: 'GET',
    path: at,
    access: 'admin',
    reply: data(EventSystemSettings),
    example: { as: 'root' },
  },
  saveEventSystemConfig: {
    summary: 'Changes the parts of the configuration that are given',
    method: 'PUT',
    path: at,
    access: 'admin',
    body: SettingsChange,
    reply: data(EventSystemSettings, 'Event system configuration updated successfully'),
    fails: [ConcurrentChange, DefaultRegistrationClosed],
    example: { as: 'root', body: { systemRestrictions: { restrictedEventTypes: ['Fundraiser'] } } },
  },
  getEventFormConfig: {
    summary: 'Fields that the school adds to the form for events',
    method: 'GET',
    path: `${at}/form-config`,
    access: 'member',
    reply: data(FormConfig),
    example: { as: 'ada' },
  },
  saveEventFormConfig: {
    summary: 'Changes the fields that the school adds to the form for events',
    method: 'PUT',
    path: `${at}/form-config`,
    access: 'admin',
    body: z.partial(FormConfig),
    reply: data(FormConfig, 'Form configuration updated successfully'),
    fails: [ConcurrentChange],
    example: {
      as: 'root',
      body: { fields: [{ name: 'food', label: 'Is there food?', type: 'boolean' }] },
    },
  },
  getEventPageSettings: {
    summary: 'What stands above the list of events',
    method: 'GET',
    path: `${at}/page-settings`,
    access: 'member',
    reply: data(PageSettings),
    example: { as: 'ada' },
  },
  getEventCreationEligibility: {
    summary: 'As whom the caller may make events',
    method: 'GET',
    path: `${at}/event-creation-eligibility`,
    access: 'member',
    reply: data(
      z.object({
        allowIndividualUserHosting: z.boolean(),
        orgsWithEventPermission: z.array(z.object({ _id: z.string(), org_name: z.string() })),
      }),
    ),
    example: { as: 'ada' },
  },
} as const
