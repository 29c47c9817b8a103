import * as z from 'zod/mini'
import { fail } from '../../../lib/contract/failure.ts'
import { FormatOff } from '../../../lib/contract/failures.ts'
import { entity } from '../../../lib/table/entity.ts'
import type { Reading, Table } from '../../../lib/table/table.ts'
import {
  type ExportFormat,
  exportFormats,
  ManagementSettings,
  type PendingAction,
} from '../contract/config-shapes.ts'
import { defaultSettings } from './defaults.ts'
import { isTree, merged } from './trees.ts'

/** What a school says about messages of organizations. Lengths are in characters. */
export type MessagingRules = ManagementSettings['messaging']

const part = z.optional(z.unknown())

/**
 * The management configuration of a school: only what differs from the defaults; null stands for what a map has no more.
 * `findSettings` reads the whole.
 */
export const ManagementConfig = z.object({
  verificationEnabled: part,
  verificationRequired: part,
  allowedRequestTypes: part,
  verificationTiers: part,
  defaultVerificationType: part,
  enableCustomVerificationTypes: part,
  orgApproval: part,
  featureAccess: part,
  reviewWorkflow: part,
  notifications: part,
  reporting: part,
  policies: part,
  messaging: part,
  atlasPolicy: part,
  userOnboarding: part,
  createdAt: z.optional(z.string()),
  updatedAt: z.optional(z.string()),
  version: z.number(),
})
export type ManagementConfig = z.infer<typeof ManagementConfig>
export const managementConfig = entity('ManagementConfig', ManagementConfig, {
  scope: 'tenant',
  pk: 'MANAGEMENT',
  sk: 'CONFIG',
})

const partNames = Object.keys(ManagementSettings.shape)

const withoutGone = (tiers: unknown): unknown =>
  isTree(tiers) ? Object.fromEntries(Object.entries(tiers).filter(([, tier]) => tier !== null)) : tiers

/** Configurations of before may name formats that nothing writes. */
const madeOf = (formats: readonly string[]) => exportFormats.filter((format) => formats.includes(format))

/** The whole configuration: what was set over the defaults. Only checked configurations are stored. */
export const settingsOf = (config: ManagementConfig | undefined): ManagementSettings => {
  if (config === undefined) return defaultSettings
  const set = Object.fromEntries(Object.entries(config).filter(([name]) => partNames.includes(name)))
  const whole = merged(defaultSettings, set) as ManagementSettings
  return {
    ...whole,
    verificationTiers: withoutGone(whole.verificationTiers) as typeof whole.verificationTiers,
    reporting: { ...whole.reporting, exportFormats: madeOf(whole.reporting.exportFormats) },
  }
}

/** For whoever reads nothing else of the school's rules; one read. */
export const findSettings = async (table: Table, reading?: Reading): Promise<ManagementSettings> =>
  settingsOf(await table.get(managementConfig, {}, reading))

/** The format that is asked for, else the usual one or the first that the school allows. Fails with 400 as `refuseFormat`. */
export const formatFor = (
  settings: ManagementSettings,
  asked: ExportFormat | undefined,
  usual: ExportFormat,
): ExportFormat => {
  const { exportFormats: allowed } = settings.reporting
  const format = asked ?? (allowed.includes(usual) ? usual : (allowed[0] ?? usual))
  refuseFormat(settings, format)
  return format
}

/** Fails with 400 for a format in which the school exports nothing. */
export const refuseFormat = ({ reporting }: ManagementSettings, format: ExportFormat): void => {
  if (!reporting.exportFormats.includes(format)) fail(FormatOff)
}

/** The rules of a stored configuration, for who has read it with something else. */
export const messagingRulesOf = (config: ManagementConfig | undefined): MessagingRules =>
  settingsOf(config).messaging

export const findMessagingRules = async (table: Table): Promise<MessagingRules> =>
  (await findSettings(table)).messaging

export const pendingActionsOf = (config: ManagementConfig | undefined): readonly PendingAction[] =>
  settingsOf(config).orgApproval.pendingOrgLimits.allowedActions
