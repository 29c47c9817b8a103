import * as z from 'zod/mini'
import { ConcurrentChange } from '../../../lib/contract/failures.ts'
import { data } from '../../../lib/contract/reply.ts'
import type { Rows } from '../../../lib/contract/row.ts'
import {
  BudgetTemplates,
  FinanceTooLarge,
  KeysNotUnique,
  UnknownPreset,
  WorkflowPresets,
} from '../../budgets/contract.ts'
import { ManagementSettings, UserOnboarding } from './config-shapes.ts'
import { BasicTierStays, ConfigOutdated, CustomTiersOff, TierInUse } from './failures.ts'

const at = '/org-management/config'

const ConfigView = z.object({
  ...ManagementSettings.shape,
  budgetTemplates: BudgetTemplates,
  workflowPresets: WorkflowPresets,
  _id: z.string(),
  version: z.number(),
  createdAt: z.optional(z.string()),
  updatedAt: z.optional(z.string()),
})

/** Parts of the configuration; a name may be a dotted path, so the service checks what it comes to. */
const ConfigChange = z.looseObject({ version: z.optional(z.int()) })

export const configRows = {
  getManagementConfig: {
    summary: 'The configuration of organizations, every part of it',
    method: 'GET',
    path: at,
    access: 'admin',
    versioned: true,
    reply: data(ConfigView),
    example: { as: 'root' },
  },
  updateManagementConfig: {
    summary: 'Changes the parts of the configuration that are given, leaf by leaf; null removes a tier',
    method: 'PUT',
    path: at,
    access: 'admin',
    versioned: true,
    body: ConfigChange,
    reply: data(ConfigView, 'Configuration updated successfully'),
    fails: [
      BasicTierStays,
      CustomTiersOff,
      TierInUse,
      KeysNotUnique,
      UnknownPreset,
      FinanceTooLarge,
      ConfigOutdated,
      ConcurrentChange,
    ],
    example: { as: 'root', body: { messaging: { maxCharacterLimit: 1000 }, 'orgApproval.mode': 'auto' } },
  },
  getOnboardingConfig: {
    summary:
      'What the school welcomes newcomers with and asks them for, after each sign-in; off until the school turns it on',
    method: 'GET',
    path: '/org-management/onboarding-config',
    access: 'caller',
    reply: data(UserOnboarding),
    example: { as: 'ada' },
  },
} as const satisfies Rows
