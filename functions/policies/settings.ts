import * as z from 'zod/mini'
import { fail } from '../../lib/contract/failure.ts'
import { FormatOff } from '../../lib/contract/failures.ts'
import { entity } from '../../lib/table/entity.ts'
import type { Table } from '../../lib/table/table.ts'
import { type ExportFormat, ManagementSettings, type PendingAction } from './contract.ts'
import { defaultSettings } from './defaults.ts'

/** Objects within objects, as JSON has them. Arrays are leaves. */
export type Tree = { readonly [name: string]: unknown }

export const isTree = (value: unknown): value is Tree =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const has = (tree: Tree, name: string): boolean => Object.hasOwn(tree, name)

const namesOf = (...trees: readonly Tree[]): string[] => [...new Set(trees.flatMap(Object.keys))]

/** `over` on top of `under`, leaf by leaf. An array takes the place of an array. */
export const merged = (under: unknown, over: unknown): unknown => {
  if (!isTree(under) || !isTree(over)) return over
  const entries = namesOf(under, over).map((name) => {
    if (!has(over, name)) return [name, under[name]]
    return [name, has(under, name) ? merged(under[name], over[name]) : over[name]]
  })
  return Object.fromEntries(entries)
}

const sameLeaf = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other)

/** What has to lie over `base` to come to `wanted`: nothing where they agree, null for a name that is gone. */
export const difference = (base: Tree, wanted: Tree): Tree => {
  const entries = namesOf(base, wanted).flatMap((name): [string, unknown][] => {
    if (!has(wanted, name)) return [[name, null]]
    const [was, is] = [base[name], wanted[name]]
    if (!has(base, name)) return [[name, is]]
    if (!isTree(was) || !isTree(is)) return sameLeaf(was, is) ? [] : [[name, is]]
    const inner = difference(was, is)
    return Object.keys(inner).length > 0 ? [[name, inner]] : []
  })
  return Object.fromEntries(entries)
}

const maxNames = 100
const maxSteps = 8

const nested = (path: readonly string[], value: unknown): unknown =>
  path.reduceRight<unknown>((inner, name) => Object.fromEntries([[name, inner]]), value)

/**
 * Dotted names spelled out: `{'a.b': 1}` is `{a: {b: 1}}`, at any depth. Undefined for more than a hundred names in one
 * object, or a path of more than eight steps: nobody means that.
 */
export const expandPaths = (tree: Tree): Tree | undefined => {
  const names = Object.keys(tree)
  if (names.length > maxNames) return undefined
  let whole: unknown = {}
  for (const name of names) {
    const path = name.split('.')
    const value = tree[name]
    const inner = isTree(value) ? expandPaths(value) : value
    if (path.length > maxSteps || (isTree(value) && inner === undefined)) return undefined
    whole = merged(whole, nested(path, inner))
  }
  return isTree(whole) ? whole : undefined
}

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

const withoutRemovedTiers = (tiers: unknown): unknown =>
  isTree(tiers) ? Object.fromEntries(Object.entries(tiers).filter(([, tier]) => tier !== null)) : tiers

/** The whole configuration: what was set over the defaults. Only checked configurations are stored. */
export const settingsOf = (config: ManagementConfig | undefined): ManagementSettings => {
  if (config === undefined) return defaultSettings
  const set = Object.fromEntries(Object.entries(config).filter(([name]) => partNames.includes(name)))
  const whole = merged(defaultSettings, set) as ManagementSettings
  return {
    ...whole,
    verificationTiers: withoutRemovedTiers(whole.verificationTiers) as typeof whole.verificationTiers,
  }
}

/** The rules of the school as they are now: what they permit is decided by nothing older (rules/table 19). One read. */
export const findSettings = async (table: Table): Promise<ManagementSettings> =>
  settingsOf(await table.get(managementConfig, {}, { strong: true }))

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
const refuseFormat = ({ reporting }: ManagementSettings, format: ExportFormat): void => {
  if (!reporting.exportFormats.includes(format)) fail(FormatOff)
}

/** The rules of a stored configuration, for who has read it with something else. */
export const messagingRulesOf = (config: ManagementConfig | undefined): MessagingRules =>
  settingsOf(config).messaging

export const findMessagingRules = async (table: Table): Promise<MessagingRules> =>
  (await findSettings(table)).messaging

export const pendingActionsOf = (config: ManagementConfig | undefined): readonly PendingAction[] =>
  settingsOf(config).orgApproval.pendingOrgLimits.allowedActions
